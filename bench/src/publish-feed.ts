import { makePosts } from './home-feed.ts';
import { makePeople, openSession } from './people.ts';
import { type Bound, type Line, alternate, lineOf, startOurs, startServer } from './rounds.ts';
import type { SteadyLoad } from './servers/steady-requests.ts';
import type { Stage } from './stage.ts';

const SIZE = { performers: 400, postsEach: 50, subscriptions: 400 };
const AUDIENCE = 100_000;
const ROUNDS = 5;
const OFFERED = 50;
const SECONDS = 12;
const FAN = SIZE.performers + 1;

const p99 = (latencies: readonly number[]): number => latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * 0.99) - 1]!;

/** Gives person 1 the maximum audience whose timelines are written on publication. */
const makeAudience = async ({ sql }: Stage): Promise<void> => {
  await sql.query(
    `insert into subscriptions (fan_id, performer_id, type, price_amount, expires_at, paid_until)
     select bench_id('person' || $1 + n), bench_id('person1'), 'monthly', 900, now() + interval '20 days', now() + interval '20 days'
     from generate_series(1, $2::int) n on conflict do nothing`,
    [SIZE.performers, AUDIENCE],
  );
  // Fills the timelines, so that inserts hit existing index pages.
  await sql.query(
    `insert into timelines (account_id, published_at, item_id, performer_id)
     select s.fan_id, f.published_at, f.id, f.performer_id from subscriptions s
     cross join (select * from items where performer_id in (select bench_id('person' || p) from generate_series(2, 6) p) order by published_at desc limit 10) f
     where s.performer_id = bench_id('person1') on conflict do nothing`,
  );
  await sql.query('create table bare_timelines (like timelines including all)');
  await sql.query('insert into bare_timelines select * from timelines');
  await sql.query('vacuum analyze');
  await sql.query('checkpoint');
};

/**
 * A post of a performer with 100,000 subscribers: the time from the publishing call until it is in the last timeline, against a bare insert
 * of as many rows into a table of the same structure; and the latency of home feeds meanwhile.
 */
export const publishFeed = async (stage: Stage): Promise<readonly (Line | Bound)[]> => {
  await makePeople(stage, SIZE.performers, AUDIENCE);
  await makePosts(stage, FAN, SIZE);
  await makeAudience(stage);
  const performer = await openSession(stage, 1);
  const token = await openSession(stage, FAN);
  const server = await startOurs(stage, {
    LOG_LEVEL: 'silent',
    ROLES: 'web,worker',
  });
  const steady = await startServer('./servers/steady-requests.ts', {});
  const offer = async (seconds: number): Promise<number[]> => {
    const order: SteadyLoad = { url: `${server.url}/api/feeds/home-feeds?limit=20`, tokens: [token], perSecond: OFFERED, seconds };
    return (await steady.ask<{ latencies: number[] }>(order)).latencies;
  };
  const events = async (feedId: string): Promise<number> => {
    const { rows } = await stage.sql.query<{ count: number }>(
      `select count(*)::int as count from outbox where event = 'timelines.written' and payload ->> 'itemId' = $1`,
      [feedId],
    );
    return rows[0]!.count;
  };
  /** @throws Error when a feed isn't in every timeline; scans the whole table, so it is not called during a measurement */
  const check = async (feedId: string): Promise<void> => {
    const { rows } = await stage.sql.query<{ count: number }>('select count(*)::int as count from timelines where item_id = $1', [feedId]);
    if (rows[0]!.count !== AUDIENCE) throw new Error(`${rows[0]!.count} of ${AUDIENCE} have the feed`);
  };
  const publish = async (): Promise<{ feedId: string; rowsPerSecond: number }> => {
    const begun = performance.now();
    const response = await fetch(`${server.url}/api/performer/feeds`, {
      method: 'POST',
      headers: { authorization: performer, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Out of the kiln this morning.' }),
    });
    if (response.status !== 201) throw new Error(`publishing: ${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as { data: { _id: string } };
    while ((await events(data._id)) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const seconds = (performance.now() - begun) / 1000;
    return { feedId: data._id, rowsPerSecond: AUDIENCE / seconds };
  };
  const publishChecked = async (): Promise<number> => {
    const { feedId, rowsPerSecond } = await publish();
    await check(feedId);
    return rowsPerSecond;
  };
  let feeds = 0;
  const bare = async (): Promise<number> => {
    feeds += 1;
    const begun = performance.now();
    await stage.sql.query(
      `insert into bare_timelines (account_id, published_at, item_id, performer_id)
       select fan_id, now(), bench_id('bare' || $1::int), performer_id from subscriptions where performer_id = bench_id('person1')`,
      [feeds],
    );
    return AUDIENCE / ((performance.now() - begun) / 1000);
  };
  try {
    await Promise.all([publish(), offer(2)]);
    await bare();
    const result = await alternate(ROUNDS, publishChecked, bare);
    const quiet: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      quiet.push(...(await offer(SECONDS)));
      let isOver = false;
      const written: string[] = [];
      const publications = (async () => {
        while (!isOver) written.push((await publish()).feedId);
      })();
      beside.push(...(await offer(SECONDS)));
      isOver = true;
      await publications;
      for (const feedId of written) await check(feedId);
    }
    return [
      lineOf('a post to 100,000 subscribers, against one bare insert', 'rows/s', 0.4, result),
      // The bound is twice what the same server takes when nothing is published.
      { name: 'publish-feed: home feed while posts are written, p99', unit: 'ms', measured: p99(beside), atMost: 2 * p99(quiet) },
    ];
  } finally {
    await Promise.all([server.stop(), steady.stop()]);
  }
};
