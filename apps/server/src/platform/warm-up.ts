import type { FastifyInstance } from 'fastify';
import type { Log } from './telemetry/log.ts';

/** An address of TEST-NET-1 (RFC 5737): its calls count against nobody's rate limit. */
const CALLER = '192.0.2.1';
/** Longest warm-up, in milliseconds: a start is not held up by a slow database. */
const LONGEST_MS = 8_000;
const MOST_ROUNDS = 12;
/** A round that is at most this much faster than the one before ends the warm-up. */
const STILL_FASTER = 0.9;
/** Pages of performers and posts asked for in a round. */
const EXAMPLES = 8;

const CALLS = ['/api/settings/public', '/api/performers/search', '/api/feeds', '/api/streaming/live'];
const PAGES = ['/', '/auth/login', '/auth/register', '/discover', '/live', '/search?q=a'];

interface WarmUpOptions {
  server: FastifyInstance;
  /** Whether pages are served, too. */
  hasPages: boolean;
  /** Requests at once: each opens a connection to the database, whose plans it warms. */
  width: number;
  log: Log;
}

/**
 * Asks for what visitors ask for, in rounds, until a round is no longer faster than the one before: code is compiled, connections are
 * open, statements are planned. A node that takes requests right after its start answers the first ones after seconds.
 */
export const warmUp = async ({ server, hasPages, width, log }: WarmUpOptions): Promise<void> => {
  const begun = performance.now();
  // Another host each time: a page is cached by it.
  const ask = (url: string, round: number) =>
    server.inject({ url, remoteAddress: CALLER, headers: { host: `round-${round}.invalid`, accept: 'text/html, application/json' } });
  const listOf = async (url: string): Promise<readonly Record<string, unknown>[]> => {
    const answer = await ask(url, 0);
    return answer.statusCode === 200 ? (answer.json<{ data?: { data?: Record<string, unknown>[] } }>().data?.data ?? []) : [];
  };
  const performers = await listOf(`/api/performers/search?limit=${EXAMPLES}`);
  const posts = await listOf(`/api/feeds?limit=${EXAMPLES}`);
  const examples = [...performers.map(({ username }) => `/${String(username)}`), ...posts.map(({ _id }) => `/feeds/${String(_id)}`)];
  let before = Infinity;
  for (let round = 1; round <= MOST_ROUNDS && performance.now() - begun < LONGEST_MS; round += 1) {
    const roundBegun = performance.now();
    // Another limit each time: what was answered before is cached.
    const calls = CALLS.flatMap((url) => [`${url}?limit=${round}`, `${url}?limit=${round + MOST_ROUNDS}`]);
    const pages = hasPages ? [...PAGES, ...examples].flatMap((path) => [path, `${path.split('?')[0]}.data`]) : [];
    const queue = [...calls, ...pages];
    const work = async (): Promise<void> => {
      for (let url = queue.pop(); url !== undefined; url = queue.pop()) await ask(url, round);
    };
    await Promise.all(Array.from({ length: width }, work));
    const took = performance.now() - roundBegun;
    if (took > before * STILL_FASTER) break;
    before = took;
  }
  log.info({ ms: Math.round(performance.now() - begun) }, 'warm');
};
