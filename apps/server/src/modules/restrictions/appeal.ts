import { DECISION_DAYS } from '@stagedoor/contract/reports.values';
import { businessDaysAfter } from '../../platform/business-days.ts';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * The account appeals against a measure, once.
 * @throws CodedError NOT_FOUND for another's; REPORT_STATE when it was lifted, appealed against, or is too old
 */
export const appeal = async (
  platform: Pick<Platform, 'database' | 'clock'>,
  accountId: string,
  restrictionId: string,
  words: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('restrictions')
      .selectAll()
      .where('id', '=', restrictionId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.state !== 'active' || row.appeal_state !== null || row.appeal_until <= now) throw new CodedError('REPORT_STATE');
    await trx
      .updateTable('restrictions')
      .set({
        appeal_state: 'open',
        appeal_text: words,
        appealed_at: now,
        appeal_due_at: businessDaysAfter(now, DECISION_DAYS),
        updated_at: now,
      })
      .where('id', '=', restrictionId)
      .execute();
    return {};
  });
};
