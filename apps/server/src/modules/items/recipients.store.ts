import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';

/** Makes an item of an addressed kind known to accounts. */
export const sendItem = async (trx: Trx, itemId: string, accountIds: readonly string[]): Promise<void> => {
  await sql`
    insert into item_recipients (item_id, account_id) select ${itemId}::uuid, unnest(${accountIds}::uuid[])
    on conflict do nothing`.execute(trx);
};
