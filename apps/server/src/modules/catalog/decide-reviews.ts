import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ReviewDecision, decideReviewIn } from '../items/index.ts';
import { restrict } from '../restrictions/index.ts';

/**
 * An admin approves or rejects an item in review; its performer is told.
 * @param looked what the admin looked at
 * @throws CodedError NOT_FOUND; REVIEW_STATE when it was decided or changed meanwhile
 */
export const decideReview = async (
  platform: Platform,
  adminId: string,
  looked: { itemId: string; version: number },
  decided: ReviewDecision,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const at = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const { kind, title, performer_id: accountId } = await decideReviewIn(trx, { ...looked, adminId, at }, decided);
    const isRejected = decided.decision === 'rejected';
    if (isRejected)
      await restrict(trx, {
        accountId,
        measure: 'refused',
        object: { type: kind, id: looked.itemId },
        title,
        reason: 'rules',
        facts: decided.note,
        source: 'own',
        decidedBy: adminId,
        at,
      });
    await recordAudit(trx, {
      actorId: adminId,
      action: `content.${decided.decision}`,
      objectKind: kind,
      objectId: looked.itemId,
      detail: isRejected ? { note: decided.note } : {},
      at,
    });
    return {};
  });
};
