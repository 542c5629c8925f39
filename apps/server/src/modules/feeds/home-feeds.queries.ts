import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type AccountViewer, isAdmin } from '../../platform/auth/viewer.ts';
import { gatheredReads } from '../../platform/database/gathered-reads.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Onlooker, accountTerm, visiblePerformerTo } from '../entitlement/index.ts';
import { follows, subscribes } from './audience.ts';
import { type FeedListRow, type FeedPage, listColumns, listJoins, pageOf } from './feeds.queries.ts';
import { decodeCursor } from './feeds.rules.ts';
import { LAST, TIMELINES } from './timelines.ts';

/** Which of the feeds at home. */
export interface HomeFilter {
  type?: string | undefined;
  polls?: boolean | undefined;
  from?: 'subscriptions' | 'following' | undefined;
}

/** `sorted_at`: milliseconds since 1970. */
type HomeRow = FeedListRow & { sorted_at: number };
/** Without a feed when the timeline has none: who is wide is still told. */
type TimelineRow = { [K in keyof HomeRow]: HomeRow[K] | null } & { nr: bigint; wide_ids: string[] | null };

const MAX_COUNTED = 100;

const onlookerOf = (viewer: AccountViewer, country: string | null): Onlooker => ({
  account: viewer.accountId,
  isAdmin: isAdmin(viewer),
  country,
});

/**
 * The statements' parts: what a viewer's home is made of. A timeline's rows are candidates: that their performer is still followed or
 * subscribed to, and seen by this viewer, is asked at reading, so an ended subscription or a block works at once.
 */
const partsOf = (onlooker: Onlooker, now: Date, filter: HomeFilter) => {
  const viewer = accountTerm(onlooker.account);
  const isSubscribed = subscribes(viewer, sql`w.account_id`, now);
  const isFollowed = follows(viewer, sql`w.account_id`);
  const of = (subscription: RawBuilder<unknown>, following: RawBuilder<unknown>): RawBuilder<unknown> =>
    filter.from === 'subscriptions' ? subscription : filter.from === 'following' ? following : sql`(${following} or ${subscription})`;
  return {
    /** The performers of this viewer whose feeds aren't written to timelines. They are few on any site, and have an index of their own. */
    wideIds: sql<string[]>`array(
      select w.account_id from performers w where w.wide_since is not null and ${of(isSubscribed, isFollowed)})`,
    ofFeed: sql`f.state = 'active'
      ${filter.type ? sql`and f.type = ${filter.type}` : sql``}
      ${filter.polls ? sql`and f.poll_id is not null` : sql``}`,
    ofPerformer: sql`${of(sql`es.expires_at > ${now}`, sql`ef.account_id is not null`)} and ${visiblePerformerTo(onlooker)}`,
  };
};

const keyOf = ({ type, polls, from }: HomeFilter): string => `${type} ${polls} ${from}`;

