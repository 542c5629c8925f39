import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// Sends requests at a steady rate from a separate process, so that other load generators don't distort the latency.

/** A message to this process. */
export interface SteadyLoad {
  url: string;
  /** Of those who ask, in turn. */
  tokens: readonly string[];
  /** JSON to be posted; without it the requests are GETs. */
  body?: string;
  perSecond: number;
  seconds: number;
}

const agent = new Agent({ keepAlive: true });

const answerOf = async (url: string, token: string, body: string | undefined): Promise<void> => {
  const sending = request(url, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: token,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    },
  });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
};

/** Sends requests at fixed times regardless of earlier responses, and measures latency from those times. Milliseconds. */
const latenciesOf = ({ url, tokens, body, perSecond, seconds }: SteadyLoad): Promise<number[]> => {
  const begun = performance.now();
  const ask = async (at: number, token: string): Promise<number> => {
    await wait(Math.max(0, at - performance.now()));
    await answerOf(url, token, body);
    return performance.now() - at;
  };
  return Promise.all(
    Array.from({ length: perSecond * seconds }, (_, n) => ask(begun + (n * 1000) / perSecond, tokens[n % tokens.length]!)),
  );
};

process.on('message', (order: SteadyLoad) => void latenciesOf(order).then((latencies) => process.send!({ latencies })));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: '' });
