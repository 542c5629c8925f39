import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type AccountViewer, isAdmin } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { batchedReads } from '../../platform/database/batched-reads.ts';
import { decodeCursor, encodeCursor } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ViewerRef, accountRef, hiddenFromHomeOf, visiblePerformerTo } from '../access/index.ts';
import { type ItemListRow, type ItemPage, listColumns, listJoins, ofMediaType, viewsOf } from '../items/index.ts';
import { follows, subscribes } from './audience.ts';
import { fillHome } from './fill-home.ts';
import { isHomeInactive } from './inactive-homes.ts';
import { KINDS, MAX_ID, TIMELINES } from './timelines.ts';

/** Filter of the home feed. */
export interface HomeFilter {
  /** All kinds of home feeds unless given. */
  kinds?: readonly string[] | undefined;
  type?: string | undefined;
  polls?: boolean | undefined;
  from?: 'subscriptions' | 'following' | undefined;
}

/** `sorted_at`: milliseconds since 1970. */
type HomeRow = ItemListRow & { sorted_at: number };
/** Without an item when the timeline is empty: the other columns are still needed. */
type TimelineRow = (HomeRow | { [K in keyof HomeRow]: null }) & { nr: bigint; wide_ids: string[] | null; is_inactive: boolean };

const MAX_COUNTED = 100;

const viewerRefOf = (viewer: AccountViewer, country: string | null): ViewerRef => ({
  account: viewer.accountId,
  isAdmin: isAdmin(viewer),
  country,
  blockers: hiddenFromHomeOf(sql`${viewer.accountId}::uuid`),
});

const kindsOf = ({ kinds }: HomeFilter): readonly string[] => (kinds ? KINDS.filter((kind) => kinds.includes(kind)) : KINDS);

/**
 * The SQL fragments of a viewer's home feed. A timeline's rows are candidates: whether the performer is still followed or subscribed to,
 * and visible to this viewer, is checked when reading, so an ended subscription or a block takes effect at once.
 */
const partsOf = (viewerRef: ViewerRef, now: Date, filter: HomeFilter) => {
  const viewer = accountRef(viewerRef.account);
  const isSubscribed = subscribes(viewer, sql`w.account_id`, now);
  const isFollowed = follows(viewer, sql`w.account_id`);
  const of = (subscription: RawBuilder<unknown>, following: RawBuilder<unknown>): RawBuilder<unknown> =>
    filter.from === 'subscriptions' ? subscription : filter.from === 'following' ? following : sql`(${following} or ${subscription})`;
  return {
    /** The viewer's performers whose items aren't written to timelines. They are few on any site, and have an index of their own. */
    wideIds: sql<string[]>`array(
      select w.account_id from performers w where w.wide_since is not null and ${of(isSubscribed, isFollowed)})`,
    ofItem: sql`i.state = 'active' ${filter.kinds ? sql`and i.kind = any(${kindsOf(filter)}::text[])` : sql``} ${filter.type ? sql`and ${ofMediaType(filter.type)}` : sql``}
      ${filter.polls ? sql`and exists (select from feeds f where f.id = i.id and f.poll_id is not null)` : sql``}`,
    ofPerformer: sql`${of(sql`es.expires_at > ${now}`, sql`ef.account_id is not null`)} and ${visiblePerformerTo(viewerRef)}`,
  };
};

const keyOf = ({ kinds, type, polls, from }: HomeFilter): string => `${kinds?.join()} ${type} ${polls} ${from}`;

