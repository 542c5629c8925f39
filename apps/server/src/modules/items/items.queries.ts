import { ITEM_KINDS, type ItemKind } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { type AccountViewer, type Viewer, accountIdOf, isAdmin } from '../../platform/auth/viewer.ts';
import { batchedReads } from '../../platform/database/batched-reads.ts';
import { CodedError } from '../../platform/errors.ts';
import { decodeCursor, encodeCursor } from '../../platform/lists.ts';
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
} from '../access/index.ts';
import { isUuid } from '../orders/index.ts';
import { type ItemContentRow, type ItemReference, contentJoins, contentsOf, referenceColumns } from './item-contents.ts';
import { type ItemFacts, itemViewOf } from './items.view.ts';
import { itemKind } from './kinds.ts';

/** What lists of items are narrowed by. */
export interface ItemQuery {
  limit: number;
  offset: number;
  after?: string | undefined;
  /** Id or username. */
  performerId?: string | undefined;
  type?: string | undefined;
}

export interface ItemPage<View> {
  data: View[];
  total: number;
  after: string | null;
}

/** A row of a statement that lists items: which, what is counted of each, and what the viewer has of it. */
export type ItemListRow = ItemReference & ItemFacts;

/** What a statement over `items i` with `listJoins` selects for a page of items. */
export const listColumns = (now: Date) => sql`
  ${referenceColumns}, n.like_count, n.comment_count, n.unlock_count, ${factColumns(now)},
  (rl.account_id is not null) as is_liked, (rb.account_id is not null) as is_bookmarked`;

export const listJoins = (viewer: AccountRef) => sql`
  ${contentJoins}
  join item_counters n on n.item_id = i.id
  ${factJoins(viewer)}
  left join reactions rl on rl.account_id = ${accountRef(viewer)} and rl.action = 'like' and rl.object_id = i.id
  left join reactions rb on rb.account_id = ${accountRef(viewer)} and rb.action = 'bookmark' and rb.object_id = i.id`;

/** The condition that keeps to one performer; for a statement over `items i` and `accounts a`. */
export const ofPerformer = (idOrUsername: string | undefined): RawBuilder<unknown> =>
  !idOrUsername
    ? sql``
    : isUuid(idOrUsername)
      ? sql`and i.performer_id = ${idOrUsername}::uuid`
      : sql`and a.username = ${idOrUsername.toLowerCase()}`;

/** The condition on what items are made of; for a statement over `items i`. */
export const ofMediaType = (type: string | undefined): RawBuilder<unknown> =>
  type ? sql`and exists (select from item_contents t where t.item_id = i.id and t.media_type = ${type})` : sql``;

/** What each kind knows of these items for this viewer: a statement for each kind that has something. */
const personalOf = async (platform: Platform, caller: Caller, contents: Iterable<ItemContentRow>): Promise<Map<string, unknown>> => {
  const found = new Map<string, unknown>();
  for (const [kind, some] of Map.groupBy(contents, (content) => content.kind))
    for (const [id, personal] of (await itemKind(kind).loadPersonal?.(platform, caller, some)) ?? []) found.set(id, personal);
  return found;
};

/** Rows as their viewer sees them, in their order. */
const viewsOf = async <View>(
  platform: Platform,
  caller: Caller,
  rows: readonly ItemListRow[],
  contents: ReadonlyMap<string, ItemContentRow>,
): Promise<View[]> => {
  const personal = await personalOf(platform, caller, contents.values());
  return rows.flatMap((row) => {
    const content = contents.get(row.id);
    return content ? [itemViewOf<View>(platform, caller, content, row, personal)] : [];
  });
};

/**
 * A page from its rows, of which there may be one more than shown: then there is a next page.
 * @param count how many there are; asked only when no row carries it, beyond the last page
 */
export const pageOf = async <View>(
  platform: Platform,
  caller: Caller,
  rows: readonly (ItemListRow & { total: number | null })[],
  limit: number,
  count: () => Promise<number> | number = () => 0,
): Promise<ItemPage<View>> => {
  const shown = rows.slice(0, limit);
  const contents = await contentsOf(platform.database, shown);
  const last = contents.get(shown.at(-1)?.id ?? '');
  return {
    data: await viewsOf<View>(platform, caller, shown, contents),
    total: rows[0]?.total ?? (await count()),
    after: rows.length > limit && last ? encodeCursor(last.published_at, last.id) : null,
  };
};

/** Items of a kind: of one performer, pinned first, or the newest of all. */
export const listItems = async <View>(platform: Platform, kind: ItemKind, caller: Caller, query: ItemQuery): Promise<ItemPage<View>> => {
  const cursor = decodeCursor(query.after);
  const performer = ofPerformer(query.performerId);
  const condition = sql`
    i.kind = ${sql.lit(kind)} and i.state = 'active' and i.parent_id is null ${performer} ${ofMediaType(query.type)}
    and ${visiblePerformer(caller.viewer, caller.country)}`;
  // Pinned items come first on a profile's first page; the cursor walks the others by time.
  const order: RawBuilder<unknown> =
    query.performerId && !cursor ? sql`i.pinned_at desc nulls last, i.published_at desc, i.id desc` : sql`i.published_at desc, i.id desc`;
  const before: RawBuilder<unknown> = cursor
    ? sql`and (i.published_at, i.id) < (${cursor.at}, ${cursor.id}::uuid) ${query.performerId ? sql`and i.pinned_at is null` : sql``}`
    : sql``;
  const counted = sql`from items i ${query.performerId ? sql`join accounts a on a.id = i.performer_id` : sql``}
    where i.kind = ${sql.lit(kind)} and i.state = 'active' and i.parent_id is null ${performer} ${ofMediaType(query.type)}`;
  const total = sql`(select count(*)::int from (select ${counted} limit ${sql.lit(query.performerId ? 1_000_000 : 10_000)}) newest)`;
  const { rows } = await sql<ItemListRow & { total: number }>`
    select ${listColumns(platform.clock.now())}, ${total} as total from items i ${listJoins(accountIdOf(caller.viewer))}
    where ${condition} ${before}
    order by ${order}
    limit ${sql.lit(query.limit + 1)} offset ${sql.lit(cursor ? 0 : query.offset)}`.execute(platform.database);
  return pageOf<View>(platform, caller, rows, query.limit, async () => {
    const counts = await sql<{ total: number }>`select ${total} as total`.execute(platform.database);
    return counts.rows[0]!.total;
  });
};

