import { DECISION_DAYS, HIDING_HOURS, isHidingReason } from '@stagedoor/contract/reports.values';
import type { RestrictionReason, RestrictionSource } from '@stagedoor/contract/restrictions.values';
import { businessDaysAfter } from '../../platform/business-days.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type RestrictedObject, holdOf, lift, lockRestriction, restrict } from '../restrictions/index.ts';
import { blockContents } from './block-contents.ts';
import { type Claimed, countHidingClaims } from './hide-at-once.ts';
import { canBeHidden, contentsOf, giveObject, stopObject, takeObject } from './measures.ts';

/** The instant by which a report or a notice is to be decided. */
export const dueAtOf = (reason: string, at: Date): Date =>
  isHidingReason(reason) ? new Date(at.getTime() + HIDING_HOURS * 3_600_000) : businessDaysAfter(at, DECISION_DAYS);

/** Outcome of an upheld report or notice, with the measure that states its reasons; null when there was nothing left to restrict. */
export interface Upheld {
  outcome: 'takenDown' | 'warned' | 'none';
  restrictionId: string | null;
}

/**
 * Removes what a report, a notice or a found copy is about, or confirms that it was hidden. An account is only warned, unless its profile may not be shown:
 * suspending it is a step of its own. A show that has ended stays as it is, and its performer is warned.
 */
export const upholdClaim = async (
  trx: Trx,
  { object, ownerId: accountId, title }: Claimed,
  { reason, note, source, adminId, at }: { reason: RestrictionReason; note: string; source: RestrictionSource; adminId: string; at: Date },
): Promise<Upheld> => {
  const given = { accountId, object, title, reason, facts: note, source, decidedBy: adminId, at };
  const isHidden = await canBeHidden(trx, object);
  if (object.type === 'stream') {
    const measure = (await stopObject(trx, object.id, note, at)) ? 'showStopped' : 'warned';
    const { row } = await restrict(trx, { ...given, measure });
    return { outcome: measure === 'warned' ? 'warned' : 'takenDown', restrictionId: row.id };
  }
  if (!isHidden || (object.type === 'account' && !isHidingReason(reason))) {
    const { row } = await restrict(trx, { ...given, measure: 'warned' });
    return { outcome: 'warned', restrictionId: row.id };
  }
  const { row, isNew } = await restrict(trx, { ...given, measure: 'removed' });
  if (isNew) await holdOf(trx, row.id, await takeObject(trx, object, at));
  await blockContents(trx, row, at);
  return { outcome: 'takenDown', restrictionId: row.id };
};

/**
 * Leaves what a report or a notice was about as it is, which is already stored as rejected. Content that was hidden is shown again, unless another
 * open one hides it too; for the same reason it isn't hidden again before its contents change.
 */
export const leaveClaim = async (
  platform: Platform,
  trx: Trx,
  object: RestrictedObject,
  { reason, adminId, at }: { reason: string; adminId: string; at: Date },
): Promise<void> => {
  if (!isHidingReason(reason)) return;
  await clearContents(trx, object, reason, at);
  const row = await lockRestriction(trx, object);
  if (row?.measure !== 'hidden' || (await countHidingClaims(trx, object)) > 0) return;
  await giveObject(platform, trx, row, adminId, at);
  await lift(trx, row, adminId, at);
};

/** Keeps the contents of an object from being hidden again for a reason. */
export const clearContents = async (trx: Trx, object: RestrictedObject, reason: string, at: Date): Promise<void> => {
  const values = { object_type: object.type, object_id: object.id, reason, contents: await contentsOf(trx, object), cleared_at: at };
  await trx
    .insertInto('cleared_contents')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['object_type', 'object_id', 'reason']).doUpdateSet({ contents: values.contents, cleared_at: at }),
    )
    .execute();
};
