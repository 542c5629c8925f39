import { type RawBuilder, sql } from 'kysely';
import { type Executor, type Trx, transact } from '../../platform/database/database.ts';
import { sumDifferences } from '../../platform/differences.ts';
import { holdDispatcher } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { unlockCountOf } from '../access/index.ts';
import { reversedItems } from './unlocks.queries.ts';

export type ItemCounter = 'like_count' | 'bookmark_count' | 'comment_count' | 'unlock_count';

/** What each counter counts, of `items i`. */
const COUNTED: Record<ItemCounter, RawBuilder<unknown>> = {
  like_count: sql`(select count(*) from reactions r where r.object_id = i.id and r.action = 'like')`,
  bookmark_count: sql`(select count(*) from reactions r where r.object_id = i.id and r.action = 'bookmark')`,
  // An answer to what was deleted or hidden isn't seen either.
  comment_count: sql`(select count(*) from comments c left join comments p on p.id = c.parent_id
    where c.item_id = i.id and c.deleted_at is null and c.hidden_at is null and p.deleted_at is null and p.hidden_at is null)`,
  unlock_count: unlockCountOf(sql`i.id`),
};

/** Adds differences to a counter, once for each item however many changes came together. Ids that are no items are ignored. */
export const addToCounter = async (trx: Trx, counter: ItemCounter, changes: readonly { itemId: string; by: number }[]): Promise<void> => {
  const { ids, by } = sumDifferences(changes.map((change) => ({ id: change.itemId, by: change.by })));
  if (ids.length === 0) return;
  const name = sql.ref(counter);
  await sql`
    update item_counters n set ${name} = n.${name} + d.by
    from unnest(${ids}::uuid[], ${by}::int[]) d (item_id, by) where n.item_id = d.item_id`.execute(trx);
};

/**
 * Counts items again by what there is to count. For what no difference is known of, and for the night.
 * @param unless a condition on `items i` whose items are left as they are
 * @param pending of `items i`: differences of a counter that will still be added; only for one counter at a time
 */
export const recountItems = async (
  executor: Executor,
  itemIds: readonly string[],
  counters: readonly ItemCounter[],
  { unless = sql<boolean>`false`, pending = sql<number>`0` }: { unless?: RawBuilder<boolean>; pending?: RawBuilder<number> } = {},
): Promise<void> => {
  if (itemIds.length === 0) return;
  const set = sql.join(counters.map((name) => sql`${sql.ref(name)} = x.${sql.ref(name)}`));
  const counted = sql.join(counters.map((name) => sql`(${COUNTED[name]} - ${pending}) as ${sql.ref(name)}`));
  const differs = sql.join(
    counters.map((name) => sql`n.${sql.ref(name)} <> x.${sql.ref(name)}`),
    sql` or `,
  );
  await sql`
    update item_counters n set ${set}
    from (select i.id, ${counted} from items i where i.id = any(${itemIds}::uuid[]) and not ${unless} order by i.id) x
    where n.item_id = x.id and (${differs})`.execute(executor);
};

const RECONCILED_TOGETHER = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Whether an event that changes a counter of `items i` is still to be dispatched: its difference would be added to what is counted already. */
const isPending = sql<boolean>`(i.id in ${reversedItems} or i.id::text in (
  select changed.id from outbox
  cross join lateral (select coalesce(payload ->> 'itemId', payload ->> 'objectId', payload -> 'item' ->> 'id') as id) changed
  where dispatched_at is null and changed.id is not null))`;

/**
 * Every night: counters as they would be by counting. Items with an event yet to be dispatched are left for the next night. Counting,
 * and finding those events, is one statement, made while the dispatcher waits: so both are of the same moment.
 */
export const reconcileCounters = async (platform: Pick<Platform, 'background'>, signal?: AbortSignal): Promise<void> => {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    signal?.throwIfAborted();
    const from: string = after;
    after = await transact(platform.background, undefined, async (trx) => {
      await holdDispatcher(trx);
      const rows = await trx.selectFrom('items').select('id').where('id', '>', from).orderBy('id').limit(RECONCILED_TOGETHER).execute();
      await recountItems(
        trx,
        rows.map(({ id }) => id),
        ['like_count', 'bookmark_count', 'comment_count', 'unlock_count'],
        { unless: isPending },
      );
      return rows.length < RECONCILED_TOGETHER ? undefined : rows.at(-1)!.id;
    });
  }
};
