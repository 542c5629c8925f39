import { isId } from '@stagedoor/contract/ids.values';
import type { ACCESS_FILTERS, BOUGHT_SORTS, BROWSE_SORTS, SAVED_SORTS } from '@stagedoor/contract/items';
import { type ItemKind, KIND_TRAITS } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { type AccountViewer, accountIdOf } from '../../platform/auth/viewer.ts';
import {
  type Condition,
  type Counted,
  type ListQuery,
  MANY,
  MAX_TOTAL,
  type Sorts,
  allOf,
  by,
  countOf,
  limitOf,
  readCursorPage,
  sorted,
} from '../../platform/lists.ts';
import { countLongList, countOwnList } from '../../platform/long-lists.ts';
import { asCostlyRead } from '../../platform/database/costly-reads.ts';
import type { Platform } from '../../platform/platform.ts';
import { factJoins, isNotMuted, itemsOf, visibleItem, visiblePerformer } from '../access/index.ts';
import { type ItemListRow, type ItemPage, listColumns, listJoins, ofMediaType, ofPerformer, viewsOf } from './items.queries.ts';
import { isWithheld } from './review.store.ts';
import type { Correction } from '../words/index.ts';
import { findItems } from './search-items.queries.ts';
import { type Topic, idsOfTopic } from './topics.queries.ts';

type BrowseSort = (typeof BROWSE_SORTS)[number];
type AccessFilter = (typeof ACCESS_FILTERS)[number];
type Cursored = { after?: string | undefined };

/** What lists of everybody's items are narrowed and sorted by. */
export type ItemQuery = ListQuery<BrowseSort> &
  Cursored & {
    /** Id or username. */
    performerId?: string | undefined;
    /** Words. */
    q?: string | undefined;
    type?: string | undefined;
    tag?: string | undefined;
    categoryId?: string | undefined;
    /** What only the kind's own module knows of them, over `items i`. */
    condition?: RawBuilder<unknown> | undefined;
    /** Without the performers whom the caller muted. */
    isHome?: boolean | undefined;
    /** Those alone. */
    ids?: readonly string[] | undefined;
    access?: AccessFilter | undefined;
  };

const ACCESS: Record<AccessFilter, RawBuilder<unknown>> = {
  free: sql`i.audience = 'everyone'`,
  subscribers: sql`i.audience in ('followers', 'subscribers')`,
  sale: sql`(i.audience <> 'everyone' and i.price_amount is not null)`,
};

/**
 * The conditions on what items are about and how they are reached, over `items i`.
 * @param isWalked items are walked through: what they are about is looked up of each before anything is joined, not joined after all else
 */
export const filtersOf = ({ tag, categoryId, access }: Pick<ItemQuery, 'tag' | 'categoryId' | 'access'>, isWalked = false): Condition[] => {
  const end = isWalked ? sql`offset 0` : sql``;
  return [
    tag !== undefined &&
      sql`exists (select from item_contents t where t.item_id = i.id and t.tags @> array[${tag.toLowerCase()}]::text[] ${end})`,
    categoryId !== undefined &&
      sql`exists (select from item_categories g where g.item_id = i.id and g.category_id = ${categoryId}::uuid ${end})`,
    access && ACCESS[access],
  ];
};

/** The tag and the category that a list is narrowed to; undefined without. */
const topicOf = ({ tag, categoryId }: Pick<ItemQuery, 'tag' | 'categoryId'>): Topic | undefined =>
  tag === undefined && categoryId === undefined ? undefined : { tag: tag?.toLowerCase(), categoryId };

/** An index has a kind in this order. By price (`items_by_price`) posts have none: they are the most, and no list of the site sorts them so. */
const hasIndexFor = (kind: ItemKind, sortBy: BrowseSort): boolean =>
  sortBy === 'publishedAt' || (sortBy === 'price' && KIND_TRAITS[kind].path !== null && !KIND_TRAITS[kind].isPost);

const ofKind = (kind: ItemKind) => sql`i.kind = ${sql.lit(kind)} and i.state = 'active' and i.parent_id is null`;
const PEOPLE = sql`join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id`;

const publishedAt = by.instant(sql`i.published_at`);

const SORTS: Sorts<BrowseSort> = {
  publishedAt,
  popular: [by.number(sql`n.like_count`), publishedAt],
  price: [by.number(sql`coalesce(i.price_amount, 0)`), publishedAt],
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
};
/** On a profile what is pinned comes first; the order of the index `items_on_profile`. */
const PROFILE_SORTS: Sorts<BrowseSort> = { ...SORTS, publishedAt: [by.instant(sql`i.pinned_at`, { nullable: true }), publishedAt] };

/** So many items more than a page are read where those of performers whom the viewer may not see are left out later. */
const HIDDEN = 12;

