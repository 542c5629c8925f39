import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBought } from '../access/index.ts';
import { removeFile } from '../files/index.ts';
import { itemKind, registeredKinds } from './kinds.ts';

/** Items that nobody bought go with their files; those that were bought are seen by their buyers alone. */
const erase = async (platform: Platform, trx: Trx, accountId: string): Promise<void> => {
  const now = platform.clock.now();
  await sql`delete from item_positions where account_id = ${accountId}::uuid`.execute(trx);
  await sql`delete from item_recipients where account_id = ${accountId}::uuid`.execute(trx);
  // Sales that are under way are committed first: the statements after this one find them bought.
  await sql`select from items where performer_id = ${accountId}::uuid order by id for update`.execute(trx);
  await sql`
    update items i set state = 'deleted', pinned_at = null, updated_at = ${now}, title = case when ${isBought(sql`i.id`)} then i.title else '' end
    where performer_id = ${accountId}::uuid`.execute(trx);
  const unsold = sql`select i.id from items i where i.performer_id = ${accountId}::uuid and not ${isBought(sql`i.id`)}`;
  const { rows: files } = await sql<{ id: string }>`select distinct file_id as id from item_files where item_id in (${unsold})`.execute(
    trx,
  );
  await sql`delete from item_files where item_id in (${unsold})`.execute(trx);
  await sql`delete from item_reviews where item_id in (${unsold})`.execute(trx);
  await sql`
    update item_contents set title = '', text = '', media = '[]', preview = null, teaser = null, teaser_cut = false
    where item_id in (${unsold})`.execute(trx);
  for (const { id } of files) {
    // A file may be another item's too, which was bought.
    const { rows } = await sql`select from item_files where file_id = ${id}::uuid`.execute(trx);
    if (rows.length === 0) await removeFile(platform, trx, id);
  }
};

const kindTables = (): string[] => registeredKinds().flatMap((kind) => itemKind(kind).table ?? []);

/** What a performer published and sells, whatever its kind, with its files. */
export const registerItemData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'items',
    // Read when asked: by then every kind is registered.
    get tables() {
      return [
        'items',
        'item_contents',
        'item_search',
        'item_files',
        'item_categories',
        'item_counters',
        'item_recipients',
        'item_reviews',
        'item_positions',
        'item_views',
        'item_view_days',
        ...kindTables(),
      ];
    },
    async read(executor, accountId) {
      const ofOwn = sql`t.item_id in (select id from items where performer_id = ${accountId}::uuid)`;
      const { rows: files } = await sql<{ item_id: string; original_key: string }>`
        select distinct i.id as item_id, x.original_key from items i
        join item_files r on r.item_id = i.id join files x on x.id = r.file_id
        where i.performer_id = ${accountId}::uuid order by 1, 2`.execute(executor);
      const ofKinds: Record<string, unknown> = {};
      for (const table of kindTables())
        ofKinds[table] = await readRows(executor, table, sql`t.id in (select id from items where performer_id = ${accountId}::uuid)`);
      return {
        data: {
          items: await readRows(executor, 'items', sql`t.performer_id = ${accountId}::uuid`),
          contents: await readRows(executor, 'item_contents', ofOwn, ['media', 'preview', 'teaser']),
          files: await readRows(executor, 'item_files', ofOwn),
          categories: await readRows(executor, 'item_categories', ofOwn),
          counts: await readRows(executor, 'item_counters', ofOwn),
          reviews: await readRows(executor, 'item_reviews', ofOwn),
          recipients: await readRows(executor, 'item_recipients', sql`t.account_id = ${accountId}::uuid`),
          // Who viewed what is kept as hashes, for a day.
          views: await readRows(executor, 'item_view_days', ofOwn),
          watched: await readRows(executor, 'item_positions', sql`t.account_id = ${accountId}::uuid`),
          ...ofKinds,
        },
        files: files.map(({ item_id: itemId, original_key: key }) => ({ name: `${itemId}/${key.split('/').at(-1)}`, storageKey: key })),
      };
    },
    erase: (trx, accountId) => erase(platform, trx, accountId),
    keeps: [{ what: 'personalData.kept.bought', years: 10, of: 'performer' }],
  });
