import type { SentNotice } from '@stagedoor/contract/takedowns';
import { type Executor, type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { complainUntilOf, complaintOf, storeComplaint } from '../reports/index.ts';
import { isNoticeToken } from './notice-links.ts';

/** A notice by the link of its mails. @throws CodedError NOT_FOUND, for a wrong token too */
const findNotice = async (platform: Platform, executor: Executor, reference: string, token: string) => {
  const notice = await executor.selectFrom('takedown_notices').selectAll().where('reference', '=', reference).executeTakeFirst();
  if (!notice || !isNoticeToken(platform, notice.id, token)) throw new CodedError('NOT_FOUND');
  return notice;
};

/**
 * Returns a notice as its sender may know it: its state, never more about what it is about. One that an appeal rejected has the reason of that decision.
 * @throws CodedError NOT_FOUND
 */
export const getSentNotice = async (platform: Platform, reference: string, token: string): Promise<SentNotice> => {
  const { database, clock } = platform;
  const notice = await findNotice(platform, database, reference, token);
  const complaint = await database.selectFrom('complaints').selectAll().where('notice_id', '=', notice.id).executeTakeFirst();
  const reversal =
    notice.state === 'rejected' && notice.restriction_id !== null
      ? await database
          .selectFrom('restrictions')
          .select('appeal_note')
          .where('id', '=', notice.restriction_id)
          .where('appeal_state', '=', 'upheld')
          .executeTakeFirst()
      : undefined;
  const until = notice.state === 'rejected' && notice.decided_at && !complaint ? complainUntilOf(notice.decided_at) : null;
  return {
    reference: notice.reference,
    url: notice.url,
    reason: notice.reason,
    state: notice.state,
    note: reversal?.appeal_note ?? notice.decision_note,
    createdAt: notice.created_at.toISOString(),
    decidedAt: notice.decided_at?.toISOString() ?? null,
    complainUntil: until && until > clock.now() ? until.toISOString() : null,
    complaint: complaintOf({
      complaint_state: complaint?.state ?? null,
      complaint_text: complaint?.text ?? null,
      complaint_note: complaint?.note ?? null,
      complained_at: complaint?.created_at ?? null,
      complaint_decided_at: complaint?.decided_at ?? null,
    }),
  };
};

/** A notice's sender complains about its rejection, once. @throws CodedError NOT_FOUND, REPORT_STATE */
export const complainAboutNotice = async (
  platform: Platform,
  reference: string,
  { token, text }: { token: string; text: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const at = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const { id, state, decided_at: decidedAt } = await findNotice(platform, trx, reference, token);
    await storeComplaint(trx, { id, kind: 'notice', state, decidedAt }, text, at);
    return {};
  });
};
