import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// Sends requests at a steady rate from a separate process, so that other load generators don't distort the latency.

/** A message to this process. */
export interface SteadyLoad {
  url: string;
  token: string;
  perSecond: number;
  seconds: number;
}

const agent = new Agent({ keepAlive: true });

const answerOf = async (url: string, token: string): Promise<void> => {
  const [response] = (await once(get(url, { agent, headers: { authorization: token } }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
};

/** Sends requests at fixed times regardless of earlier responses, and measures latency from those times. Milliseconds. */
const latenciesOf = ({ url, token, perSecond, seconds }: SteadyLoad): Promise<number[]> => {
  const begun = performance.now();
  const ask = async (at: number): Promise<number> => {
    await wait(Math.max(0, at - performance.now()));
    await answerOf(url, token);
    return performance.now() - at;
  };
  return Promise.all(Array.from({ length: perSecond * seconds }, (_, n) => ask(begun + (n * 1000) / perSecond)));
};

process.on('message', (order: SteadyLoad) => void latenciesOf(order).then((latencies) => process.send!({ latencies })));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: '' });
