import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** What was uploaded, as a list; the files themselves come with what they belong to, whose module also lets them go. */
export const registerFileData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'files',
    tables: ['blocked_files', 'copy_matches', 'file_hashes', 'files', 'uploads'],
    async read(executor, accountId) {
      const left = ['original_key', 'variants', 'thumbhash'];
      const files = await readRows(executor, 'files', sql`t.owner_id = ${accountId}::uuid`, left);
      const uploads = await readRows(executor, 'uploads', sql`t.account_id = ${accountId}::uuid`, ['storage_key']);
      const blocked = await readRows(
        executor,
        'blocked_files',
        sql`t.object_kind = 'item' and t.object_id in (select id from items where performer_id = ${accountId}::uuid)`,
        ['sha256'],
      );
      return { data: { files, uploads, blockedFiles: blocked } };
    },
    async erase(trx, accountId) {
      // Their parts are swept once no row knows them.
      await trx.deleteFrom('uploads').where('account_id', '=', accountId).execute();
    },
  });
