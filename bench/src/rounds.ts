import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { serverOptions } from '../../scripts/node-options.mjs';

/** One line of the scoreboard: ours compared with a peer, measured alternately in the same run. */
export interface Line {
  name: string;
  unit: string;
  ours: number;
  peer: number;
  /** Ours by peer. */
  ratio: number;
  goal: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Measures both sides alternately, so that other load on the machine affects both, and returns each one's median. */
export const alternate = async (
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ ours: number; peer: number }> => {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    a.push(await ours());
    b.push(await peer());
  }
  return { ours: median(a), peer: median(b) };
};

export const lineOf = (name: string, unit: string, goal: number, { ours, peer }: { ours: number; peer: number }): Line => ({
  name,
  unit,
  ours,
  peer,
  ratio: ours / peer,
  goal,
});

export const printLine = ({ name, unit, ours, peer, ratio, goal }: Line): boolean => {
  const ok = ratio >= goal;
  console.log(
    `${name}: ours ${ours.toFixed(0)} ${unit}, peer ${peer.toFixed(0)} ${unit}, ratio ${ratio.toFixed(2)}, goal ${goal.toFixed(2)} ${ok ? 'ok' : 'MISSED'}`,
  );
  return ok;
};

/** Of latencies, which the 99th percentile is at most. */
export const p99Of = (latencies: readonly number[]): number => latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * 0.99) - 1]!;

/** One line with an absolute bound instead of a peer. */
export interface Bound {
  name: string;
  unit: string;
  measured: number;
  atMost: number;
}

export const printBound = ({ name, unit, measured, atMost }: Bound): boolean => {
  const ok = measured <= atMost;
  console.log(`${name}: ${measured.toFixed(2)} ${unit}, at most ${atMost.toFixed(2)} ${ok ? 'ok' : 'MISSED'}`);
  return ok;
};

export interface Server {
  url: string;
  /** Sends it a message and waits for the next one from it. @throws Error when it ends instead */
  ask<T>(message: object): Promise<T>;
  /** Sends it a message that it doesn't answer. */
  tell(message: object): void;
  stop(): Promise<void>;
}

/**
 * Starts one of the bench's servers in a separate process, which sends its URL.
 * @param options of its Node
 * @throws Error when it ends before
 */
export const startServer = async (file: string, environment: Record<string, string>, options: readonly string[] = []): Promise<Server> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...environment },
    execArgv: [...process.execArgv, ...options],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${file} ended before it answered.`)));
  const [message] = (await once(child, 'message', { signal: ended.signal })) as [{ url: string }];
  return {
    url: message.url,
    async ask<T>(question: object) {
      const answered = once(child, 'message', { signal: ended.signal });
      child.send(question);
      return (await answered)[0] as T;
    },
    tell: (message) => void child.send(message),
    async stop() {
      if (ended.signal.aborted) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

/**
 * Starts our server on a database and a folder, on a free port of this machine.
 * @param environment at least its roles; what it logs are warnings, unless it says otherwise
 */
export const startOurs = (
  on: { ownerUrl: string; dataDirectory: string },
  environment: Record<string, string> & { ROLES: string },
): Promise<Server> =>
  startServer(
    './servers/ours.ts',
    {
      DATABASE_URL: on.ownerUrl,
      DATA_DIR: on.dataDirectory,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    serverOptions(),
  );

export interface LoadOptions {
  url: string;
  connections: number;
  seconds: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** So many requests instead of so many seconds. */
  amount?: number;
  /** Called for each request. */
  each?: () => { path: string; headers: Record<string, string>; body?: string };
}

/** What one measurement answered. */
export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  responses: number;
}

/** Responses per second and the 99th percentile of latency. Any response but 2xx fails the measurement. */
export const loadWithLatency = async ({
  url,
  connections,
  seconds,
  method = 'GET',
  headers = {},
  amount,
  each,
}: LoadOptions): Promise<Load> => {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // It ends at a sample: by default they are a second apart.
    ...(amount === undefined ? {} : { amount, sampleInt: 10 }),
    method,
    headers,
    ...(each ? { requests: [{ setupRequest: (request: object) => ({ ...request, ...each() }) }] } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  const perSecond = amount === undefined ? result.requests.average : result['2xx'] / result.duration;
  return { perSecond, p99: result.latency.p99, responses: result['2xx'] };
};

/** Responses per second, like `loadWithLatency`. */
export const load = async (options: LoadOptions): Promise<number> => (await loadWithLatency(options)).perSecond;
