import type { FeedView, OwnFeed } from '@stagedoor/contract/feeds';
import type { Poll } from '@stagedoor/contract/polls';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { type AccountViewer, type Viewer, accountIdOf, isAdmin } from '../../platform/auth/viewer.ts';
import { batchedReads } from '../../platform/database/batched-reads.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type AccountRef,
  type ViewerRef,
  accountRef,
  factColumns,
  factJoins,
  isEntitled,
  visibleItemTo,
  visiblePerformer,
} from '../entitlement/index.ts';
import { uploadedFileOf, videoOf } from '../files/index.ts';
import { isUuid } from '../orders/index.ts';
import { participantsOfItems } from '../participants/index.ts';
import { type FeedContentRow, type FeedReference, contentJoins, contentsOf, referenceColumns } from './feed-contents.ts';
import { decodeCursor, encodeCursor } from './feeds.rules.ts';
import type { FeedMedia, FileRow } from './feeds.store.ts';
import { pollsOf } from './polls.queries.ts';
import { type FeedFacts, feedViewOf } from './feeds.view.ts';

export interface FeedQuery {
  limit: number;
  offset: number;
  after?: string | undefined;
  /** Id or username. */
  performerId?: string | undefined;
  type?: string | undefined;
}

export interface FeedPage {
  data: FeedView[];
  total: number;
  after: string | null;
}

/** A row of a statement that lists feeds: the feed's reference, and the viewer's relation to it. */
export type FeedListRow = FeedReference & FeedFacts;

/** What a statement over `feeds f` with `listJoins` selects for a page of feeds. */
export const listColumns = (now: Date) => sql`
  ${referenceColumns}, ${factColumns(now)}, (rl.account_id is not null) as is_liked, (rb.account_id is not null) as is_bookmarked`;

export const listJoins = (viewer: AccountRef) => sql`
  ${contentJoins}
  ${factJoins(viewer)}
  left join reactions rl on rl.account_id = ${accountRef(viewer)} and rl.action = 'like' and rl.object_id = f.id
  left join reactions rb on rb.account_id = ${accountRef(viewer)} and rb.action = 'bookmark' and rb.object_id = f.id`;

const pollsOfFeeds = (platform: Platform, viewer: Viewer, contents: Iterable<FeedContentRow>): Promise<Map<string, Poll>> =>
  pollsOf(
    platform.database,
    accountIdOf(viewer),
    [...contents].flatMap(({ poll_id: pollId }) => pollId ?? []),
    platform.clock.now(),
  );

/** Restricts a statement over `feeds f` and `accounts a` to one performer. */
export const ofPerformer = (idOrUsername: string | undefined): RawBuilder<unknown> =>
  !idOrUsername
    ? sql``
    : isUuid(idOrUsername)
      ? sql`and f.performer_id = ${idOrUsername}::uuid`
      : sql`and a.username = ${idOrUsername.toLowerCase()}`;

/** Builds a page from its rows. One row more than `limit` means that there is a next page. */
export const pageOf = async (
  platform: Platform,
  viewer: Viewer,
  rows: readonly (FeedListRow & { total: number | null })[],
  limit: number,
): Promise<FeedPage> => {
  const shown = rows.slice(0, limit);
  const contents = await contentsOf(platform.database, shown);
  const polls = await pollsOfFeeds(platform, viewer, contents.values());
  const last = contents.get(shown.at(-1)?.id ?? '');
  return {
    data: shown.flatMap((row) => {
      const content = contents.get(row.id);
      return content ? [feedViewOf(platform, viewer, content, row, polls)] : [];
    }),
    total: rows[0]?.total ?? 0,
    after: rows.length > limit && last ? encodeCursor(last.published_at, last.id) : null,
  };
};

