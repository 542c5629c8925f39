import { sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { decideCopiesIn } from '../files/index.ts';
import { filesWithParts } from './item-files.ts';
import { type ItemRow, withdrawItem } from './items.store.ts';
import { showItem } from './review.store.ts';

/** @param note why it is rejected; not empty */
export type ReviewDecision = { decision: 'approved' } | { decision: 'rejected'; note: string };

/**
 * Decides about an item in review: approved, it is shown, or waits for its time; rejected, it is a draft again.
 * @param version the one that was looked at
 * @throws CodedError NOT_FOUND; REVIEW_STATE when it was decided or changed meanwhile
 */
export const decideReviewIn = async (
  trx: Trx,
  { itemId, version, adminId, at }: { itemId: string; version: number; adminId: string; at: Date },
  decided: ReviewDecision,
): Promise<ItemRow> => {
  // The item, its parts, its review: locked in this order by everybody, so that no two wait for each other.
  const item = await trx.selectFrom('items').selectAll().where('id', '=', itemId).forUpdate().executeTakeFirst();
  if (!item) throw new CodedError('NOT_FOUND');
  await sql`select from items where parent_id = ${itemId}::uuid and state <> 'deleted' order by id for update`.execute(trx);
  const review = await trx.selectFrom('item_reviews').select('version').where('item_id', '=', itemId).forUpdate().executeTakeFirst();
  if (item.state !== 'review' || review?.version !== version) throw new CodedError('REVIEW_STATE');
  const isApproved = decided.decision === 'approved';
  // The admin has seen what the item looks like.
  if (isApproved) await decideCopiesIn(trx, await filesWithParts(trx, itemId), { decision: 'different', note: '', adminId, at });
  await trx
    .updateTable('item_reviews')
    .set({
      decision: decided.decision,
      note: decided.decision === 'rejected' ? decided.note : '',
      is_approved: isApproved,
      ...(isApproved ? { is_withheld: false } : {}),
      decided_by: adminId,
      decided_at: at,
      updated_at: at,
    })
    .where('item_id', '=', itemId)
    .execute();
  const isOver = item.expires_at !== null && item.expires_at <= at;
  if (isApproved && !isOver) await showItem(trx, item, at);
  else await withdrawItem(trx, item, 'draft', at);
  await recordEvent(trx, 'items.reviewed', {
    itemId,
    kind: item.kind,
    performerId: item.performer_id,
    decision: decided.decision,
    version,
  });
  return item;
};