/** Items of a kind: of one performer, pinned first, or of all; by words, tag, media type and how they are reached. */
export const listItems = async <View>(platform: Platform, kind: ItemKind, caller: Caller, query: ItemQuery): Promise<ItemPage<View>> => {
  const found =
    query.q === undefined
      ? undefined
      : await findItems(platform, caller, { ...query, q: query.q, kind, isByTime: query.sortBy === 'publishedAt' });
  const topic = topicOf(query);
  const ofTopic = topic && !found && !query.performerId && !query.ids ? await idsOfTopic(platform, topic) : null;
  const matches = found && 'condition' in found && found.condition;
  const filters = [
    query.type !== undefined && ofMediaType(query.type),
    // What the ids were found by isn't asked again of each.
    ...filtersOf(
      ofTopic ? { ...query, ...(query.tag === undefined ? { categoryId: undefined } : { tag: undefined }) } : query,
      Boolean(matches),
    ),
    query.condition,
    query.ids && sql`i.id = any(${query.ids}::uuid[])`,
    ofTopic && sql`i.id = any(${ofTopic}::uuid[])`,
  ];
  const isUnmuted = query.isHome === true && isNotMuted(sql`i.performer_id`, accountIdOf(caller.viewer));
  /** Whoever asks. */
  const isListed = allOf(
    ofKind(kind),
    query.performerId !== undefined && ofPerformer(query.performerId),
    ...filters,
    found && 'ids' in found && sql`i.id = any(${found.ids}::uuid[])`,
  );
  const isOfKind = allOf(isListed, isUnmuted);
  const isVisible = visiblePerformer(caller.viewer, caller.country);
  const order = sorted(query.performerId && query.sort === 'desc' ? PROFILE_SORTS : SORTS, query, sql`i.id`);
  const counted = (): Counted => {
    // What words alone find is visible, and of the performer, already.
    if (found && 'ids' in found && !filters.some(Boolean) && !isUnmuted) return { total: found.ids.length };
    if (!query.performerId && matches) return MANY;
    // By ids a count costs little, and is no list that many ask for.
    if (!query.performerId && (found || ofTopic || query.ids)) return sql`from items i where ${isOfKind}`;
    if (!query.performerId) return () => countLongList(platform, sql`from items i where ${isListed}`, isUnmuted || sql`true`);
    if (matches || !isId(query.performerId))
      return sql`from items i ${PEOPLE} ${matches ? factJoins(accountIdOf(caller.viewer)) : sql``} where ${allOf(isOfKind, isVisible, matches)}`;
    // Whether the performer is visible is asked once.
    return sql`from items i where ${isOfKind} and exists (select from accounts a join performers p on p.account_id = a.id
      where a.id = ${query.performerId}::uuid and ${isVisible})`;
  };
  /** Filters are asked of items alone, and what they leave is joined to all else: with all in one, each item walked through is joined first. */
  const isFiltered = !matches && !found && !query.performerId && !query.ids && filters.some(Boolean) && hasIndexFor(kind, query.sortBy);
  /** @param way all in one statement; the sorted items of a topic, joined one after the other; or the first that filters leave */
  const readBy = (way: 'one' | 'topic' | 'filtered') =>
    readCursorPage<ItemListRow & { filtered?: number }>(
      platform.database,
      query,
      order,
      ({ key, after, end }) => {
        const columns = sql`${listColumns(platform.clock.now(), accountIdOf(caller.viewer))}, ${key}`;
        const joins = listJoins(accountIdOf(caller.viewer));
        if (way === 'one') return sql`select ${columns} from items i ${joins} where ${allOf(isOfKind, isVisible, matches, after)} ${end}`;
        const items = sql`select i.*, i.xmin from items i where ${allOf(isOfKind, after)} order by ${order.order}`;
        if (way === 'topic') return sql`select ${columns} from (${items} offset 0) i ${joins} where ${isVisible} ${end}`;
        return sql`
          with filtered as materialized (${items} ${limitOf({ limit: query.offset + query.limit, offset: 0 }, 1 + HIDDEN)})
          select ${columns}, (select count(*)::int from filtered) as filtered from filtered i ${joins} where ${isVisible} ${end}`;
      },
      counted(),
    );
  const read = async () => {
    if (!isFiltered) return readBy('one');
    if (ofTopic) return readBy('topic');
    const page = await readBy('filtered');
    // Too many of the next are hidden from this viewer.
    const areMore = (page.rows[0]?.filtered ?? Infinity) > query.offset + query.limit + HIDDEN;
    return page.after === null && areMore ? readBy('one') : page;
  };
  // What few have was found already; through what many have, a page with filters may be far. Other orders than by time have no index for most.
  const isFar = matches
    ? query.performerId !== undefined || filters.some(Boolean)
    : !found && !query.performerId && !query.ids && !ofTopic && !hasIndexFor(kind, query.sortBy);
  const { rows, ...page } = await (isFar ? asCostlyRead(read) : read());
  return { data: await viewsOf<View>(platform, caller, rows), ...page };
};

/**
 * How many items of a kind words and filters find for this viewer, up to `MAX_TOTAL`.
 * @param correction what `q` may mean, read once for several kinds
 */