/** Feeds of one performer, pinned first, or the newest of all. */
export const listFeeds = async (platform: Platform, viewer: Viewer, country: string | null, query: FeedQuery): Promise<FeedPage> => {
  const viewerId = accountIdOf(viewer);
  const cursor = decodeCursor(query.after);
  const performer = ofPerformer(query.performerId);
  const condition = sql`
    f.state = 'active' ${performer} and ${visiblePerformer(viewer, country)}
    ${query.type ? sql`and f.type = ${query.type}` : sql``}`;
  // Pinned feeds come first on a profile's first page; the cursor pages through the others by time.
  const order: RawBuilder<unknown> =
    query.performerId && !cursor ? sql`f.pinned_at desc nulls last, f.published_at desc, f.id desc` : sql`f.published_at desc, f.id desc`;
  const before: RawBuilder<unknown> = cursor
    ? sql`and (f.published_at, f.id) < (${cursor.publishedAt}, ${cursor.id}::uuid) ${query.performerId ? sql`and f.pinned_at is null` : sql``}`
    : sql``;
  const total: RawBuilder<unknown> = query.performerId
    ? sql`(select count(*)::int from feeds f join accounts a on a.id = f.performer_id where f.state = 'active' ${performer})`
    : sql`(select least(count(*), 10000)::int from (select from feeds where state = 'active' limit 10000) newest)`;
  const { rows } = await sql<FeedListRow & { total: number }>`
    select ${listColumns(platform.clock.now())}, ${total} as total from feeds f ${listJoins(viewerId)}
    where ${condition} ${before}
    order by ${order}
    limit ${query.limit + 1} offset ${cursor ? 0 : query.offset}`.execute(platform.database);
  return pageOf(platform, viewer, rows, query.limit);
};

/** Feeds an account bookmarked, most recent bookmark first; without those it may no longer see. */
export const listBookmarkedFeeds = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  query: { limit: number; offset: number; after?: string | undefined },
): Promise<FeedPage> => {
  const cursor = decodeCursor(query.after);
  const saved = sql`rb.account_id = ${viewer.accountId}::uuid and rb.action = 'bookmark' and rb.object_type = 'feed'`;
  const before: RawBuilder<unknown> = cursor ? sql`and (rb.created_at, rb.object_id) < (${cursor.publishedAt}, ${cursor.id}::uuid)` : sql``;
  const { rows } = await sql<FeedListRow & { total: number; saved_at: Date }>`
    select ${listColumns(platform.clock.now())}, saved.created_at as saved_at,
      (select count(*)::int from reactions rb where ${saved}) as total
    from (select rb.object_id, rb.created_at from reactions rb where ${saved} ${before}) saved
    join feeds f on f.id = saved.object_id and f.state = 'active'
    ${listJoins(viewer.accountId)}
    where ${visiblePerformer(viewer, country)}
    order by saved.created_at desc, saved.object_id desc
    limit ${query.limit + 1} offset ${cursor ? 0 : query.offset}`.execute(platform.database);
  const page = await pageOf(platform, viewer, rows, query.limit);
  const last = rows[Math.min(query.limit, rows.length) - 1];
  return { ...page, after: rows.length > query.limit && last ? encodeCursor(last.saved_at, last.id) : null };
};

interface FeedLookup {
  feedId: string;
  viewer: Viewer;
  country: string | null;
}

/**
 * Single feeds for their viewers, as far as they may see that the feed exists. The lateral `limit` makes PostgreSQL plan each as one lookup
 * per table; with flat joins it would scan a performer's subscribers.
 */
const readFeeds = async (platform: Platform, lookups: readonly FeedLookup[]): Promise<(FeedListRow | null)[]> => {
  const viewerRef: ViewerRef = { account: sql`lookup.account_id`, isAdmin: sql`lookup.is_admin`, country: sql`lookup.country` };
  const { rows } = await sql<FeedListRow & { nr: bigint }>`
    select lookup.nr, feed.*
    from unnest(${lookups.map(({ feedId }) => feedId)}::uuid[], ${lookups.map(({ viewer }) => accountIdOf(viewer))}::uuid[],
      ${lookups.map(({ viewer }) => isAdmin(viewer))}::boolean[], ${lookups.map(({ country }) => country)}::text[])
      with ordinality lookup (feed_id, account_id, is_admin, country, nr)
    cross join lateral (
      select ${listColumns(platform.clock.now())} from feeds f ${listJoins(viewerRef.account)}
      where f.id = lookup.feed_id and f.published_at is not null
        and (f.state = 'active' or (f.state in ('deleted', 'draft') and ${isEntitled})) and ${visibleItemTo(viewerRef)}
      limit 1) feed`.execute(platform.database);
  const found: (FeedListRow | null)[] = lookups.map(() => null);
  for (const row of rows) found[Number(row.nr) - 1] = row;
  return found;
};

const readers = new WeakMap<Platform, (lookup: FeedLookup) => Promise<FeedListRow | null>>();
const readFeed = (platform: Platform, lookup: FeedLookup): Promise<FeedListRow | null> => {
  let reader = readers.get(platform);
  if (!reader) readers.set(platform, (reader = batchedReads((lookups) => readFeeds(platform, lookups))));
  return reader(lookup);
};

/**
 * One feed. Buyers still get it after it was deleted.
 * @throws CodedError NOT_FOUND also for feeds hidden from this viewer
 */