/** A plain number: nobody reads a date out of it that is only compared. */
const milliseconds = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::float8`;

const newestFirst = (one: HomeRow, other: HomeRow): number => other.sorted_at - one.sorted_at || (one.id < other.id ? 1 : -1);

type Cursor = ReturnType<typeof decodeCursor>;

interface TimelineAsk {
  viewer: AccountViewer;
  country: string | null;
  cursor: Cursor;
}
interface TimelinePage {
  rows: HomeRow[];
  /** The performers of whom nothing is in `rows`: their feeds aren't written to timelines. */
  wideIds: string[];
}

/** The newest `count` rows of each asker's timeline before their cursor, in one statement, which carries what entitlement needs. */
const readTimelines = async (
  platform: Platform,
  filter: HomeFilter,
  count: number,
  asks: readonly TimelineAsk[],
): Promise<TimelinePage[]> => {
  const now = platform.clock.now();
  const asker: Onlooker = {
    account: sql`asked.account_id`,
    isAdmin: sql`asked.is_admin`,
    country: sql`asked.country`,
    blockers: sql`held.blockers`,
  };
  const parts = partsOf(asker, now, filter);
  const { rows } = await sql<TimelineRow>`
    select asked.nr, page.*, nullif(held.wide_ids, '{}') as wide_ids
    from unnest(${asks.map(({ viewer }) => viewer.accountId)}::uuid[], ${asks.map(({ viewer }) => isAdmin(viewer))}::boolean[],
      ${asks.map(({ country }) => country)}::text[], ${asks.map(({ cursor }) => cursor?.publishedAt ?? 'infinity')}::timestamptz[],
      ${asks.map(({ cursor }) => cursor?.id ?? LAST)}::uuid[])
      with ordinality asked (account_id, is_admin, country, published_at, feed_id, nr)
    cross join lateral (
      select ${parts.wideIds} as wide_ids, array(select performer_id from blocks where account_id = asked.account_id) as blockers offset 0) held
    left join lateral (
      select ${listColumns(now)}, ${milliseconds(sql`t.published_at`)} as sorted_at
      from timelines t
      join feeds f on f.id = t.feed_id and ${parts.ofFeed}
      ${listJoins(asker.account)}
      where t.account_id = asked.account_id and t.performer_id <> all(held.wide_ids)
        and (t.published_at, t.feed_id) < (asked.published_at, asked.feed_id) and ${parts.ofPerformer}
      order by t.published_at desc, t.feed_id desc
      limit ${count}) page on true
    order by asked.nr, page.sorted_at desc, page.id desc`.execute(platform.database);
  const pages: TimelinePage[] = asks.map(() => ({ rows: [], wideIds: [] }));
  for (const row of rows) {
    const page = pages[Number(row.nr) - 1]!;
    page.wideIds = row.wide_ids ?? [];
    if (row.id !== null) page.rows.push(row as HomeRow);
  }
  return pages;
};

/** For so long a count is told again, in milliseconds. */
const COUNTED_MS = 10_000;
const MAX_COUNTS = 10_000;
interface Count {
  total: number;
  newestId: string | undefined;
}
const counts = new WeakMap<Platform, LRUCache<string, Count>>();

/**
 * How many feeds are at home: as many of the timeline as one keeps, and as many again of performers with a wide audience. Counting
 * costs as much as reading a page, so it's done once in some seconds; what came meanwhile is counted on the page itself.
 * @param newestIds of the feeds on the first page, newest first; none for another page
 */
const countHomeFeeds = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  filter: HomeFilter,
  wideIds: readonly string[],
  newestIds: readonly string[],
): Promise<number> => {
  let ofPlatform = counts.get(platform);
  if (!ofPlatform) counts.set(platform, (ofPlatform = new LRUCache({ max: MAX_COUNTS, ttl: COUNTED_MS })));
  const key = `${viewer.accountId} ${keyOf(filter)}`;
  const known = ofPlatform.get(key);
  if (known && newestIds.length === 0) return known.total;
  const came = known?.newestId === undefined ? -1 : newestIds.indexOf(known.newestId);
  if (known && came >= 0) {
    const sum = Math.max(known.total, Math.min(known.total + came, TIMELINES.rows));
    if (came > 0) ofPlatform.set(key, { total: sum, newestId: newestIds[0] }, { noUpdateTTL: true });
    return sum;
  }
  const parts = partsOf(onlookerOf(viewer, country), platform.clock.now(), filter);
  const isFiltered = filter.type !== undefined || filter.polls === true || filter.from !== undefined;
  const filtered = isFiltered
    ? sql`join feeds f on f.id = t.feed_id and ${parts.ofFeed} ${listJoins(viewer.accountId)} where ${parts.ofPerformer} and`
    : sql`where`;
  const { rows } = await sql<{ total: number }>`
    select (
      (select count(*) from (
        select from timelines t ${filtered} t.account_id = ${viewer.accountId}::uuid and t.performer_id <> all(${wideIds as string[]}::uuid[])
        limit ${TIMELINES.rows}) of_timeline)
      + (select count(*) from (
        select from feeds f where f.performer_id = any(${wideIds as string[]}::uuid[]) and ${parts.ofFeed} limit ${TIMELINES.rows}) of_wide))::int as total`.execute(
    platform.database,
  );
  const { total } = rows[0]!;
  ofPlatform.set(key, { total, newestId: newestIds[0] });
  return total;
};

/** Readers for the ways in which homes are asked for: nearly always one. */
const readers = new WeakMap<Platform, LRUCache<string, (ask: TimelineAsk) => Promise<TimelinePage>>>();
const readTimeline = (platform: Platform, filter: HomeFilter, count: number, ask: TimelineAsk): Promise<TimelinePage> => {
  let ofPlatform = readers.get(platform);
  if (!ofPlatform) readers.set(platform, (ofPlatform = new LRUCache({ max: 50 })));
  const key = `${keyOf(filter)} ${count}`;
  let reader = ofPlatform.get(key);
  if (!reader) ofPlatform.set(key, (reader = gatheredReads((asks) => readTimelines(platform, filter, count, asks))));
  return reader(ask);
};

/**
 * The viewer's home: their timeline, and merged with it the feeds of performers with a wide audience, read from their index by a second
 * statement. The first one's snapshot says who those are, and leaves their rows out, so that each feed comes from one of the two while a
 * performer changes over.
 */
export const listHomeFeeds = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  query: HomeFilter & { limit: number; offset: number; after?: string | undefined },
): Promise<FeedPage> => {
  const cursor = decodeCursor(query.after);
  const skipped = cursor ? 0 : query.offset;
  // By offset only as far as a timeline reaches; further goes the cursor.
  if (skipped > TIMELINES.rows) return { data: [], total: TIMELINES.rows, after: null };
  const filter: HomeFilter = { type: query.type, polls: query.polls, from: query.from };
  const count = skipped + query.limit + 1;
  const { rows, wideIds } = await readTimeline(platform, filter, count, { viewer, country, cursor });
  let found = rows;
  if (wideIds.length > 0) {
    const wide = await listWideFeeds(platform, onlookerOf(viewer, country), filter, wideIds, cursor, count);
    found = [...found, ...wide].sort(newestFirst).slice(0, count);
  }
  const isWhole = cursor === null && found.length < count;
  const total = isWhole
    ? found.length
    : await countHomeFeeds(platform, viewer, country, filter, wideIds, cursor ? [] : found.map(({ id }) => id));
  return pageOf(
    platform,
    viewer,
    found.slice(skipped).map((row) => ({ ...row, total })),
    query.limit,
  );
};

/** The latest feeds of performers with a wide audience, each performer's by the index of their feeds. */
const listWideFeeds = async (
  platform: Platform,
  onlooker: Onlooker,
  filter: HomeFilter,
  performerIds: readonly string[],
  cursor: Cursor,
  count: number,
): Promise<HomeRow[]> => {
  const now = platform.clock.now();
  const parts = partsOf(onlooker, now, filter);
  const bound = cursor ? sql`and (f.published_at, f.id) < (${cursor.publishedAt}, ${cursor.id}::uuid)` : sql``;
  const { rows } = await sql<HomeRow>`
    select ${listColumns(now)}, ${milliseconds(sql`f.published_at`)} as sorted_at
    from unnest(${performerIds as string[]}::uuid[]) wide (performer_id)
    cross join lateral (
      select f.id from feeds f where f.performer_id = wide.performer_id and ${parts.ofFeed} ${bound}
      order by f.published_at desc, f.id desc limit ${count}) newest
    join feeds f on f.id = newest.id
    ${listJoins(onlooker.account)}
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
  const parts = partsOf(onlookerOf(viewer, country), now, query);
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
