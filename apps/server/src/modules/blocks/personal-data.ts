import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Whom a performer has shut out. That somebody is shut out is not told to them. */
export const registerBlockData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'blocks',
    tables: ['blocks', 'country_blocks'],
    async read(executor, accountId) {
      const own = sql`t.performer_id = ${accountId}::uuid`;
      return {
        data: { accounts: await readRows(executor, 'blocks', own), countries: await readRows(executor, 'country_blocks', own) },
      };
    },
    async erase(trx, accountId) {
      await trx
        .deleteFrom('blocks')
        .where((where) => where.or([where('performer_id', '=', accountId), where('account_id', '=', accountId)]))
        .execute();
      await trx.deleteFrom('country_blocks').where('performer_id', '=', accountId).execute();
    },
  });
