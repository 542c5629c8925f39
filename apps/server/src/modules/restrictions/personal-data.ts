import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** The measures against an account with their reasons. They outlive the account, as the reports do that led to them. */
export const registerRestrictionData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'restrictions',
    tables: ['restrictions'],
    read: async (executor, accountId) => ({
      data: {
        restrictions: await readRows(executor, 'restrictions', sql`t.account_id = ${accountId}::uuid`, ['ended_by', 'appeal_decided_by']),
      },
    }),
    keeps: [{ what: 'personalData.kept.measures', years: 'restrictionYears' }],
  });