export const countItems = async (
  platform: Pick<Platform, 'database' | 'clock'>,
  caller: Caller,
  kind: ItemKind,
  { q, condition, ...filters }: Pick<ItemQuery, 'q' | 'tag' | 'categoryId' | 'access' | 'condition'>,
  correction: () => Promise<Correction | null>,
): Promise<{ count: number; isCorrected: boolean }> => {
  const found = q === undefined ? undefined : await findItems(platform, caller, { q, kind, isByTime: true, correction });
  const conditions = [...filtersOf(filters), condition].filter(Boolean);
  if (found && 'ids' in found && (conditions.length === 0 || found.ids.length === 0))
    return { count: found.ids.length, isCorrected: found.isCorrected };
  if (found && 'condition' in found && conditions.length === 0) return { count: MAX_TOTAL, isCorrected: found.isCorrected };
  const isFound = found && ('ids' in found ? sql`i.id = any(${found.ids}::uuid[])` : found.condition);
  const { total } = await countOf(
    platform.database,
    sql`from items i ${PEOPLE} ${found && 'condition' in found ? factJoins(accountIdOf(caller.viewer)) : sql``}
      where ${allOf(ofKind(kind), visiblePerformer(caller.viewer, caller.country), ...conditions, isFound)}`,
  );
  return { count: total, isCorrected: found?.isCorrected ?? false };
};

const savedAt = by.instant(sql`saved.created_at`);
const ITEM_DATES = { createdAt: by.instant(sql`i.created_at`), updatedAt: by.instant(sql`i.updated_at`) };
const SAVED: Sorts<(typeof SAVED_SORTS)[number]> = { savedAt, ...ITEM_DATES };

/** What an account saved, the last one first; what it may not see any more is left out. */
export const listSavedItems = async <View>(
  platform: Platform,
  kind: ItemKind,
  action: 'bookmark' | 'favourite' | 'watchLater',
  caller: Caller<AccountViewer>,
  query: ListQuery<(typeof SAVED_SORTS)[number]> & Cursored,
): Promise<ItemPage<View>> => {
  const saved = sql`select rb.object_id, rb.created_at from reactions rb
    where rb.account_id = ${caller.viewer.accountId}::uuid and rb.action = ${sql.lit(action)} and rb.object_type = ${sql.lit(kind)}`;
  const isVisible = visiblePerformer(caller.viewer, caller.country);
  const { rows, ...page } = await readCursorPage<ItemListRow>(
    platform.database,
    query,
    sorted(SAVED, query, sql`i.id`),
    ({ key, after, end }) => sql`
      select ${listColumns(platform.clock.now(), caller.viewer.accountId)}, ${key} from (${saved}) saved
      join items i on i.id = saved.object_id and i.state = 'active' ${listJoins(caller.viewer.accountId)}
      where ${allOf(isVisible, after)} ${end}`,
    () =>
      countOwnList(
        platform,
        [action, caller.viewer.accountId, caller.country, kind],
        saved,
        sql`from (${saved}) saved join items i on i.id = saved.object_id ${PEOPLE} where i.state = 'active' and ${isVisible}`,
      ),
  );
  return { data: await viewsOf<View>(platform, caller, rows), ...page };
};

const BOUGHT: Sorts<(typeof BOUGHT_SORTS)[number]> = { purchasedAt: by.instant(sql`bought.bought_at`), ...ITEM_DATES };

/** What an account bought of a kind, the last one first: deleted ones too, but nothing that was taken down or holds what was not approved. */
export const listBoughtItems = async <View>(
  platform: Platform,
  kind: ItemKind,
  caller: Caller<AccountViewer>,
  query: ListQuery<(typeof BOUGHT_SORTS)[number]> & Cursored,
): Promise<ItemPage<View & { purchasedAt: string }>> => {
  const bought = itemsOf(caller.viewer.accountId, kind);
  const isThere = sql`i.state not in ('taken-down', 'review') and i.published_at is not null and not ${isWithheld}`;
  const { rows, ...page } = await readCursorPage<ItemListRow & { bought_at: Date }>(
    platform.database,
    query,
    sorted(BOUGHT, query, sql`i.id`),
    ({ key, after, end }) => sql`
      select ${listColumns(platform.clock.now(), caller.viewer.accountId)}, bought.bought_at, ${key} from ${bought} bought
      join items i on i.id = bought.item_id ${listJoins(caller.viewer.accountId)}
      where ${allOf(isThere, visibleItem(caller.viewer, caller.country), after)} ${end}`,
    () =>
      countOwnList(
        platform,
        ['bought', caller.viewer.accountId, caller.country, kind],
        sql`select from ${bought} bought`,
        sql`from ${bought} bought join items i on i.id = bought.item_id ${PEOPLE} ${factJoins(caller.viewer.accountId)}
          where ${allOf(isThere, visibleItem(caller.viewer, caller.country))}`,
      ),
  );
  const boughtAt = new Map(rows.map((row) => [row.id, row.bought_at.toISOString()]));
  const data = await viewsOf<View & { _id: string }>(platform, caller, rows);
  return { data: data.map((view) => ({ ...view, purchasedAt: boughtAt.get(view._id)! })), ...page };
};
