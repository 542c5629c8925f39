import { type RawBuilder, sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../entitlement/index.ts';
import { type FeedListRow, type FeedPage, listColumns, listJoins, pageOf } from './feeds.queries.ts';
import { decodeCursor } from './feeds.rules.ts';
import { TIMELINES } from './timelines.ts';

/** Which of the feeds at home. */
export interface HomeFilter {
  type?: string | undefined;
  polls?: boolean | undefined;
  from?: 'subscriptions' | 'following' | undefined;
}

/** `sorted_at`: milliseconds since 1970. */
type HomeRow = FeedListRow & { sorted_at: number };
/** Without a feed when the timeline has none: what holds for the whole page is still told. */
type TimelineRow = { [K in keyof HomeRow]: HomeRow[K] | null } & { wide_ids: string[] | null; total: number };

const MAX_COUNTED = 100;

/**
 * The statements' parts: what a viewer's home is made of. A timeline's rows are candidates: that their performer is still followed or
 * subscribed to, and seen by this viewer, is asked at reading, so an ended subscription or a block works at once.
 */
const partsOf = (viewer: AccountViewer, country: string | null, now: Date, filter: HomeFilter) => {
  const viewerId = viewer.accountId;
  const subscribes = sql`es.expires_at > ${now}`;
  const follows = sql`ef.account_id is not null`;
  const isSubscribed = sql`exists (
    select from subscriptions s where s.fan_id = ${viewerId}::uuid and s.performer_id = w.account_id and s.expires_at > ${now})`;
  const isFollowed = sql`exists (
    select from reactions r where r.account_id = ${viewerId}::uuid and r.action = 'follow' and r.object_id = w.account_id)`;
  const of = (subscription: RawBuilder<unknown>, following: RawBuilder<unknown>): RawBuilder<unknown> =>
    filter.from === 'subscriptions' ? subscription : filter.from === 'following' ? following : sql`(${following} or ${subscription})`;
  return {
    /** The performers of this viewer whose feeds aren't written to timelines. They are few on any site, and have an index of their own. */
    wideIds: sql`array(
      select w.account_id from performers w where w.wide_since is not null and ${of(isSubscribed, isFollowed)})`,
    ofFeed: sql`f.state = 'active'
      ${filter.type ? sql`and f.type = ${filter.type}` : sql``}
      ${filter.polls ? sql`and f.poll_id is not null` : sql``}`,
    ofPerformer: sql`${of(subscribes, follows)} and ${visiblePerformer(viewer, country)}`,
  };
};

/** A plain number: nobody reads a date out of it that is only compared. */
const milliseconds = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::float8`;

const isFiltered = ({ type, polls, from }: HomeFilter): boolean => type !== undefined || polls === true || from !== undefined;

const newestFirst = (one: HomeRow, other: HomeRow): number => other.sorted_at - one.sorted_at || (one.id < other.id ? 1 : -1);

/**
 * The viewer's home: their timeline in one statement, which carries what entitlement needs. Feeds of performers with a wide audience
 * are read from their index by a second one and merged; the first one's snapshot says who those are, and leaves their rows out, so that
 * each feed comes from one of the two while a performer changes over.
 */
export const listHomeFeeds = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  query: HomeFilter & { limit: number; offset: number; after?: string | undefined },
): Promise<FeedPage> => {
  const now = platform.clock.now();
  const parts = partsOf(viewer, country, now, query);
  const cursor = decodeCursor(query.after);
  const skipped = cursor ? 0 : query.offset;
  // By offset only as far as a timeline reaches; further goes the cursor.
  if (skipped > TIMELINES.rows) return { data: [], total: TIMELINES.rows, after: null };
  const count = skipped + query.limit + 1;
  const before = (columns: RawBuilder<unknown>): RawBuilder<unknown> =>
    cursor ? sql`and ${columns} < (${cursor.publishedAt}, ${cursor.id}::uuid)` : sql``;
  const total = isFiltered(query)
    ? sql`select count(*)::int as rows from timelines t join feeds f on f.id = t.feed_id and ${parts.ofFeed} ${listJoins(viewer.accountId)}
        where t.account_id = ${viewer.accountId}::uuid and t.performer_id <> all(wide.ids) and ${parts.ofPerformer}`
    : sql`select count(*)::int as rows from timelines where account_id = ${viewer.accountId}::uuid and performer_id <> all(wide.ids)`;
  const { rows } = await sql<TimelineRow>`
    select page.*, nullif(wide.ids, '{}') as wide_ids, least(totals.rows, ${TIMELINES.rows}) as total
    from (select ${parts.wideIds} as ids offset 0) wide
    cross join lateral (${total}) totals
    left join lateral (
      select ${listColumns(now)}, ${milliseconds(sql`t.published_at`)} as sorted_at
      from timelines t
      join feeds f on f.id = t.feed_id and ${parts.ofFeed}
      ${listJoins(viewer.accountId)}
      where t.account_id = ${viewer.accountId}::uuid and t.performer_id <> all(wide.ids) ${before(sql`(t.published_at, t.feed_id)`)} and ${parts.ofPerformer}
      order by t.published_at desc, t.feed_id desc
      limit ${count}) page on true
    order by page.sorted_at desc, page.id desc`.execute(platform.database);
  const wideIds = rows[0]!.wide_ids ?? [];
  let found = rows.filter(({ id }) => id !== null) as unknown as HomeRow[];
  let wideTotal = 0;
  if (wideIds.length > 0) {
    const wide = await listWideFeeds(platform, viewer, now, parts, wideIds, before(sql`(f.published_at, f.id)`), count);
    found = [...found, ...wide].sort(newestFirst).slice(0, count);
    wideTotal = wide[0]?.of_wide ?? 0;
  }
  const totalCount = rows[0]!.total + wideTotal;
  return pageOf(
    platform,
    viewer,
    found.slice(skipped).map((row) => ({ ...row, total: totalCount })),
    query.limit,
  );
};

/** The latest feeds of performers with a wide audience, each performer's by the index of their feeds. */
const listWideFeeds = async (
  platform: Platform,
  viewer: AccountViewer,
  now: Date,
  parts: ReturnType<typeof partsOf>,
  performerIds: readonly string[],
  bound: RawBuilder<unknown>,
  count: number,
): Promise<(HomeRow & { of_wide: number })[]> => {
  const { rows } = await sql<HomeRow & { of_wide: number }>`
    select ${listColumns(now)}, ${milliseconds(sql`f.published_at`)} as sorted_at,
      (select count(*)::int from (select from feeds f where f.performer_id = any(${performerIds as string[]}::uuid[]) and ${parts.ofFeed}
        limit ${TIMELINES.rows}) counted) as of_wide
    from unnest(${performerIds as string[]}::uuid[]) wide (performer_id)
    cross join lateral (
      select f.id from feeds f where f.performer_id = wide.performer_id and ${parts.ofFeed} ${bound}
      order by f.published_at desc, f.id desc limit ${count}) newest
    join feeds f on f.id = newest.id
    ${listJoins(viewer.accountId)}
    where ${parts.ofPerformer}
    order by f.published_at desc, f.id desc
    limit ${count}`.execute(platform.database);
  return rows;
};

/** How many feeds came to the viewer's home after one, of those that they look at. */
export const countNewHomeFeeds = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  query: HomeFilter & { since: string; sinceId?: string | undefined },
): Promise<{ count: number }> => {
  const now = platform.clock.now();
  const parts = partsOf(viewer, country, now, query);
  const since = new Date(query.since);
  const newer = (columns: RawBuilder<unknown>, instant: RawBuilder<unknown>): RawBuilder<unknown> =>
    query.sinceId ? sql`${columns} > (${since}, ${query.sinceId}::uuid)` : sql`${instant} > ${since}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (select f.id from (select ${parts.wideIds} as ids) wide
        cross join unnest(wide.ids) performer (id)
        join feeds f on f.performer_id = performer.id and ${parts.ofFeed} and ${newer(sql`(f.published_at, f.id)`, sql`f.published_at`)}
        ${listJoins(viewer.accountId)}
        where ${parts.ofPerformer} limit ${MAX_COUNTED})
      union
      (select f.id from timelines t
        join feeds f on f.id = t.feed_id and ${parts.ofFeed}
        ${listJoins(viewer.accountId)}
        where t.account_id = ${viewer.accountId}::uuid and ${newer(sql`(t.published_at, t.feed_id)`, sql`t.published_at`)} and ${parts.ofPerformer}
        limit ${MAX_COUNTED})
      limit ${MAX_COUNTED}) counted`.execute(platform.database);
  return { count: rows[0]!.count };
};
