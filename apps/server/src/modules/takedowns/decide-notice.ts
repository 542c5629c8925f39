import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { takeDownItem } from '../items/index.ts';
import { NOTICE_MAIL_TASK } from './takedowns.jobs.ts';
import { contentAt } from './takedowns.rules.ts';

/**
 * Decides a notice. If upheld, the reported post is hidden at once, and its performer is notified of the reason (DSA article 17); reported
 * accounts are suspended separately. The sender is notified either way.
 *
 * @throws CodedError NOT_FOUND, NOTICE_STATE when already decided, REASON_REQUIRED for a rejection without a reason
 */
export const decideNotice = async (
  platform: Platform,
  adminId: string,
  noticeId: string,
  { decision, note }: { decision: 'upheld' | 'rejected'; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock, config } = platform;
  if (decision === 'rejected' && note === '') throw new CodedError('REASON_REQUIRED');
  await transact(database, idempotency, async (trx) => {
    const notice = await trx.selectFrom('takedown_notices').selectAll().where('id', '=', noticeId).forUpdate().executeTakeFirst();
    if (!notice) throw new CodedError('NOT_FOUND');
    if (notice.state !== 'open') throw new CodedError('NOTICE_STATE');
    const now = clock.now();
    await trx
      .updateTable('takedown_notices')
      .set({ state: decision, decision_note: note, decided_by: adminId, decided_at: now })
      .where('id', '=', noticeId)
      .execute();
    const content = decision === 'upheld' ? contentAt(notice.url, config.publicUrl) : undefined;
    const item =
      content?.kind === 'item'
        ? await trx
            .selectFrom('items')
            .select(['id', 'kind'])
            .where('id', '=', content.id)
            .where('kind', '=', content.itemKind)
            .executeTakeFirst()
        : undefined;
    if (item) {
      const { performerId } = await takeDownItem(trx, item.id, now);
      await enqueueMail(platform, trx, {
        kind: 'feedTakenDown',
        accountId: performerId,
        reason: notice.reason,
        note,
        itemKind: item.kind,
        itemId: item.id,
      });
    }
    await recordAudit(trx, {
      actorId: adminId,
      action: `takedowns.${decision}`,
      objectKind: item?.kind ?? 'notice',
      objectId: item?.id ?? noticeId,
      detail: { name: notice.reference, note },
      at: now,
    });
    await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId, kind: 'decided' });
    return {};
  });
};
