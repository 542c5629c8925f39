import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { kindsWith } from './items.values.ts';
import {
  amount,
  boundedAmount,
  id,
  idParams,
  instant,
  line,
  listOf,
  paging,
  positiveAmount,
  sortable,
  text,
  payableTokens,
} from './shapes.ts';

/** What coupons can be for (docs/domains/money.md): not subscriptions. */
export const COUPON_ITEM_KINDS = kindsWith('takesCoupons');
export type CouponItemKind = (typeof COUPON_ITEM_KINDS)[number];

/** As it is typed; capitals or not is the same. */
export const couponCode = line(40);

const terms = {
  itemKinds: z.array(z.enum(COUPON_ITEM_KINDS)).min(1).max(COUPON_ITEM_KINDS.length),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  usesMaximum: z.number().int().min(1).max(1_000_000).nullable(),
  usesPerAccount: z.number().int().min(1).max(1000).nullable(),
  active: z.boolean(),
};

const couponInput = z
  .object({
    name: text(80).default(''),
    /** Per cent, or tokens: one of both. */
    percent: positiveAmount.refine((value) => value <= 10_000n, { params: { rule: 'tooBig', maximum: 100 } }).nullable(),
    amount: payableTokens(boundedAmount).nullable(),
    ...terms,
  })
  .refine(({ percent, amount: tokens }) => (percent === null) !== (tokens === null), {
    path: ['amount'],
    params: { rule: 'percentOrAmount' },
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, { path: ['endsAt'], params: { rule: 'endsLater' } });
export type CouponInput = z.output<typeof couponInput>;

export const coupon = z.object({
  _id: id,
  code: z.string(),
  name: z.string(),
  ...terms,
  percent: z.number().nullable(),
  amount: amount.nullable(),
  useCount: z.number().int(),
  /** Tokens it took off in all. */
  discounted: amount,
  createdAt: instant,
});
export type Coupon = z.output<typeof coupon>;

export const coupons = endpoints({
  'GET /admin/coupons': {
    summary: 'The coupons, newest first; `q` searches code and name.',
    who: 'admin',
    permission: 'money',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ q: text(60).optional() }),
    output: listOf(coupon),
  },
  'POST /admin/coupons': {
    summary: 'Make a coupon; its code is unique, capitals or not.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    body: z.object({
      code: couponCode.refine((code) => /^[\p{L}\p{N}_-]{3,40}$/u.test(code), { params: { rule: 'pattern' } }),
      terms: couponInput,
    }),
    output: coupon,
    status: 201,
    errors: ['COUPON_TAKEN'],
  },
  'PUT /admin/coupons/{id}': {
    summary: 'Change a coupon, or switch it off; what was paid with it stays.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    body: z.object({ terms: couponInput }),
    output: coupon,
  },
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
