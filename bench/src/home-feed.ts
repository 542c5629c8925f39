import { makePeople, openSession } from './people.ts';
import { type Bound, type Line, alternate, lineOf, loadWithLatency, median, startOurs, startServer } from './rounds.ts';
import type { Stage } from './stage.ts';

/** How large a site is. */
export interface Size {
  performers: number;
  postsEach: number;
  /** Subscriptions of the fan whose home feed is requested. */
  subscriptions: number;
}

const LARGE: Size = { performers: 2000, postsEach: 500, subscriptions: 500 };
const PERFORMERS = LARGE.performers;
const OTHER_FANS = 60;
const TIMELINE = 1000;
/** Every so many posts one is a gallery. */
const GALLERY_EACH = 10;
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 16;

/** Posts of every performer, and a fan who subscribes to many of them and has them on the home feed. */
export const makePosts = async ({ sql }: Stage, fan: number, { performers, postsEach, subscriptions }: Size): Promise<void> => {
  const all = `generate_series(1, ${performers}) p, generate_series(1, ${postsEach}) n`;
  await sql.query(`
    insert into items (id, kind, performer_id, title, audience, price_amount, state, published_at)
    select bench_id('post' || p || ':' || n), case n % ${GALLERY_EACH} when 0 then 'gallery' when 2 then 'video' else 'feed' end, bench_id('person' || p), 'Post ' || n,
      (array['everyone', 'followers', 'subscribers', 'buyers'])[1 + n % 4], case when n % 4 = 3 then 450 end, 'active',
      now() - make_interval(mins => n * 60 + p % 60)
    from ${all}`);
  await sql.query(`insert into item_counters (item_id) select bench_id('post' || p || ':' || n) from ${all}`);
  await sql.query(`insert into feeds (id) select bench_id('post' || p || ':' || n) from ${all} where n % ${GALLERY_EACH} not in (0, 2)`);
  await sql.query(`insert into galleries (id) select bench_id('post' || p || ':' || n) from ${all} where n % ${GALLERY_EACH} = 0`);
  await sql.query(`insert into videos (id) select bench_id('post' || p || ':' || n) from ${all} where n % ${GALLERY_EACH} = 2`);
  await sql.query(`
    insert into item_contents (item_id, media_type, title, text, photo_count, media, preview)
    select bench_id('post' || p || ':' || n), 'photo', 'Post ' || n, 'Out of the kiln this morning. The blue finally holds.', 1,
      jsonb_build_array(jsonb_build_object('id', bench_id('file' || n), 'kind', 'image', 'width', 1600, 'height', 1200, 'durationMs', null, 'thumbhash', 'o/gJDQR3d4eHeI94l4d3d2mBhg==',
        'variants', (select jsonb_agg(jsonb_build_object('name', 'picture', 'key', 'feedPhoto/' || md5(p || ':' || n) || '/' || w || '.webp', 'width', w, 'height', w * 3 / 4, 'contentType', 'image/webp'))
          from unnest(array[320, 640, 1080, 1600]) w))),
      jsonb_build_object('key', 'feedPhoto/' || md5(p || ':' || n) || '/blur.webp', 'width', 480, 'height', 360, 'thumbhash', 'o/gJDQR3d4eHeI94l4d3d2mBhg==')
    from ${all}`);
  await sql.query(
    `insert into subscriptions (fan_id, performer_id, type, price_amount, expires_at, paid_until)
     select bench_id('person' || $1::int), bench_id('person' || p), 'monthly', 900, now() + interval '20 days', now() + interval '20 days' from generate_series(1, ${subscriptions}) p`,
    [fan],
  );
  await sql.query(
    `insert into timelines (account_id, published_at, item_id, performer_id)
     select bench_id('person' || $1::int), f.published_at, f.id, f.performer_id from items f
     where f.performer_id in (select performer_id from subscriptions where fan_id = bench_id('person' || $1::int)) order by f.published_at desc limit ${TIMELINE}`,
    [fan],
  );
};

/** Creates other fans' rows, so that the tables queried for the viewer are as large as on a site of this size. */
const makeOthers = async ({ sql }: Stage): Promise<void> => {
  await sql.query(`
    insert into subscriptions (fan_id, performer_id, type, price_amount, expires_at, paid_until)
    select bench_id('person' || ${PERFORMERS + 1} + f), bench_id('person' || p), 'monthly', 900, now() + interval '20 days', now() + interval '20 days'
    from generate_series(1, ${OTHER_FANS}) f, generate_series(1, ${PERFORMERS}) p where (f + p) % 4 = 0`);
  await sql.query(`
    insert into reactions (account_id, action, object_type, object_id)
    select bench_id('person' || ${PERFORMERS + 1} + f), action, 'feed', bench_id('post' || p || ':' || 1 + f % 8)
    from generate_series(1, ${OTHER_FANS}) f, generate_series(1, ${PERFORMERS}) p, unnest(array['like', 'bookmark']) action`);
  await sql.query(`
    insert into entitlements (account_id, item_id, item_kind, source)
    select bench_id('person' || ${PERFORMERS + 1} + f), bench_id('post' || p || ':3'), 'feed', 'grant'
    from generate_series(1, ${OTHER_FANS}) f, generate_series(1, ${PERFORMERS}) p`);
  await sql.query('vacuum analyze');
};

/** Home feed of a fan with 500 subscriptions over 1M posts, real session, entitlement decided for each item. */
export const homeFeed = async (stage: Stage): Promise<readonly (Line | Bound)[]> => {
  const fan = PERFORMERS + 1;
  await makePeople(stage, PERFORMERS, 1 + OTHER_FANS);
  await makePosts(stage, fan, LARGE);
  await makeOthers(stage);
  const token = await openSession(stage, fan);
  const { rows } = await stage.sql.query<{ id: string }>(`select bench_id('person' || $1::int) as id`, [fan]);
  const [ours, bare] = await Promise.all([
    startOurs(stage, {
      LOG_LEVEL: 'silent',
      ROLES: 'web',
    }),
    startServer('./servers/bare-feed.ts', { DATABASE_URL: stage.ownerUrl, ACCOUNT: rows[0]!.id }),
  ]);
  try {
    const p99 = { ours: [] as number[], peer: [] as number[] };
    const measure = async (side: keyof typeof p99, url: string, headers: Record<string, string>): Promise<number> => {
      const result = await loadWithLatency({ url, connections: CONNECTIONS, seconds: SECONDS, headers });
      p99[side].push(result.p99);
      return result.perSecond;
    };
    const measureOurs = () => measure('ours', `${ours.url}/api/feeds/home-feeds?limit=20`, { authorization: token });
    const measureBare = () => measure('peer', bare.url, {});
    await Promise.all([measureOurs(), measureBare()]);
    // Warming up doesn't count.
    p99.ours = [];
    p99.peer = [];
    const result = await alternate(ROUNDS, measureOurs, measureBare);
    return [
      lineOf('home feed with galleries, 500 subscriptions, 1M items', 'requests/s', 0.75, result),
      { name: 'home feed: p99, by the peer’s', unit: 'times', measured: median(p99.ours) / median(p99.peer), atMost: 2 },
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
};
