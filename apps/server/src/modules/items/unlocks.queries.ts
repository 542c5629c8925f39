import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

/** The items that these transactions of the ledger sold, one for each of them. */
export const itemsSoldBy = async (executor: Executor, transactionIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from ledger.transactions where id = any(${transactionIds}::uuid[]) and item_id is not null`.execute(executor);
  return rows.map(({ item_id: itemId }) => itemId);
};

/** Items of sales whose reversal, or its undoing, is recorded and not yet dispatched. For `in`. */
export const reversedItems: RawBuilder<unknown> = sql`(
  select t.item_id from outbox o join ledger.transactions t on t.id = (o.payload ->> 'reversesId')::uuid
  where o.dispatched_at is null and o.event in ('orders.reversed', 'orders.reinstated') and t.item_id is not null)`;
