import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeFile } from '../files/index.ts';

/** A performer's own gifts. Sales of them are in the orders. */
export const registerGiftData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'gifts',
    tables: ['gifts'],
    async read(executor, accountId) {
      const { rows } = await sql<{ name: string; original_key: string }>`
        select g.id::text as name, f.original_key from gifts g join files f on f.id = g.image_file_id
        where g.performer_id = ${accountId}::uuid`.execute(executor);
      return {
        data: { gifts: await readRows(executor, 'gifts', sql`t.performer_id = ${accountId}::uuid`, ['image_file_id', 'image']) },
        files: rows.map(({ name, original_key }) => ({ name: `${name}/${original_key.split('/').at(-1)}`, storageKey: original_key })),
      };
    },
    /** They are withdrawn and their pictures removed. */
    async erase(trx, accountId) {
      const now = platform.clock.now();
      const files = await trx
        .selectFrom('gifts')
        .select('image_file_id')
        .where('performer_id', '=', accountId)
        .where('image_file_id', 'is not', null)
        .execute();
      await sql`
        update gifts set image_file_id = null, deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now}
        where performer_id = ${accountId}::uuid`.execute(trx);
      for (const { image_file_id } of files) await removeFile(platform, trx, image_file_id!);
    },
  });
