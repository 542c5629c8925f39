import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CouponTerms } from './coupons.rules.ts';

/** Normalised as it is stored. */
export const couponCodeOf = (typed: string): string => typed.trim().toUpperCase();

/**
 * A coupon that this account may use now. The ledger checks this again, under a lock, when the order is paid.
 * @throws CodedError COUPON_INVALID: also for unknown codes, so that codes can't be found by trying
 */
export const findCoupon = async (
  { database, clock }: Platform,
  code: string,
  accountId: string,
): Promise<CouponTerms & { id: string; code: string; name: string }> => {
  const now = clock.now();
  const row = await database
    .selectFrom('coupons as c')
    .selectAll('c')
    .select((select) =>
      select
        .selectFrom('coupon_uses as u')
        .whereRef('u.coupon_id', '=', 'c.id')
        .where('u.account_id', '=', accountId)
        .select((count) => count.fn.countAll<bigint>().as('uses'))
        .as('own_uses'),
    )
    .where('c.code', '=', couponCodeOf(code))
    .executeTakeFirst();
  const isOver =
    !row?.active ||
    (row.starts_at !== null && row.starts_at > now) ||
    (row.ends_at !== null && row.ends_at <= now) ||
    (row.uses_maximum !== null && row.use_count >= row.uses_maximum) ||
    (row.uses_per_account !== null && Number(row.own_uses ?? 0n) >= row.uses_per_account);
  if (isOver) throw new CodedError('COUPON_INVALID');
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    percent: row.percent,
    amount: row.amount,
    itemKinds: row.item_kinds,
  };
};

/** The code of an order's coupon. */
export const codeOfCoupon = async (executor: Executor, couponId: string): Promise<string> =>
  (await executor.selectFrom('coupons').select('code').where('id', '=', couponId).executeTakeFirstOrThrow()).code;
