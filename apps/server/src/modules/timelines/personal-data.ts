import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Which items are in an account's home feed. */
export const registerTimelineData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'timelines',
    tables: ['timelines', 'inactive_homes'],
    async read(executor, accountId) {
      const own = sql`t.account_id = ${accountId}::uuid`;
      const [inactive] = await readRows(executor, 'inactive_homes', own);
      return { data: { home: await readRows(executor, 'timelines', own), inactive: inactive ?? null } };
    },
    async erase(trx, accountId) {
      await sql`delete from timelines where account_id = ${accountId}::uuid or performer_id = ${accountId}::uuid`.execute(trx);
      await sql`delete from inactive_homes where account_id = ${accountId}::uuid`.execute(trx);
    },
  });
