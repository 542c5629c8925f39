import { type ItemKind, KIND_TRAITS } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../platform/caller.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { Database } from '../../platform/database/database.ts';
import { MAX_TOTAL, allOf } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Parser } from '../../platform/search/parsers.ts';
import { type Condition, allOf as allConditions, toTsquery } from '../../platform/search/query.ts';
import { factJoins, isOpenItem, visiblePerformer } from '../access/index.ts';
import { estimateEach } from './item-frequencies.ts';
import { ofPerformer } from './items.queries.ts';

// A search goes one of two ways (decision 117). What few items have is found by the index, which is asked for the rarest word alone; the others are
// asked of what it finds. What many have is found by walking through the items by time until the page is full: the index would collect all first.
// Words of locked texts stand apart: a search asks them only for accounts, and takes from them what is open to the account.

/** Up to so many matches are found by the index and sorted. */
const MAX_SORTED = 4500;

type Search = {
  kind: ItemKind;
  performerId?: string | undefined;
  /** True if what is found is listed by time; in any other order only the newest can be sorted. */
  isByTime: boolean;
};
type Context = Pick<Platform, 'database' | 'clock'>;

/** `ids`: of what was found, the newest `MAX_TOTAL`, newest first; or a condition over `items i` with `factJoins`, for what many have. */
export type FoundIds = { ids: string[] } | { condition: RawBuilder<boolean> };

/** How long it is known that many items have several words together, and of how many searches. */
const JOINT_MS = 60_000;
const MAX_JOINT = 1000;
const joint = new WeakMap<Database, LRUCache<string, Promise<boolean>>>();

/** Tells if more items have all of several frequent words than are sorted: their index knows. */
const isJointlyFrequent = ({ database }: Context, query: string): Promise<boolean> => {
  let known = joint.get(database);
  if (!known) joint.set(database, (known = new LRUCache({ max: MAX_JOINT, ttl: JOINT_MS })));
  let is = known.get(query);
  if (!is) {
    const read = async () =>
      (
        await sql<{ items: number }>`select count(*)::int as items from (
          select from item_search s where s.words @@ ${query}::tsquery limit ${sql.lit(MAX_SORTED + 1)}) matching`.execute(database)
      ).rows[0]!.items > MAX_SORTED;
    known.set(query, (is = read()));
    void is.catch(() => known.delete(query));
  }
  return is;
};

/** Finds items of a kind that meet all conditions, each by words that this viewer may read. */
export const findByWords = async (
  platform: Context,
  caller: Caller,
  parser: Parser,
  conditions: readonly Condition[],
  { kind, performerId, isByTime }: Search,
): Promise<FoundIds> => {
  if (conditions.length === 0) return { ids: [] };
  const { database, clock } = platform;
  const { viewer, country } = caller;
  const prefix = parser.letter + KIND_TRAITS[kind].letter;
  const queryOf = (of: readonly Condition[]): string => toTsquery(allConditions(of), [prefix]);
  const whole = queryOf(conditions);
  const counts = await estimateEach(database, prefix, conditions);
  const rarest = counts.indexOf(Math.min(...counts));
  const isFrequent = counts[rarest]! > MAX_SORTED && (conditions.length === 1 || (await isJointlyFrequent(platform, whole)));
  const isAccount = accountIdOf(viewer) !== null;
  const isOpen = isOpenItem(viewer, clock.now());
  /** Not a join: that would be made for all items before they are walked through. */
  const has = (column: RawBuilder<unknown>) =>
    sql`exists (select from item_search s where s.item_id = i.id and ${column} @@ ${whole}::tsquery offset 0)`;
  const walked = isAccount
    ? sql<boolean>`(${has(sql`s.words`)} or (${isOpen} and ${has(sql`s.all_words`)}))`
    : sql<boolean>`${has(sql`s.words`)}`;
  if (isFrequent && isByTime) return { condition: walked };
  /** The account tells its username; without a performer it isn't read. */
  const account = performerId === undefined ? sql`` : sql`join accounts a on a.id = i.performer_id`;
  const isOfKind = allOf(
    sql`i.state = 'active' and i.parent_id is null and i.kind = ${sql.lit(kind)}`,
    performerId !== undefined && ofPerformer(performerId),
  );
  const others = conditions.filter((_, at) => at !== rarest);
  const indexed = (column: RawBuilder<unknown>) =>
    allOf(
      sql`${column} @@ ${queryOf([conditions[rarest]!])}::tsquery`,
      // A function, not the operator: the index isn't asked for these.
      others.length > 0 && sql`ts_match_vq(${column}, ${queryOf(others)}::tsquery)`,
    );
  /** By the index alone: of a kind with few items, the planner would look at all of them instead. */
  const ids = (condition: RawBuilder<unknown>) => sql`(select s.item_id from item_search s where ${condition} offset 0) s`;
  const newest = sql`order by i.published_at desc, i.id desc limit ${sql.lit(MAX_TOTAL)}`;
  const open = isFrequent
    ? sql`select i.id, i.published_at, i.performer_id from items i ${account} where ${isOfKind} and ${has(sql`s.words`)} ${newest}`
    : sql`select i.id, i.published_at, i.performer_id from ${ids(indexed(sql`s.words`))} join items i on i.id = s.item_id ${account}
        where ${isOfKind} ${newest}`;
  const people = sql`join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id`;
  const isVisible = visiblePerformer(viewer, country);
  const locked = isAccount
    ? sql`union (select i.id, i.published_at from ${ids(sql`${indexed(sql`s.all_words`)} and s.all_words is not null`)}
        join items i on i.id = s.item_id ${people} ${factJoins(accountIdOf(viewer))}
        where ${isOfKind} and ${isVisible} and ${isOpen} ${newest})`
    : sql``;
  const { rows } = await sql<{ id: string }>`
    with open as materialized (${open}),
    found as (select i.id, i.published_at from open i ${people} where ${isVisible} ${locked})
    select id from found order by published_at desc, id desc limit ${sql.lit(MAX_TOTAL)}`.execute(database);
  return { ids: rows.map(({ id }) => id) };
};
