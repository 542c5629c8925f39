import { APPEAL_DAYS, DECISION_DAYS } from '@stagedoor/contract/reports.values';
import { businessDaysAfter } from '../../platform/business-days.ts';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;

/** The last moment for a complaint about a decision. */
export const complainUntilOf = (decidedAt: Date): Date => new Date(decidedAt.getTime() + APPEAL_DAYS * DAY_MS);

/**
 * Stores the complaint about a rejected report or notice, which is locked.
 * @throws CodedError REPORT_STATE when it isn't rejected, is too old, or was complained about already
 */
export const storeComplaint = async (
  trx: Trx,
  about: { id: string; kind: 'report' | 'notice'; state: string; decidedAt: Date | null },
  words: string,
  at: Date,
): Promise<void> => {
  if (about.state !== 'rejected' || about.decidedAt === null || complainUntilOf(about.decidedAt) <= at)
    throw new CodedError('REPORT_STATE');
  const made = await trx
    .insertInto('complaints')
    .values({
      report_id: about.kind === 'report' ? about.id : null,
      notice_id: about.kind === 'notice' ? about.id : null,
      text: words,
      due_at: businessDaysAfter(at, DECISION_DAYS),
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new CodedError('REPORT_STATE');
};

/** The sender of a report complains about its rejection, once. @throws CodedError NOT_FOUND for another's; as `storeComplaint` */
export const complainAboutReport = async (
  platform: Pick<Platform, 'database' | 'clock'>,
  accountId: string,
  reportId: string,
  words: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const at = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const report = await trx
      .selectFrom('reports')
      .select(['id', 'state', 'decided_at', 'restriction_id'])
      .where('id', '=', reportId)
      .where('reporter_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!report) throw new CodedError('NOT_FOUND');
    // Rejected after an appeal: both sides were heard.
    if (report.restriction_id !== null) throw new CodedError('REPORT_STATE');
    await storeComplaint(trx, { id: report.id, kind: 'report', state: report.state, decidedAt: report.decided_at }, words, at);
    return {};
  });
};
