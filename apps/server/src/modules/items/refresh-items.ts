import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { refreshContents } from './item-files.ts';
import type { ItemRow } from './items.store.ts';
import { itemKind, registeredKinds } from './kinds.ts';

/** The items of a kind that has contents, which have a file; locked. */
export const itemsWithFile = async (trx: Trx, fileId: string): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`
    select i.* from items i
    where i.id in (select item_id from item_files where file_id = ${fileId}::uuid) and i.kind = any(${registeredKinds()}::text[])
    order by i.id for update`.execute(trx);
  return rows;
};

/** Derives again what items carry of a file that was changed. */
export const refreshItemsWithFile = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  for (const item of await itemsWithFile(trx, fileId)) await refreshContents(trx, item.id, at, itemKind(item.kind).mediaType);
};
