import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { type ReviewDecision, decideReviewIn } from '../items/index.ts';

interface Looked {
  itemId: string;
  /** What the admin looked at. */
  version: number;
}

const decideIn = async (
  platform: Platform,
  trx: Trx,
  adminId: string,
  looked: Looked,
  decided: ReviewDecision,
  at: Date,
): Promise<void> => {
  const { kind, performer_id: performerId } = await decideReviewIn(trx, { ...looked, adminId, at }, decided);
  const { itemId } = looked;
  if (decided.decision === 'rejected')
    await enqueueMail(platform, trx, { kind: 'itemRejected', accountId: performerId, reason: decided.reason, note: decided.note });
  await recordAudit(trx, {
    actorId: adminId,
    action: `reviews.${decided.decision}`,
    objectKind: kind,
    objectId: itemId,
    detail: decided.decision === 'rejected' ? { reason: decided.reason, note: decided.note } : {},
    at,
  });
};

/** An admin approves or rejects an item in review; its performer is told. @throws CodedError NOT_FOUND, REVIEW_STATE, REASON_REQUIRED without a reason, or a note for `other` */
export const decideReview = async (
  platform: Platform,
  adminId: string,
  looked: Looked,
  { decision, reason, note }: { decision: 'approved' | 'rejected'; reason: string | null; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  if (decision === 'rejected' && (reason === null || (reason === 'other' && note === ''))) throw new CodedError('REASON_REQUIRED');
  const decided: ReviewDecision = decision === 'approved' ? { decision } : { decision, reason: reason ?? 'other', note };
  await transact(platform.database, idempotency, async (trx) => {
    await decideIn(platform, trx, adminId, looked, decided, platform.clock.now());
    return {};
  });
};

/** An admin approves several items at once; those decided or changed meanwhile are left alone. @returns how many were approved, and left alone */
export const approveReviews = (
  platform: Platform,
  adminId: string,
  looked: readonly Looked[],
  idempotency: Idempotency | undefined,
): Promise<{ approved: number; skipped: number }> => {
  const at = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    let approved = 0;
    // In the order of their ids: two admins who approve the same wait for each other.
    for (const one of looked.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)))
      try {
        await decideIn(platform, trx, adminId, one, { decision: 'approved' }, at);
        approved += 1;
      } catch (error) {
        // Thrown before anything was written of it.
        if (!(error instanceof CodedError) || (error.code !== 'REVIEW_STATE' && error.code !== 'NOT_FOUND')) throw error;
      }
    return { approved, skipped: looked.length - approved };
  });
};
