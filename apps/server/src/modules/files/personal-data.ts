import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** What was uploaded, as a list; the files themselves come with what they belong to, whose module also lets them go. */
export const registerFileData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'files',
    tables: ['files'],
    async read(executor, accountId) {
      const left = ['original_key', 'variants', 'thumbhash'];
      return { data: { files: await readRows(executor, 'files', sql`t.owner_id = ${accountId}::uuid`, left) } };
    },
  });
