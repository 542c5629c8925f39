import type pg from 'pg';
import { type Load, type Server, loadWithLatency, median } from '../rounds.ts';
import { USAGE, type Usage } from '../servers/usage.ts';
import { drawOf } from './draws.ts';
import type { ScaleLine } from './lines.ts';
import type { Question } from './questions.ts';
import { readPostgresUsage, usedBetween } from './postgres-usage.ts';

const ROUNDS = 3;
const SECONDS = 2;
const WARM_UP_SECONDS = 1;
const CONNECTIONS = 16;

/** The figures of a line: medians of its rounds. */
export interface Figures {
  ours: number;
  peer: number;
  ratio: number;
  p99: number;
  peerP99: number;
  /** For one request: milliseconds of our server's CPU and of PostgreSQL's, and statements. */
  cpu: number;
  postgres: number;
  statements: number;
}

interface Measured extends Load {
  cpu: number;
  postgres: number;
  statements: number;
}

/** Requests one after another for some seconds; at least one. */
const loadInTurn = async (url: string, seconds: number, ask: () => Question): Promise<Load> => {
  const latencies: number[] = [];
  const begun = performance.now();
  do {
    const { path, headers } = ask();
    const asked = performance.now();
    const response = await fetch(url + path, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
    latencies.push(performance.now() - asked);
  } while (performance.now() - begun < seconds * 1000);
  const perSecond = (latencies.length * 1000) / (performance.now() - begun);
  return { perSecond, p99: Math.max(...latencies), responses: latencies.length };
};

/** Asks one of each side before the load, so that a refusal is shown with its text. */
const tryOnce = async (url: string, { path, headers }: Question): Promise<void> => {
  // Not by fetch, which refuses a header for the host.
  const { host: _host, ...rest } = headers;
  const response = await fetch(url + path, { headers: rest, redirect: 'manual' });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
};

/** Asks each once, some at a time. @throws Error for any answer but 200 */
const askEach = async (url: string, questions: readonly Question[]): Promise<void> => {
  const left = questions[Symbol.iterator]();
  const askRest = async (): Promise<void> => {
    for (const question of left) await tryOnce(url, question);
  };
  await Promise.all(Array.from({ length: 8 }, askRest));
};

/** The servers of a run; started anew for the lines that measure a start. */
export interface Servers {
  sql: pg.Pool;
  fans: number;
  ours(): Server;
  peer(line: ScaleLine): Promise<Server>;
  restart(): Promise<void>;
}

/** Measures both sides alternately with the same draws. @throws Error for any answer but 200 */
export const measureLine = async (servers: Servers, line: ScaleLine, seed: number): Promise<Figures> => {
  const measure = async (side: 'ours' | 'peer', round: number, seconds: number): Promise<Measured> => {
    const draw = drawOf(seed * 1000 + round);
    const each = (): Question => line[side](draw);
    const { url } = side === 'ours' ? servers.ours() : await servers.peer(line);
    const before = { usage: await servers.ours().ask<Usage>(USAGE), postgres: await readPostgresUsage(servers.sql) };
    const options = { url, connections: line.connections ?? CONNECTIONS, seconds, each };
    const load = line.isSlow
      ? await loadInTurn(url, seconds, each)
      : await loadWithLatency({ ...options, ...(line.isFirstAfterStart ? { amount: servers.fans } : {}) });
    const postgres = usedBetween(before.postgres, await readPostgresUsage(servers.sql));
    const cpu = (await servers.ours().ask<Usage>(USAGE)).cpu - before.usage.cpu;
    const by = (sum: number): number => sum / Math.max(1, load.responses);
    return { ...load, cpu: by(cpu), postgres: by(postgres.cpu), statements: by(postgres.statements) };
  };

  if (!line.isFirstAfterStart) {
    await tryOnce(servers.ours().url, line.ours(drawOf(seed)));
    await tryOnce((await servers.peer(line)).url, line.peer(drawOf(seed)));
    await askEach(servers.ours().url, line.askedBefore ?? []);
    for (const side of ['ours', 'peer'] as const) await measure(side, 0, line.isSlow ? 0 : WARM_UP_SECONDS);
  }
  const [ours, peer]: [Measured[], Measured[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (line.isFirstAfterStart) await servers.restart();
    ours.push(await measure('ours', round, SECONDS));
    peer.push(await measure('peer', round, SECONDS));
  }
  const of = (side: readonly Measured[], key: keyof Measured): number => median(side.map((measured) => measured[key]));
  return {
    ours: of(ours, 'perSecond'),
    peer: of(peer, 'perSecond'),
    ratio: of(ours, 'perSecond') / of(peer, 'perSecond'),
    p99: of(ours, 'p99'),
    peerP99: of(peer, 'p99'),
    cpu: of(ours, 'cpu'),
    postgres: of(ours, 'postgres'),
    statements: of(ours, 'statements'),
  };
};
