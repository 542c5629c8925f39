import type { CouponItemKind } from '@stagedoor/contract/coupons';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { moneyOf } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { discountsOf, findCoupon } from '../coupons/index.ts';
import { tokenStepOf, tokenValueOf } from '../access/index.ts';
import { type Buyer, findItemsForSale } from './offers.queries.ts';

/**
 * The discount a coupon would give: computed as in the sale, at current prices. Doesn't count as a use.
 * @throws CodedError COUPON_INVALID (also when it applies to none of these), NOT_FOR_SALE
 */
export const previewCoupon = async (
  platform: Platform,
  buyer: Buyer,
  code: string,
  { kind, items }: { kind: CouponItemKind; items: readonly { id: string; quantity: number }[] },
) => {
  const coupon = await findCoupon(platform, code, buyer.id);
  const ids = items.map(({ id }) => id);
  const known = await findItemsForSale(platform.database, ids, kind, buyer);
  const lines = items.map(({ id, quantity }) => {
    const item = known.get(id.toLowerCase());
    if (!item?.onSale || item.priceAmount === null) throw new CodedError('NOT_FOR_SALE');
    return { kind, tokens: item.priceAmount * BigInt(quantity) };
  });
  const discounts = discountsOf(coupon, lines, tokenStepOf(platform.settings));
  const subtotal = lines.reduce((sum, { tokens }) => sum + tokens, 0n);
  const discount = discounts.reduce((sum, tokens) => sum + tokens, 0n);
  if (discount === 0n) throw new CodedError('COUPON_INVALID');
  const tokenValue = tokenValueOf(platform.settings);
  const money = lines.reduce((sum, { tokens }, index) => sum + moneyOf(tokens - discounts[index]!, tokenValue), 0n);
  return {
    code: coupon.code,
    name: coupon.name,
    subtotal: hundredthsToNumber(subtotal),
    discount: hundredthsToNumber(discount),
    total: hundredthsToNumber(subtotal - discount),
    money: hundredthsToNumber(money),
  };
};
