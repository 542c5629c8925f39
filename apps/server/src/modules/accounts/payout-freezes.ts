import { NOT_ME_CAUSES, type NotMeCause, type PayoutFreeze } from '@stagedoor/contract/not-me.values';
import { z } from 'zod';
import type { Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';

/** Freezes a performer's payouts until an admin releases them. @returns whether the account is a performer's */
export const freezePayouts = async (trx: Trx, accountId: string, cause: NotMeCause, at: Date): Promise<boolean> => {
  await trx
    .updateTable('accounts')
    .set({ payouts_frozen_at: at, payouts_frozen_cause: cause, updated_at: at })
    .where('id', '=', accountId)
    .where('role', '=', 'performer')
    .where('payouts_frozen_at', 'is', null)
    .execute();
  const { role } = await trx.selectFrom('accounts').select('role').where('id', '=', accountId).executeTakeFirstOrThrow();
  return role === 'performer';
};

/** @returns whether they were frozen */
export const unfreezePayouts = async (trx: Trx, accountId: string, at: Date): Promise<boolean> => {
  const released = await trx
    .updateTable('accounts')
    .set({ payouts_frozen_at: null, payouts_frozen_cause: null, updated_at: at })
    .where('id', '=', accountId)
    .where('payouts_frozen_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return released !== undefined;
};

/**
 * Refuses frozen payouts. The accounts are locked until the transaction ends, so that none is frozen meanwhile.
 * @throws CodedError PAYOUT_FROZEN
 */
export const assertPayoutsOpen = async (trx: Trx, performerIds: readonly string[]): Promise<void> => {
  const rows = await trx
    .selectFrom('accounts')
    .select('payouts_frozen_at')
    .where('id', 'in', performerIds)
    .orderBy('id')
    .forShare()
    .execute();
  if (rows.some(({ payouts_frozen_at }) => payouts_frozen_at !== null)) throw new CodedError('PAYOUT_FROZEN');
};

export interface FreezeColumns {
  payouts_frozen_at: Date | null;
  payouts_frozen_cause: string | null;
}

/** The freeze of an account's payouts as admins see it; null when they aren't frozen. */
export const freezeView = ({ payouts_frozen_at: at, payouts_frozen_cause: cause }: FreezeColumns): PayoutFreeze | null =>
  at && { at: at.toISOString(), cause: z.enum(NOT_ME_CAUSES).parse(cause) };
