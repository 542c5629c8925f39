import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '@stagedoor/server/platform/auth/passwords';
import { makePosts } from './home-feed.ts';
import { makePeople, openSession } from './people.ts';
import { type Bound, type Line, inTurns, lineOf, load, median, startServer } from './rounds.ts';
import type { Stage } from './stage.ts';

const SIZE = { performers: 400, postsEach: 50, subscriptions: 400 };
const FANS = 500;
const PASSWORD = 'correct horse 42';
const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 6;
/** Requests for a home feed offered in a second, whether or not the ones before were answered. */
const OFFERED = 50;

/** Asks at fixed instants, and counts from the instant on: an answer that is late makes the next ones late too. Milliseconds, sorted. */
const offer = async (url: string, token: string, seconds: number): Promise<number[]> => {
  const begun = performance.now();
  const ask = async (at: number): Promise<number> => {
    await wait(Math.max(0, at - performance.now()));
    const response = await fetch(url, { headers: { authorization: token } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return performance.now() - at;
  };
  const asked = Array.from({ length: OFFERED * seconds }, (_, n) => ask(begun + (n * 1000) / OFFERED));
  return (await Promise.all(asked)).toSorted((a, b) => a - b);
};

/**
 * Log-ins with the right password, as many as go, while a home feed is asked for at a steady rate; against the same hash verified on all
 * cores of the otherwise idle machine.
 */
export const logInStorm = async (stage: Stage): Promise<readonly (Line | Bound)[]> => {
  const fan = SIZE.performers + 1;
  await makePeople(stage, SIZE.performers, FANS);
  await makePosts(stage, fan, SIZE);
  await stage.sql.query('update accounts set password_hash = $1', [await hashPassword(PASSWORD)]);
  await stage.sql.query('vacuum analyze');
  const token = await openSession(stage, fan);
  const environment = {
    DATABASE_URL: stage.ownerUrl,
    DATA_DIR: stage.dataDirectory,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    ROLES: 'web',
  };
  const ours = await startServer('./servers/ours.ts', environment);
  const bare = await startServer('./servers/bare-argon2.ts', {});
  const latencies: number[] = [];
  let next = 0;
  const each = () => {
    next += 1;
    const username = `person${SIZE.performers + 1 + (next % FANS)}`;
    return {
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    };
  };
  const home = `${ours.url}/api/feeds/home-feeds?limit=20`;
  const storm = async (seconds: number): Promise<{ logIns: number; times: number[] }> => {
    const [logIns, times] = await Promise.all([
      load({ url: ours.url, connections: CONNECTIONS, seconds, method: 'POST', each }),
      offer(home, token, seconds),
    ]);
    return { logIns, times };
  };
  try {
    await storm(3);
    const result = await inTurns(
      ROUNDS,
      async () => {
        const { logIns, times } = await storm(SECONDS);
        latencies.push(times[Math.ceil(times.length * 0.99) - 1]!);
        return logIns;
      },
      async () => (await bare.ask<{ perSecond: number }>({ seconds: SECONDS })).perSecond,
    );
    return [
      lineOf('log-in storm, argon2id 19 MiB, home feed at 50/s beside it', 'log-ins/s', 0.8, result),
      { name: 'log-in storm: home feed beside it, p99', unit: 'ms', measured: median(latencies), atMost: 20 },
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
};
