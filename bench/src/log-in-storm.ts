import { hashPassword } from '@stagedoor/server/platform/auth/passwords';
import { makePosts } from './home-feed.ts';
import { makePeople, openSession } from './people.ts';
import { type Bound, type Line, alternate, lineOf, load, p99Of, startOurs, startServer } from './rounds.ts';
import type { SteadyLoad } from './servers/steady-requests.ts';
import type { Stage } from './stage.ts';

const SIZE = { performers: 400, postsEach: 50, subscriptions: 400 };
const FANS = 500;
const PASSWORD = 'correct horse 42';
const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 6;
const WARM_UP_SECONDS = 10;
/** Home feed requests per second, sent regardless of earlier responses. */
const OFFERED = 50;

/**
 * The maximum rate of log-ins with the right password, while a home feed is requested at a steady rate; against the same hash verified on all
 * cores of the otherwise idle machine.
 */
export const logInStorm = async (stage: Stage): Promise<readonly (Line | Bound)[]> => {
  const fan = SIZE.performers + 1;
  await makePeople(stage, SIZE.performers, FANS);
  await makePosts(stage, fan, SIZE);
  await stage.sql.query('update accounts set password_hash = $1', [await hashPassword(PASSWORD)]);
  await stage.sql.query('vacuum analyze');
  await stage.sql.query('checkpoint');
  const token = await openSession(stage, fan);
  const ours = await startOurs(stage, {
    LOG_LEVEL: 'silent',
    ROLES: 'web',
  });
  const bare = await startServer('./servers/bare-argon2.ts', {});
  const steady = await startServer('./servers/steady-requests.ts', {});
  const alone: number[] = [];
  const beside: number[] = [];
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
  const offer = async (seconds: number): Promise<number[]> => {
    const order: SteadyLoad = { url: home, tokens: [token], perSecond: OFFERED, seconds };
    return (await steady.ask<{ latencies: number[] }>(order)).latencies;
  };
  const storm = (seconds: number): Promise<[number, number[]]> =>
    Promise.all([load({ url: ours.url, connections: CONNECTIONS, seconds, method: 'POST', each }), offer(seconds)]);
  try {
    await storm(WARM_UP_SECONDS);
    const result = await alternate(
      ROUNDS,
      async () => {
        alone.push(...(await offer(SECONDS)));
        const [logIns, latencies] = await storm(SECONDS);
        beside.push(...latencies);
        return logIns;
      },
      async () => (await bare.ask<{ perSecond: number }>({ seconds: SECONDS })).perSecond,
    );
    return [
      lineOf('log-in storm, argon2id 19 MiB, home feed at 50/s beside it', 'log-ins/s', 0.8, result),
      { name: 'log-in storm: home feed without it, p99', unit: 'ms', measured: p99Of(alone), atMost: 20 },
      { name: 'log-in storm: home feed beside it, p99', unit: 'ms', measured: p99Of(beside), atMost: 20 },
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop(), steady.stop()]);
  }
};
