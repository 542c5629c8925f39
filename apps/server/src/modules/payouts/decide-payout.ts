import type { PayoutState } from '@stagedoor/contract/payouts.values';
import { sql } from 'kysely';
import { movePayout } from '../../ledger/index.ts';
import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertPayoutsOpen } from '../accounts/index.ts';
import { issueStatement } from './issue-statement.ts';

export interface Decision {
  payoutId: string;
  adminId: string;
  to: Exclude<PayoutState, 'pending' | 'cancelled'>;
  /** The version of the payout that the admin saw; in a batch, the batch's was compared. */
  version?: number;
  /** Read by the performer; of a rejection or a return. */
  reason?: string;
  /** What the payer wrote on the payment. */
  paymentReference?: string;
  /** The batch it is paid in. */
  batchId?: string;
}

/** The copy of the payout details isn't needed any more once nothing is paid to an account that was erased. */
const forgetErased = (trx: Trx, payoutId: string) =>
  sql`update payout_requests r set sealed = null where r.id = ${payoutId}::uuid and r.state not in ('pending', 'approved')
    and exists (select from accounts a where a.id = r.performer_id and a.status = 'deleted')`.execute(trx);

/** @throws CodedError PAYOUT_FROZEN */
const assertOpen = async (trx: Trx, payoutId: string): Promise<void> => {
  const row = await trx.selectFrom('payout_requests').select('performer_id').where('id', '=', payoutId).executeTakeFirst();
  if (row) await assertPayoutsOpen(trx, [row.performer_id]);
};

/** Decides on a payout in a transaction of its own or a batch's: moves the money, signs the statement of what is paid, and audits it. */
export const decideInTransaction = async (platform: Platform, trx: Trx, decision: Decision): Promise<void> => {
  const { payoutId, adminId, to, version, reason, paymentReference, batchId } = decision;
  const at = platform.clock.now();
  // A payout in a batch may be on its way to the bank by now: it was checked when the batch was made.
  const isChecked = to === 'approved' || (to === 'paid' && batchId === undefined);
  if (isChecked) await assertOpen(trx, payoutId);
  await movePayout(trx, {
    payoutId,
    to,
    actorId: adminId,
    at,
    ...(version === undefined ? {} : { version }),
    ...(isChecked ? { holdDays: platform.settings.get('payoutHoldDays') } : {}),
    ...(to === 'paid' ? { byTwo: platform.settings.get('payoutsByTwo') } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(paymentReference === undefined ? {} : { paymentReference }),
    ...(batchId === undefined ? {} : { batchId }),
  });
  if (to === 'paid') await issueStatement(platform, trx, payoutId);
  await forgetErased(trx, payoutId);
  const detail = { ...(reason ? { reason } : {}), ...(paymentReference ? { paymentReference } : {}), ...(batchId ? { batchId } : {}) };
  await recordAudit(trx, { actorId: adminId, action: `payouts.${to}`, objectKind: 'payout', objectId: payoutId, detail, at });
};

/**
 * An admin's decision on one payout, of the version that the admin saw.
 * @throws CodedError NOT_FOUND, PAYOUT_STATE, PAYOUT_CHANGED, PAYOUT_HELD, PAYOUT_FROZEN, OTHER_ADMIN_REQUIRED
 */
export const decidePayout = (
  platform: Platform,
  decision: Decision & { version: number },
  idempotency: Idempotency | undefined,
): Promise<unknown> =>
  transact(platform.database, idempotency, async (trx) => {
    await decideInTransaction(platform, trx, decision);
    return {};
  });
