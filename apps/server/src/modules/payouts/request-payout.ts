import type { PayoutView } from '@stagedoor/contract/payouts';
import type { PayoutMethod } from '@stagedoor/contract/payouts.values';
import { sql } from 'kysely';
import { changePayout, movePayout, requestPayout } from '../../ledger/index.ts';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertPayoutsOpen } from '../accounts/index.ts';
import { sealTarget } from './payout-target.ts';
import { currentTerms, findOpenPayout, getPayout } from './payouts.queries.ts';

const newId = async (trx: Trx): Promise<string> => (await sql<{ id: string }>`select uuidv7() as id`.execute(trx)).rows[0]!.id;

/**
 * Asks for a payout: the amount leaves what is available, and the payout details are copied.
 * @throws CodedError PAYOUT_FROZEN, PAYOUT_DETAILS_MISSING, PAYOUT_PENDING, AMOUNT_OUT_OF_BOUNDS
 */
export const createPayout = (
  platform: Platform,
  performerId: string,
  { amount, method, note }: { amount?: bigint | undefined; method: PayoutMethod; note: string },
  idempotency: Idempotency | undefined,
): Promise<PayoutView> =>
  transact(platform.database, idempotency, async (trx) => {
    await assertPayoutsOpen(trx, [performerId]);
    // As `calculate` says it: the first obstacle. Of two at once, the ledger refuses the second.
    if (await findOpenPayout(platform, trx, performerId)) throw new CodedError('PAYOUT_PENDING');
    const id = await newId(trx);
    const target = await sealTarget(platform, trx, id, performerId, method);
    await requestPayout(trx, {
      id,
      performerId,
      amount: amount ?? null,
      currency: platform.settings.get('currency'),
      note,
      at: platform.clock.now(),
      target,
      terms: currentTerms(platform),
    });
    return getPayout(platform, trx, performerId, id);
  });

interface PayoutChange {
  amount?: bigint | undefined;
  method?: PayoutMethod | undefined;
  note?: string | undefined;
  cancel?: boolean | undefined;
}

/**
 * Changes a payout that isn't approved yet; with `cancel` it ends instead, and the amount is available again. A method given anew copies the
 * payout details as they are now.
 * @throws CodedError NOT_FOUND, PAYOUT_FROZEN, PAYOUT_STATE, PAYOUT_DETAILS_MISSING, AMOUNT_OUT_OF_BOUNDS
 */
export const updatePayout = (
  platform: Platform,
  performerId: string,
  payoutId: string,
  { amount, method, note, cancel }: PayoutChange,
  idempotency: Idempotency | undefined,
): Promise<PayoutView> =>
  transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    if (cancel) {
      await movePayout(trx, { payoutId, performerId, to: 'cancelled', actorId: performerId, at });
      return getPayout(platform, trx, performerId, payoutId);
    }
    await assertPayoutsOpen(trx, [performerId]);
    const { state } = await getPayout(platform, trx, performerId, payoutId);
    await changePayout(trx, {
      payoutId,
      performerId,
      amount: amount ?? null,
      note: note ?? null,
      at,
      // What can't be changed any more is refused for that, whatever the details.
      target: method && state === 'pending' ? await sealTarget(platform, trx, payoutId, performerId, method) : null,
      terms: currentTerms(platform),
    });
    return getPayout(platform, trx, performerId, payoutId);
  });