export const getFeed = async (platform: Platform, viewer: Viewer, country: string | null, feedId: string): Promise<FeedView> => {
  const row = await readFeed(platform, { feedId, viewer, country });
  const content = row && (await contentsOf(platform.database, [row])).get(row.id);
  if (!content) throw new CodedError('NOT_FOUND');
  return feedViewOf(platform, viewer, content, row, await pollsOfFeeds(platform, viewer, [content]));
};

/** A performer's own feeds, newest first, with what each has earned. */
export const listOwnFeeds = async (
  platform: Platform,
  performerId: string,
  query: { limit: number; offset: number; q?: string | undefined; state?: string | undefined; id?: string },
): Promise<{ data: OwnFeed[]; total: number }> => {
  const pattern = query.q ? `%${query.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null;
  const condition = sql`
    f.performer_id = ${performerId}::uuid and f.state <> 'deleted'
    and (${query.id ?? null}::uuid is null or f.id = ${query.id ?? null}::uuid)
    and (${query.state ?? null}::text is null or f.state = ${query.state ?? null}::text)
    and (${pattern}::text is null or lower(f.title) like ${pattern} or lower(f.text) like ${pattern})`;
  const { rows } = await sql<{
    id: string;
    type: string;
    title: string;
    text: string;
    audience: string;
    price_amount: bigint | null;
    price_version: number;
    state: string;
    like_count: number;
    comment_count: number;
    unlock_count: number;
    pinned_at: Date | null;
    poll_id: string | null;
    scheduled_at: Date | null;
    expires_at: Date | null;
    published_at: Date | null;
    created_at: Date;
    updated_at: Date;
    thumbnail_file_id: string | null;
    teaser_file_id: string | null;
    teaser: FeedMedia | null;
    teaser_cut: boolean;
    earned: bigint;
    files: FileRow[];
    total: number;
  }>`
    select f.*, i.audience, i.price_amount, i.price_version, i.like_count, i.comment_count, count(*) over ()::int as total,
      (select coalesce(sum(t.net_amount), 0)::bigint from ledger.transactions t where t.seller_id = f.performer_id and t.item_id = f.id) as earned,
      coalesce((select json_agg(x order by ff.position nulls last) from files x
        left join feed_files ff on ff.file_id = x.id and ff.feed_id = f.id
        where ff.feed_id is not null or x.id in (f.thumbnail_file_id, f.teaser_file_id)), '[]') as files
    from feeds f join items i on i.id = f.id
    where ${condition} order by f.id desc limit ${query.limit} offset ${query.offset}`.execute(platform.database);
  const seen = await participantsOfItems(
    platform.database,
    rows.map(({ id }) => id),
  );
  const polls = await pollsOf(
    platform.database,
    performerId,
    rows.flatMap(({ poll_id: pollId }) => pollId ?? []),
    platform.clock.now(),
  );
  const data = rows.map((row): OwnFeed => {
    const file = (id: string | null) => row.files.find((candidate) => candidate.id === id);
    const thumbnail = file(row.thumbnail_file_id);
    const teaser = file(row.teaser_file_id);
    return {
      _id: row.id,
      type: row.type as OwnFeed['type'],
      title: row.title,
      text: row.text,
      audience: row.audience as OwnFeed['audience'],
      price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
      priceVersion: row.price_version,
      state: row.state as OwnFeed['state'],
      files: row.files
        .filter(({ id }) => id !== row.thumbnail_file_id && id !== row.teaser_file_id)
        .map((found) => uploadedFileOf(platform, found)),
      thumbnail: thumbnail ? uploadedFileOf(platform, thumbnail) : null,
      teaser: teaser ? uploadedFileOf(platform, teaser) : null,
      teaserCut: row.teaser_cut,
      teaserVideo: row.teaser && videoOf(platform, row.teaser),
      participantIds: seen.get(row.id)?.participantIds ?? [],
      producedOn: seen.get(row.id)?.producedOn ?? null,
      counts: { likes: row.like_count, comments: row.comment_count, unlocks: row.unlock_count },
      earned: hundredthsToNumber(row.earned),
      poll: polls.get(row.poll_id ?? '') ?? null,
      isPinned: row.pinned_at !== null,
      scheduledAt: row.scheduled_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      publishedAt: row.published_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  });
  return { data, total: rows[0]?.total ?? 0 };
};

/** @throws CodedError NOT_FOUND */
export const getOwnFeed = async (platform: Platform, performerId: string, feedId: string): Promise<OwnFeed> => {
  const { data } = await listOwnFeeds(platform, performerId, { limit: 1, offset: 0, id: feedId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};
