import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { leaveClaim, ownerOf, upholdClaim } from '../reports/index.ts';
import { type RestrictedObject, restrictedObject } from '../restrictions/index.ts';
import { findContent } from './find-content.ts';
import { NOTICE_MAIL_TASK } from './takedowns.jobs.ts';
import { contentAt } from './takedowns.rules.ts';

/**
 * Decides a notice. Upheld, what it is about is hidden at once, and its owner gets a statement of the reasons (DSA article 17). Rejected, what was
 * hidden provisionally is shown again. The sender is notified either way.
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
    const at = clock.now();
    // Notices of older versions didn't store what their address led to.
    const found = notice.object_type === null ? await findContent(trx, contentAt(notice.url, config.publicUrl)) : undefined;
    const object: RestrictedObject | undefined =
      notice.object_type !== null && notice.object_id !== null ? restrictedObject(notice.object_type, notice.object_id) : found?.object;
    await trx
      .updateTable('takedown_notices')
      .set({ state: decision, decision_note: note, decided_by: adminId, decided_at: at })
      .where('id', '=', noticeId)
      .execute();
    const owner = object && (await ownerOf(trx, object));
    if (object && owner && decision === 'upheld') {
      const { restrictionId } = await upholdClaim(
        trx,
        { object, ...owner },
        { reason: notice.reason, note, source: 'notice', adminId, at },
      );
      await trx.updateTable('takedown_notices').set({ restriction_id: restrictionId }).where('id', '=', noticeId).execute();
    }
    if (object && decision === 'rejected') await leaveClaim(platform, trx, object, { reason: notice.reason, adminId, at });
    await recordAudit(trx, {
      actorId: adminId,
      action: `takedowns.${decision}`,
      objectKind: owner && object ? object.type : 'notice',
      objectId: owner && object ? object.id : noticeId,
      detail: { name: notice.reference, note },
      at,
    });
    await platform.jobs.enqueue(trx, NOTICE_MAIL_TASK, { noticeId, kind: 'decided' });
    return {};
  });
};
