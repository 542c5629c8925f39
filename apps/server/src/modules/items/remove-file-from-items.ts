import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { isBought } from '../access/index.ts';
import { refreshContents } from './item-files.ts';
import { type ItemRow, withdrawItem } from './items.store.ts';

const usersOf = (fileIds: readonly string[]) => sql`select r.item_id from item_files r where r.file_id = any(${fileIds}::uuid[])`;

/**
 * Locks the items that use some files, then the files: in the order in which posts are written. A sale of such an item is committed before, and
 * seen from the next statement on, or waits until the transaction ends.
 * @param lockFiles locks the files and returns what it found
 */
export const lockItemsUsing = async <T>(trx: Trx, fileIds: readonly string[], lockFiles: () => Promise<T>): Promise<T> => {
  for (;;) {
    await sql`savepoint items_using`.execute(trx);
    const { rows: items } = await sql<{ id: string }>`
      select i.id from items i where i.id in (${usersOf(fileIds)}) order by i.id for update`.execute(trx);
    const found = await lockFiles();
    const known = new Set(items.map(({ id }) => id));
    const { rows: users } = await sql<{ item_id: string }>`${usersOf(fileIds)}`.execute(trx);
    if (users.every(({ item_id }) => known.has(item_id))) return found;
    // Another item took a file into use meanwhile. Locking it now, after the files, could deadlock with its writer.
    await sql`rollback to savepoint items_using`.execute(trx);
  }
};

/**
 * Takes a file out of every item that nobody bought. An item that has nothing left to show is a draft again. The caller holds the locks of
 * `lockItemsUsing`, so that nobody buys an item or takes the file into use meanwhile.
 */
export const removeFileFromItems = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  const { rows: items } = await sql<ItemRow>`
    select i.* from items i where i.id in (${usersOf([fileId])}) and not ${isBought(sql`i.id`)} order by i.id`.execute(trx);
  for (const item of items) {
    await trx.deleteFrom('item_files').where('item_id', '=', item.id).where('file_id', '=', fileId).execute();
    await sql`
      update item_contents set teaser_cut = false
      where item_id = ${item.id}::uuid and teaser_cut and not exists (
        select from item_files r join files f on f.id = r.file_id where r.item_id = ${item.id}::uuid and r.role = 'content' and f.kind = 'video')`.execute(
      trx,
    );
    await refreshContents(trx, item.id, at);
    const contents = await trx
      .selectFrom('item_contents')
      .select(['text', 'media_type'])
      .where('item_id', '=', item.id)
      .executeTakeFirstOrThrow();
    const isEmpty = contents.media_type === 'text' && contents.text === '';
    if (isEmpty && !['deleted', 'draft', 'taken-down'].includes(item.state)) await withdrawItem(trx, item, 'draft', at);
  }
};