/** What an account saved, the last one first; what it may not see any more is left out. */
export const listBookmarkedItems = async <View>(
  platform: Platform,
  kind: ItemKind,
  caller: Caller<AccountViewer>,
  query: { limit: number; offset: number; after?: string | undefined },
): Promise<ItemPage<View>> => {
  const cursor = decodeCursor(query.after);
  const saved = sql`rb.account_id = ${caller.viewer.accountId}::uuid and rb.action = 'bookmark' and rb.object_type = ${sql.lit(kind)}`;
  const before: RawBuilder<unknown> = cursor ? sql`and (rb.created_at, rb.object_id) < (${cursor.at}, ${cursor.id}::uuid)` : sql``;
  const { rows } = await sql<ItemListRow & { total: number; saved_at: Date }>`
    select ${listColumns(platform.clock.now())}, saved.created_at as saved_at,
      (select count(*)::int from reactions rb where ${saved}) as total
    from (select rb.object_id, rb.created_at from reactions rb where ${saved} ${before}) saved
    join items i on i.id = saved.object_id and i.state = 'active'
    ${listJoins(caller.viewer.accountId)}
    where ${visiblePerformer(caller.viewer, caller.country)}
    order by saved.created_at desc, saved.object_id desc
    limit ${sql.lit(query.limit + 1)} offset ${sql.lit(cursor ? 0 : query.offset)}`.execute(platform.database);
  const page = await pageOf<View>(platform, caller, rows, query.limit, async () => {
    const counts = await sql<{ total: number }>`select count(*)::int as total from reactions rb where ${saved}`.execute(platform.database);
    return counts.rows[0]!.total;
  });
  const last = rows[Math.min(query.limit, rows.length) - 1];
  return { ...page, after: rows.length > query.limit && last ? encodeCursor(last.saved_at, last.id) : null };
};

interface ItemRequest {
  kind: ItemKind;
  itemId: string;
  viewer: Viewer;
  country: string | null;
}

/**
 * The rows of single items, each to its viewer, where they may know of it. By its limit each request is planned as one look-up in every
 * table; joined flat, a performer's subscribers would be walked.
 */
const readItems = async (platform: Platform, requests: readonly ItemRequest[]): Promise<(ItemListRow | null)[]> => {
  const viewer: ViewerRef = { account: sql`request.account_id`, isAdmin: sql`request.is_admin`, country: sql`request.country` };
  const { rows } = await sql<ItemListRow & { nr: bigint }>`
    select request.nr, item.*
    from unnest(${requests.map(({ itemId }) => itemId)}::uuid[], ${requests.map(({ kind }) => kind)}::text[],
      ${requests.map(({ viewer: one }) => accountIdOf(one))}::uuid[], ${requests.map(({ viewer: one }) => isAdmin(one))}::boolean[],
      ${requests.map(({ country }) => country)}::text[])
      with ordinality request (item_id, kind, account_id, is_admin, country, nr)
    cross join lateral (
      select ${listColumns(platform.clock.now())} from items i ${listJoins(viewer.account)}
      where i.id = request.item_id and i.kind = request.kind and i.published_at is not null
        and (i.state = 'active' or (i.state in ('deleted', 'draft') and ${isEntitled})) and ${visibleItemTo(viewer)}
      limit 1) item`.execute(platform.database);
  const found: (ItemListRow | null)[] = requests.map(() => null);
  for (const row of rows) found[Number(row.nr) - 1] = row;
  return found;
};

const readers = new WeakMap<Platform, (request: ItemRequest) => Promise<ItemListRow | null>>();
const readItem = (platform: Platform, request: ItemRequest): Promise<ItemListRow | null> => {
  let reader = readers.get(platform);
  if (!reader) readers.set(platform, (reader = batchedReads((requests) => readItems(platform, requests))));
  return reader(request);
};

/**
 * One item. Those who bought it still get it after it was deleted.
 * @throws CodedError NOT_FOUND also for items hidden from this viewer
 */
export const getItem = async <View>(
  platform: Platform,
  kind: ItemKind,
  { viewer, country, locale }: Caller,
  itemId: string,
): Promise<View> => {
  const row = await readItem(platform, { kind, itemId, viewer, country });
  const [view] = row ? (await pageOf<View>(platform, { viewer, country, locale }, [{ ...row, total: 1 }], 1)).data : [];
  if (!view) throw new CodedError('NOT_FOUND');
  return view;
};

/** The kind of an item, whoever may see it; undefined when there is none. */
export const findItemKind = async (platform: Pick<Platform, 'database'>, itemId: string): Promise<ItemKind | undefined> => {
  const row = await platform.database.selectFrom('items').select('kind').where('id', '=', itemId).executeTakeFirst();
  return row && (ITEM_KINDS as readonly string[]).includes(row.kind) ? (row.kind as ItemKind) : undefined;
};
