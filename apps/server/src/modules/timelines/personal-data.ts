import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Which items are in an account's home feed. */
export const registerTimelineData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'timelines',
    tables: ['timelines'],
    async read(executor, accountId) {
      return { data: { home: await readRows(executor, 'timelines', sql`t.account_id = ${accountId}::uuid`) } };
    },
    async erase(trx, accountId) {
      await sql`delete from timelines where account_id = ${accountId}::uuid or performer_id = ${accountId}::uuid`.execute(trx);
    },
  });
