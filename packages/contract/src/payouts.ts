import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { PAYOUT_METHODS, PAYOUT_OBSTACLES, PAYOUT_STATES } from './payouts.values.ts';
import { amount, day, id, idParams, instant, listOf, paging, positiveAmount, sortable, text, payableMoney } from './shapes.ts';
import { recordOf } from './keys.values.ts';

/** What a performer asked to be paid, as the performer sees it. */
export const payoutView = z.object({
  _id: id,
  /** For people: `PO-1001`. */
  reference: z.string(),
  state: z.enum(PAYOUT_STATES),
  method: z.enum(PAYOUT_METHODS),
  /** What is shown of the account it is paid to, masked. */
  destination: z.string(),
  currency: z.string(),
  amount,
  fee: amount,
  /** What arrives: the amount less the fee. */
  net: amount,
  note: z.string(),
  /** Why it was rejected or returned; empty otherwise. */
  reason: z.string(),
  /** What the payer wrote on the payment; empty until it is paid. */
  paymentReference: z.string(),
  approvedAt: instant.nullable(),
  paidAt: instant.nullable(),
  /** When it was rejected, cancelled or returned. */
  closedAt: instant.nullable(),
  /** Until then it can’t be approved nor paid, because the payout details were changed shortly before; null when it can, or is decided. */
  heldUntil: instant.nullable(),
  /** SHA-256 of the signed statement, in hex; null until it is paid. */
  statementHash: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type PayoutView = z.output<typeof payoutView>;

/** What can be requested, and what would arrive. */
export const payoutQuote = z.object({
  currency: z.string(),
  /** May be below zero after refunds. */
  available: amount,
  /** Earned, and not free to be paid out yet. */
  held: amount,
  /** On its way: of payouts that are pending or approved. */
  requested: amount,
  amount,
  fee: amount,
  net: amount,
  minimum: amount,
  /** Why this can't be requested now. */
  obstacle: z.enum(PAYOUT_OBSTACLES).nullable(),
});
export type PayoutQuote = z.output<typeof payoutQuote>;

/** More than anybody has earned. */
const payoutAmount = payableMoney(
  positiveAmount.refine((value) => value <= 100_000_000_000n, { params: { rule: 'tooBig', maximum: 1_000_000_000 } }),
);
const sum = z.object({ amount, count: z.number().int() });
const method = z.enum(PAYOUT_METHODS);
const note = text(500);
const period = { from: day.optional(), to: day.optional() };
/** Reads although they are posted; an admin who views the site as the performer may look too. */
const read = { who: 'performer', lite: true, acting: true, idempotency: 'none' } as const;

export const payouts = endpoints({
  'POST /payout-requests/calculate': {
    ...read,
    summary: 'What can be paid out now, the fee and what arrives; without an amount, of all there is.',
    body: z.object({ amount: payoutAmount.optional(), method: method.optional() }),
    output: payoutQuote,
  },
  'POST /payout-requests/stats': {
    ...read,
    summary: 'Sums and counts of the own payouts by state, of those requested in a period.',
    body: z.object(period),
    output: z.object({
      currency: z.string(),
      byState: z.object(recordOf(PAYOUT_STATES, () => sum)),
      lastPaidAt: instant.nullable(),
    }),
  },
  'POST /payout-requests/check-pending': {
    ...read,
    summary: 'The payout that is on its way, pending or approved; null when none is.',
    output: z.object({ pending: payoutView.nullable() }),
  },
  'POST /payout-requests': {
    summary: 'Ask to be paid: all that is available, or an amount of it. The payout details are copied as they are now.',
    who: 'performer',
    lite: true,
    personal: true,
    body: z.object({ amount: payoutAmount.optional(), method, note: note.default('') }),
    output: payoutView,
    status: 201,
    errors: ['PAYOUT_FROZEN', 'PAYOUT_PENDING', 'PAYOUT_DETAILS_MISSING', 'AMOUNT_OUT_OF_BOUNDS'],
    limit: 'money',
  },
  'PUT /payout-requests/{id}': {
    summary: 'Change a payout that isn’t approved yet, or cancel it; what isn’t given stays.',
    who: 'performer',
    lite: true,
    personal: true,
    params: idParams,
    body: z.object({ amount: payoutAmount.optional(), method: method.optional(), note: note.optional(), cancel: z.boolean().optional() }),
    output: payoutView,
    errors: ['PAYOUT_FROZEN', 'PAYOUT_STATE', 'PAYOUT_DETAILS_MISSING', 'AMOUNT_OUT_OF_BOUNDS'],
    limit: 'money',
  },
  'GET /payout-requests/search': {
    summary: 'The own payouts, newest first.',
    who: 'performer',
    lite: true,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ state: z.enum(PAYOUT_STATES).optional(), ...period }),
    output: listOf(payoutView),
  },
  'GET /payout-requests/{id}/view': {
    summary: 'One of the own payouts.',
    who: 'performer',
    lite: true,
    params: idParams,
    output: payoutView,
  },
  'GET /payout-requests/stats/total-requested-amount': {
    summary: 'What is on its way: of payouts that are pending or approved.',
    who: 'performer',
    lite: true,
    output: z.object({ currency: z.string(), total: amount, count: z.number().int() }),
  },
  'GET /payout-requests/held': {
    summary: 'What is earned and not free yet, by the day (UTC) on which it will be; `onDelivery` waits for orders to arrive.',
    who: 'performer',
    lite: true,
    costly: true,
    output: z.object({ currency: z.string(), total: amount, onDelivery: amount, byDay: z.array(z.object({ day, net: amount })) }),
  },
  'GET /payout-requests/export': {
    summary: 'All own payouts as a CSV file in the caller’s language, newest first.',
    who: 'performer',
    lite: true,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'text/csv', name: 'payouts.csv' },
  },
  'GET /payout-requests/{id}/statement': {
    summary: 'The signed statement of a payout that was paid: every sale and refund it consists of.',
    who: 'performer',
    lite: true,
    params: idParams,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'application/json', name: 'payout-statement.json' },
  },
  'GET /payout-statements/key': {
    summary: 'The public key that the site signs statements and the minutes of paid shows with.',
    who: 'public',
    open: 'age',
    output: z.object({
      algorithm: z.literal('Ed25519'),
      /** SubjectPublicKeyInfo, base64. */
      publicKey: z.string(),
    }),
  },
  'GET /payout-statements/seals/{position}': {
    summary: 'A link of the ledger’s chain of hashes: statements name the last one there was when they were made.',
    who: 'public',
    open: 'age',
    params: z.object({ position: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    output: z.object({ position: z.number().int(), hash: z.string(), sealedAt: instant }),
  },
});
