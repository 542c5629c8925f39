import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { keptSince, recordExpired } from '../../platform/records.ts';
import { isLongDecided } from '../reports/index.ts';

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
    keeps: [{ what: 'personalData.kept.notices', years: 'noticeYears' }],
  });

/**
 * Removes name, address and words of the sender from notices that were decided long ago: legal claims about a decision are usually barred after three
 * years, which is the setting's default.
 * @returns how many notices
 */
export const forgetSenders = (platform: Pick<Platform, 'database' | 'clock' | 'settings'>): Promise<number> =>
  transact(platform.database, undefined, async (trx) => {
    // A name, an address and a statement are required of a notice: this shows that they were there.
    const { rows } = await sql`
      update takedown_notices n set name = '-', email = '-', statement = '-', network_hash = null
      where n.email <> '-' and ${isLongDecided(sql`n`, sql`c.notice_id = n.id`, keptSince(platform, 'noticeYears'))}
      returning n.id`.execute(trx);
    await recordExpired(platform, trx, { action: 'takedowns.sendersForgotten', kept: 'noticeYears', count: rows.length });
    return rows.length;
  });
