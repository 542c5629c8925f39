import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { isBought } from '../access/index.ts';
import { refreshContents } from './item-files.ts';
import { type ItemRow, withdrawItem } from './items.store.ts';

/**
 * Takes a file out of every item that nobody bought. An item that has nothing left to show is a draft again.
 * The file's row is locked by the caller, so that no item takes it into use meanwhile.
 */
export const removeFileFromItems = async (trx: Trx, fileId: string, at: Date): Promise<void> => {
  const { rows: items } = await sql<ItemRow>`
    select i.* from items i
    where i.id in (select item_id from item_files where file_id = ${fileId}::uuid) and not ${isBought(sql`i.id`)}
    order by i.id for update`.execute(trx);
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
