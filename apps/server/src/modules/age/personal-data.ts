import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** The checks of an account: result, method, time and the provider's reference. There is nothing else. */
export const registerAgeData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'age',
    tables: ['age_checks', 'age_assurances'],
    async read(executor, accountId) {
      const own = sql`t.account_id = ${accountId}::uuid`;
      return {
        data: { checks: await readRows(executor, 'age_checks', own), assurances: await readRows(executor, 'age_assurances', own) },
      };
    },
    async erase(trx, accountId) {
      await trx.deleteFrom('age_assurances').where('account_id', '=', accountId).execute();
      await trx.deleteFrom('age_checks').where('account_id', '=', accountId).execute();
    },
  });
