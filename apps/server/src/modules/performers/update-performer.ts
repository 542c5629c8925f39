import { parseHundredths } from '@stagedoor/contract/shapes';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

export interface PerformerChanges {
  name?: string | undefined;
  bio?: string | undefined;
  craft?: string | undefined;
  city?: string | undefined;
  gender?: string | undefined;
  monthlyPrice?: bigint | undefined;
  yearlyPrice?: bigint | null | undefined;
}

/**
 * Changes a performer's own profile and prices. A new price counts for new subscriptions alone.
 * @throws CodedError AMOUNT_OUT_OF_BOUNDS
 */
export const updatePerformer = async (
  platform: Platform,
  performerId: string,
  changes: PerformerChanges,
  idempotency?: Idempotency,
): Promise<void> => {
  const { database, clock, settings } = platform;
  const maximum = settings.get('priceMaximum');
  for (const price of [changes.monthlyPrice, changes.yearlyPrice]) {
    if (price !== undefined && price !== null && price > parseHundredths(maximum)!)
      throw new CodedError('AMOUNT_OUT_OF_BOUNDS', { minimum: 0, maximum });
  }
  const now = clock.now();
  await transact(database, idempotency, async (trx) => {
    const before = await trx
      .selectFrom('performers')
      .select(['monthly_price_amount', 'yearly_price_amount', 'price_version'])
      .where('account_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new CodedError('NOT_FOUND');
    const monthly = changes.monthlyPrice ?? before.monthly_price_amount;
    const yearly = changes.yearlyPrice === undefined ? before.yearly_price_amount : changes.yearlyPrice;
    const repriced = monthly !== before.monthly_price_amount || yearly !== before.yearly_price_amount;
    await trx
      .updateTable('performers')
      .set({
        ...(changes.bio === undefined ? {} : { bio: changes.bio }),
        ...(changes.craft === undefined ? {} : { craft: changes.craft }),
        ...(changes.city === undefined ? {} : { city: changes.city }),
        ...(changes.gender === undefined ? {} : { gender: changes.gender }),
        monthly_price_amount: monthly,
        yearly_price_amount: yearly,
        price_version: before.price_version + (repriced ? 1 : 0),
        updated_at: now,
      })
      .where('account_id', '=', performerId)
      .execute();
    if (changes.name !== undefined)
      await trx.updateTable('accounts').set({ name: changes.name, updated_at: now }).where('id', '=', performerId).execute();
    await recordEvent(trx, 'performers.changed', { performerId });
    return {};
  });
};
