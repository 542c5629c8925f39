import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** How long a decided notice names its sender: legal claims about a decision are usually barred after three years. */
export const SENDER_YEARS = 3;

/**
 * Notices sent from the account's address. A notice has no account: its sender is known by a verified address only. It survives the account's
 * deletion, because the decision must be told and justified; `forgetSenders` removes the sender later.
 */
export const registerTakedownData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'takedowns',
    tables: ['takedown_notices'],
    async read(executor, accountId) {
      const own = sql`t.email <> '' and exists (select from accounts a
        where a.id = ${accountId}::uuid and a.email_verified_at is not null and lower(a.email) = lower(t.email))`;
      return {
        data: {
          notices: await readRows(executor, 'takedown_notices', own, [
            'network_hash',
            'restriction_id',
            'object_id',
            'object_type',
            'hiding',
          ]),
        },
      };
    },
    keeps: [{ what: 'personalData.kept.notices', years: SENDER_YEARS }],
  });

/** Removes name and address from notices that were decided long ago. @returns how many notices */
export const forgetSenders = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> => {
  const { numUpdatedRows } = await database
    .updateTable('takedown_notices')
    // A name and an address are required of a notice: this shows that they were there.
    .set({ name: '-', email: '-', network_hash: null })
    .where('email', '<>', '-')
    .where('decided_at', '<', sql<Date>`${clock.now()}::timestamptz - make_interval(years => ${sql.lit(SENDER_YEARS)})`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};
