import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** The entitlements of an account, bought or given. Others' entitlement to what they bought outlives the account that sold it. */
export const registerAccessData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'entitlements',
    tables: ['entitlements'],
    async read(executor, accountId) {
      return { data: { entitlements: await readRows(executor, 'entitlements', sql`t.account_id = ${accountId}::uuid`) } };
    },
  });
