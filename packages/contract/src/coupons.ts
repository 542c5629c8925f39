import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { amount, id, line } from './shapes.ts';

/** What coupons can be for (answers.md, "Money"): not subscriptions. */
export const COUPON_ITEM_KINDS = ['product', 'feed', 'video', 'gallery'] as const;
export type CouponItemKind = (typeof COUPON_ITEM_KINDS)[number];

/** As it is typed; capitals or not is the same. */
export const couponCode = line(40);

export const coupons = endpoints({
  'POST /coupons/{code}/apply-coupon': {
    summary: 'What a coupon takes off: nothing is used before it is paid.',
    who: 'user',
    params: z.object({ code: couponCode }),
    body: z.object({
      kind: z.enum(COUPON_ITEM_KINDS),
      items: z
        .array(z.object({ id, quantity: z.number().int().min(1).max(99).default(1) }))
        .min(1)
        .max(50),
    }),
    output: z.object({
      code: z.string(),
      name: z.string(),
      /** Tokens before, taken off, and left to pay; the last also in the site's currency. */
      subtotal: amount,
      discount: amount,
      total: amount,
      money: amount,
    }),
    errors: ['COUPON_INVALID', 'NOT_FOR_SALE'],
    limit: 'money',
    idempotency: 'none',
  },
});
