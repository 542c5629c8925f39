import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// Asks at a steady rate from a process of its own: what another generator of load does in the same process would count as latency here.

/** What is asked of it. */
export interface SteadyOrder {
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

/** Asks at fixed instants, whether or not the ones before were answered, and counts from the instant on. Milliseconds. */
const latenciesOf = ({ url, token, perSecond, seconds }: SteadyOrder): Promise<number[]> => {
  const begun = performance.now();
  const ask = async (at: number): Promise<number> => {
    await wait(Math.max(0, at - performance.now()));
    await answerOf(url, token);
    return performance.now() - at;
  };
  return Promise.all(Array.from({ length: perSecond * seconds }, (_, n) => ask(begun + (n * 1000) / perSecond)));
};

process.on('message', (order: SteadyOrder) => void latenciesOf(order).then((latencies) => process.send!({ latencies })));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: '' });
