import { isId } from '@stagedoor/contract/ids.values';
import type { ItemKind } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { type Viewer, accountIdOf, isAdmin } from '../../platform/auth/viewer.ts';
import { batchedReads } from '../../platform/database/batched-reads.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastSeenOf } from '../../platform/presence/presence.store.ts';
import {
  type AccountRef,
  type ViewerRef,
  accountRef,
  decideItems,
  factColumns,
  factJoins,
  isEntitled,
  visibleItemTo,
} from '../access/index.ts';
import { type ItemContentRow, type ItemReference, contentJoins, contentsOf, referenceColumns } from './item-contents.ts';
import { type ItemFacts, itemViewOf } from './items.view.ts';
import { itemKind } from './kinds.ts';
import { liveOf } from '../stage/index.ts';
import { isWithheld } from './review.store.ts';

export interface ItemPage<View> {
  data: View[];
  total: number;
  after: string | null;
}

/** A row of a statement that lists items: which, what changes often about each, and what the viewer has of it. */
export type ItemListRow = ItemReference & ItemFacts;

/**
 * Whether an account reacted to an item. A lookup of its own, not a join: of an account with thousands of reactions, for which the statistics
 * suggest few, PostgreSQL would read all of them and compare each with each item of the page.
 */
const hasReacted = (viewer: AccountRef, action: 'like' | 'bookmark') =>
  sql`coalesce((select true from reactions r where r.account_id = ${accountRef(viewer)} and r.action = ${sql.lit(action)} and r.object_id = i.id), false)`;

/** What a statement over `items i` with `listJoins` selects for a page of items. */
export const listColumns = (now: Date, viewer: AccountRef) => sql`
  ${referenceColumns}, n.like_count, n.comment_count, n.unlock_count, n.view_count, ${factColumns(now)}, ${lastSeenOf(sql`i.performer_id`)} as last_seen_at, ${liveOf(sql`i.performer_id`)} as live,
  ${hasReacted(viewer, 'like')} as is_liked, ${hasReacted(viewer, 'bookmark')} as is_bookmarked`;

export const listJoins = (viewer: AccountRef) => sql`
  ${contentJoins}
  join item_counters n on n.item_id = i.id
  ${factJoins(viewer)}`;

/** The condition that keeps to one performer; for a statement over `items i` and `accounts a`. */
export const ofPerformer = (idOrUsername: string): RawBuilder<unknown> =>
  isId(idOrUsername) ? sql`i.performer_id = ${idOrUsername}::uuid` : sql`a.username = ${idOrUsername.toLowerCase()}`;

/** The condition on what items are made of; for a statement over `items i`. */
export const ofMediaType = (type: string): RawBuilder<unknown> =>
  sql`exists (select from item_contents t where t.item_id = i.id and t.media_type = ${type})`;

/** What each kind knows of these items for this viewer: a statement for each kind that has something. */
const personalOf = async (platform: Platform, caller: Caller, contents: Iterable<ItemContentRow>): Promise<Map<string, unknown>> => {
  const found = new Map<string, unknown>();
  for (const [kind, some] of Map.groupBy(contents, (content) => content.kind))
    for (const [id, personal] of (await itemKind(kind).loadPersonal?.(platform, caller, some)) ?? []) found.set(id, personal);
  return found;
};

/** Rows of any kinds as their viewer sees them, in their order. */
export const viewsOf = async <View>(platform: Platform, caller: Caller, rows: readonly ItemListRow[]): Promise<View[]> => {
  const contents = await contentsOf(platform.database, rows);
  const personal = await personalOf(platform, caller, contents.values());
  // Whoever has the parent open has its parts open.
  const parts = [...contents.values()].filter((content) => content.parent_id !== null).map(({ id }) => id);
  const decided = await decideItems(platform, caller.viewer, parts, caller.country);
  return rows.flatMap((row) => {
    const content = contents.get(row.id);
    return content ? [itemViewOf<View>(platform, caller, content, row, personal, decided.get(row.id))] : [];
  });
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
      select ${listColumns(platform.clock.now(), viewer.account)} from items i ${listJoins(viewer.account)}
      where i.id = request.item_id and i.kind = request.kind and i.published_at is not null
        and (i.state = 'active' or (i.state in ('deleted', 'draft') and ${isEntitled} and not ${isWithheld})) and ${visibleItemTo(viewer)}
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
  const [view] = row ? await viewsOf<View>(platform, { viewer, country, locale }, [row]) : [];
  if (!view) throw new CodedError('NOT_FOUND');
  return view;
};

/** Several items of any kinds as their viewer sees them, in their order; without those that are hidden from the viewer. */
export const getItems = async <View>(
  platform: Platform,
  { viewer, country, locale }: Caller,
  items: readonly { kind: ItemKind; id: string }[],
): Promise<View[]> => {
  const rows = await Promise.all(items.map(({ kind, id }) => readItem(platform, { kind, itemId: id, viewer, country })));
  return viewsOf<View>(
    platform,
    { viewer, country, locale },
    rows.filter((row) => row !== null),
  );
};