/** As a number, since it is only compared: saves parsing a date. */
const milliseconds = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::float8`;

const newestFirst = (one: HomeRow, other: HomeRow): number => other.sorted_at - one.sorted_at || (one.id < other.id ? 1 : -1);

type Cursor = ReturnType<typeof decodeCursor>;

interface TimelineRequest {
  viewer: AccountViewer;
  country: string | null;
  cursor: Cursor;
}
interface TimelinePage {
  rows: HomeRow[];
  /** Performers not covered by `rows`: their items aren't written to timelines. */
  wideIds: string[];
  /** It must be filled before it is read. */
  isInactive: boolean;
}

/**
 * The newest `count` rows of each requested timeline before its cursor, in one statement, with the columns that entitlement needs; or only
 * their ids and instants, from which PostgreSQL leaves out the joins that select nothing.
 */
const readTimelines = async (
  platform: Platform,
  filter: HomeFilter,
  count: number,
  isIdsOnly: boolean,
  requests: readonly TimelineRequest[],
): Promise<TimelinePage[]> => {
  const now = platform.clock.now();
  const viewerRef: ViewerRef = {
    account: sql`request.account_id`,
    isAdmin: sql`request.is_admin`,
    country: sql`request.country`,
    blockers: sql`common.blockers`,
  };
  const columns = isIdsOnly ? sql`i.id` : listColumns(now, viewerRef.account);
  const parts = partsOf(viewerRef, now, filter);
  const { rows } = await sql<TimelineRow>`
    select request.nr, page.*, nullif(common.wide_ids, '{}') as wide_ids, common.is_inactive
    from unnest(${requests.map(({ viewer }) => viewer.accountId)}::uuid[], ${requests.map(({ viewer }) => isAdmin(viewer))}::boolean[],
      ${requests.map(({ country }) => country)}::text[], ${requests.map(({ cursor }) => cursor?.at ?? 'infinity')}::timestamptz[],
      ${requests.map(({ cursor }) => cursor?.id ?? MAX_ID)}::uuid[])
      with ordinality request (account_id, is_admin, country, published_at, item_id, nr)
    cross join lateral (
      select ${parts.wideIds} as wide_ids, ${hiddenFromHomeOf(sql`request.account_id`)} as blockers,
        ${isHomeInactive(sql`request.account_id`)} as is_inactive offset 0) common
    left join lateral (
      select ${columns}, ${milliseconds(sql`t.published_at`)} as sorted_at
      from timelines t
      join items i on i.id = t.item_id and ${parts.ofItem}
      ${listJoins(viewerRef.account)}
      where t.account_id = request.account_id and t.performer_id <> all(common.wide_ids)
        and (t.published_at, t.item_id) < (request.published_at, request.item_id) and ${parts.ofPerformer}
      order by t.published_at desc, t.item_id desc
      limit ${sql.lit(count)}) page on true
    order by request.nr, page.sorted_at desc, page.id desc`.execute(platform.database);
  const pages: TimelinePage[] = requests.map(() => ({ rows: [], wideIds: [], isInactive: false }));
  for (const row of rows) {
    const page = pages[Number(row.nr) - 1]!;
    page.wideIds = row.wide_ids ?? [];
    page.isInactive = row.is_inactive;
    if (row.id !== null) page.rows.push(row);
  }
  return pages;
};

/** How long a count is cached. */
const COUNTED_MS = 10_000;
const MAX_COUNTS = 10_000;
interface Count {
  total: number;
  newestId: string | undefined;
}
const counts = new WeakMap<Platform, LRUCache<string, Count>>();

/**
 * The number of items in the home feed, limited to the size of a timeline, and the same again for performers with a wide audience. Counting
 * costs as much as reading a page, so the count is cached for some seconds; newer items are counted on the page itself.
 * @param newestIds of the items on the first page, newest first; none for another page
 */
const countHome = async (
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
  const parts = partsOf(viewerRefOf(viewer, country), platform.clock.now(), filter);
  const isFiltered = filter.type !== undefined || filter.polls === true || filter.from !== undefined || filter.kinds !== undefined;
  const filtered = isFiltered
    ? sql`join items i on i.id = t.item_id and ${parts.ofItem} ${listJoins(viewer.accountId)} where ${parts.ofPerformer} and`
    : sql`where`;
  const { rows } = await sql<{ total: number }>`
    select (
      (select count(*) from (
        select from timelines t ${filtered} t.account_id = ${viewer.accountId}::uuid and t.performer_id <> all(${wideIds}::uuid[])
        limit ${sql.lit(TIMELINES.rows)}) of_timeline)
      + (select count(*) from (
        select from items i
        where i.performer_id = any(${wideIds}::uuid[]) and i.kind = any(${kindsOf(filter)}::text[]) and i.parent_id is null
          and ${parts.ofItem}
        limit ${sql.lit(TIMELINES.rows)}) of_wide))::int as total`.execute(platform.database);
  const { total } = rows[0]!;
  ofPlatform.set(key, { total, newestId: newestIds[0] });
  return total;
};

/** Batched readers by filter and page size: nearly always one. */
const readers = new WeakMap<Platform, LRUCache<string, (request: TimelineRequest) => Promise<TimelinePage>>>();
const readTimeline = async (
  platform: Platform,
  filter: HomeFilter,
  count: number,
  isIdsOnly: boolean,
  request: TimelineRequest,
): Promise<TimelinePage> => {
  let ofPlatform = readers.get(platform);
  if (!ofPlatform) readers.set(platform, (ofPlatform = new LRUCache({ max: 50 })));
  const key = `${keyOf(filter)} ${count} ${isIdsOnly}`;
  let reader = ofPlatform.get(key);
  if (!reader) ofPlatform.set(key, (reader = batchedReads((requests) => readTimelines(platform, filter, count, isIdsOnly, requests))));
  const page = await reader(request);
  if (!page.isInactive) return page;
  await fillHome(platform, request.viewer.accountId);
  return reader(request);
};

/** The rows of items that the viewer may see, in the order of their ids. */
const readRows = async (platform: Platform, viewer: AccountViewer, ids: readonly string[]): Promise<ItemListRow[]> => {
  const { rows } = await sql<ItemListRow>`
    select ${listColumns(platform.clock.now(), viewer.accountId)} from items i ${listJoins(viewer.accountId)} where i.id = any(${ids}::uuid[])`.execute(
    platform.database,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/**
 * The viewer's home feed: their timeline, merged with the items of performers with a wide audience, which a second statement reads from
 * their index. The first statement's snapshot determines those performers and leaves their rows out, so that each item comes from exactly
 * one of the two while a performer switches over.
 */
export const listHome = async <View>(
  platform: Platform,
  { viewer, country, locale }: Caller<AccountViewer>,
  query: HomeFilter & { limit: number; offset: number; after?: string | undefined },
): Promise<ItemPage<View>> => {
  const cursor = decodeCursor(query.after);
  const skipped = cursor ? 0 : query.offset;
  // The offset is limited to the size of a timeline; the cursor goes further.
  if (skipped > TIMELINES.rows) return { data: [], total: TIMELINES.rows, after: null };
  const filter: HomeFilter = { kinds: query.kinds, type: query.type, polls: query.polls, from: query.from };
  const count = skipped + query.limit + 1;
  // What is skipped is read by its ids alone.
  const { rows, wideIds } = await readTimeline(platform, filter, count, skipped > 0, { viewer, country, cursor });
  let found = rows;
  if (wideIds.length > 0) {
    const wide = await listWide(platform, viewerRefOf(viewer, country), filter, wideIds, cursor, count);
    found = [...found, ...wide].sort(newestFirst).slice(0, count);
  }
  const isWhole = cursor === null && found.length < count;
  const total = isWhole
    ? found.length
    : await countHome(platform, viewer, country, filter, wideIds, cursor ? [] : found.map(({ id }) => id));
  const shown = found.slice(skipped, skipped + query.limit);
  const last = shown.at(-1);
  return {
    data: await viewsOf<View>(
      platform,
      { viewer, country, locale },
      skipped > 0
        ? await readRows(
            platform,
            viewer,
            shown.map(({ id }) => id),
          )
        : shown,
    ),
    total,
    after: found.length > skipped + query.limit && last ? encodeCursor(new Date(last.sorted_at), last.id) : null,
  };
};

/** The latest items of performers with a wide audience, read by the index of each performer's items. */
const listWide = async (
  platform: Platform,
  viewerRef: ViewerRef,
  filter: HomeFilter,
  performerIds: readonly string[],
  cursor: Cursor,
  count: number,
): Promise<HomeRow[]> => {
  const now = platform.clock.now();
  const parts = partsOf(viewerRef, now, filter);
  const bound = cursor ? sql`and (i.published_at, i.id) < (${cursor.at}, ${cursor.id}::uuid)` : sql``;
  const { rows } = await sql<HomeRow>`
    select ${listColumns(now, viewerRef.account)}, ${milliseconds(sql`i.published_at`)} as sorted_at
    from unnest(${performerIds}::uuid[]) wide (performer_id)
    cross join unnest(${kindsOf(filter)}::text[]) of_kind (kind)
    cross join lateral (
      select i.id from items i
      where i.performer_id = wide.performer_id and i.kind = of_kind.kind and i.parent_id is null and ${parts.ofItem} ${bound}
      order by i.published_at desc, i.id desc limit ${sql.lit(count)}) newest
    join items i on i.id = newest.id
    ${listJoins(viewerRef.account)}
    where ${parts.ofPerformer}
    order by i.published_at desc, i.id desc
    limit ${sql.lit(count)}`.execute(platform.database);
  return rows;
};

interface NewAtHome {
  since: string;
  sinceId?: string | undefined;
}

const readNewAtHome = async (
  platform: Platform,
  { viewer, country }: Caller<AccountViewer>,
  query: HomeFilter & NewAtHome,
): Promise<{ count: number; is_inactive: boolean }> => {
  const now = platform.clock.now();
  const parts = partsOf(viewerRefOf(viewer, country), now, query);
  const since = new Date(query.since);
  const newer = (columns: RawBuilder<unknown>, instant: RawBuilder<unknown>): RawBuilder<unknown> =>
    query.sinceId ? sql`${columns} > (${since}, ${query.sinceId}::uuid)` : sql`${instant} > ${since}`;
  const { rows } = await sql<{ count: number; is_inactive: boolean }>`
    select count(*)::int as count, ${isHomeInactive(sql`${viewer.accountId}::uuid`)} as is_inactive from (
      (select i.id from (select ${parts.wideIds} as ids) wide
        cross join unnest(wide.ids) performer (id)
        join items i on i.performer_id = performer.id and i.kind = any(${kindsOf(query)}::text[]) and i.parent_id is null and ${parts.ofItem} and ${newer(sql`(i.published_at, i.id)`, sql`i.published_at`)}
        ${listJoins(viewer.accountId)}
        where ${parts.ofPerformer} limit ${sql.lit(MAX_COUNTED)})
      union
      (select i.id from timelines t
        join items i on i.id = t.item_id and ${parts.ofItem}
        ${listJoins(viewer.accountId)}
        where t.account_id = ${viewer.accountId}::uuid and ${newer(sql`(t.published_at, t.item_id)`, sql`t.published_at`)} and ${parts.ofPerformer}
        limit ${sql.lit(MAX_COUNTED)})
      limit ${sql.lit(MAX_COUNTED)}) counted`.execute(platform.database);
  return rows[0]!;
};

/** How many items matching the filter are newer than a given one. */
export const countNewAtHome = async (
  platform: Platform,
  caller: Caller<AccountViewer>,
  query: HomeFilter & NewAtHome,
): Promise<{ count: number }> => {
  const { count, is_inactive: isInactive } = await readNewAtHome(platform, caller, query);
  if (!isInactive) return { count };
  await fillHome(platform, caller.viewer.accountId);
  const filled = await readNewAtHome(platform, caller, query);
  return { count: filled.count };
};
