import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

/** The items that these transactions of the ledger sold, one for each of them. */
export const itemsSoldBy = async (executor: Executor, transactionIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from ledger.transactions where id = any(${transactionIds as string[]}::uuid[]) and item_id is not null`.execute(
    executor,
  );
  return rows.map(({ item_id: itemId }) => itemId);
};
