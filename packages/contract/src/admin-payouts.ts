import { z } from 'zod';
import { person } from './admin-money.ts';
import { payoutFreeze } from './admin-people.ts';
import { endpoints } from './endpoint.ts';
import { payoutView } from './payouts.ts';
import { MAX_BATCH, PAYOUT_BATCH_STATES, PAYOUT_METHODS, PAYOUT_STATES } from './payouts.values.ts';
import { amount, flag, id, idParams, instant, line, listOf, paging, sortable, text, csvFile, madeIn } from './shapes.ts';

const version = z.number().int().min(0).max(2_000_000_000);

const batchRef = z.object({ _id: id, reference: z.string(), state: z.enum(PAYOUT_BATCH_STATES) });

export const adminPayoutRow = payoutView.extend({
  performer: person,
  batch: batchRef.nullable(),
  /** To be named by the decision: of what was looked at. */
  version,
});
export type AdminPayoutRow = z.output<typeof adminPayoutRow>;

/** A payout with what an admin decides it by. */
export const adminPayout = adminPayoutRow.extend({
  performerState: z.enum(['pending', 'approved', 'rejected', 'held']),
  /** What is left of the performer's earnings besides this payout; below zero after refunds. */
  available: amount,
  held: amount,
  /** Paid to this performer before. */
  paidBefore: z.object({ amount, count: z.number().int() }),
  /** When the payout details were last changed, other than the copy that this payout has; null when they weren't. */
  detailsChangedAt: instant.nullable(),
  /** The details are still there: those of erased accounts are not. */
  hasDetails: z.boolean(),
  /** The performer said “This wasn’t me”: none of their payouts is approved or paid until an admin releases them. */
  frozen: payoutFreeze.nullable(),
  history: z.array(z.object({ at: instant, action: z.string(), by: z.string().nullable() })),
});
export type AdminPayout = z.output<typeof adminPayout>;

/** Payout details in full; each look at them is logged. */
export const payoutDestination = z.object({
  method: z.enum(PAYOUT_METHODS),
  holderName: z.string().nullable(),
  bankName: z.string().nullable(),
  country: z.string().nullable(),
  iban: z.string().nullable(),
  accountNumber: z.string().nullable(),
  routingNumber: z.string().nullable(),
  swift: z.string().nullable(),
  email: z.string().nullable(),
});
export type PayoutDestination = z.output<typeof payoutDestination>;

export const payoutBatch = batchRef.extend({
  method: z.enum(PAYOUT_METHODS),
  currency: z.string(),
  /** What the payer pays: the amounts less the fees. */
  net: amount,
  count: z.number().int(),
  /** Another one once any of its payouts changed. */
  version,
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type PayoutBatch = z.output<typeof payoutBatch>;

const admin = { who: 'admin', permission: 'money' } as const;
const moves = { ...admin, stepUp: true } as const;
const decided = {
  ...moves,
  params: idParams,
  output: adminPayout,
  errors: ['PAYOUT_STATE', 'PAYOUT_CHANGED', 'PAYOUT_HELD', 'PAYOUT_FROZEN', 'OTHER_ADMIN_REQUIRED'],
} as const;
const file = {
  output: z.custom<AsyncIterable<string>>(),
  errors: ['PAYOUT_STATE', 'PAYOUT_FROZEN', 'PAYOUT_PAYER_MISSING', 'OTHER_ADMIN_REQUIRED'],
} as const;
/** `version`: of the payout that was looked at. If it has another by now, nothing is done: PAYOUT_CHANGED. */
const seen = z.object({ version });
const reason = seen.extend({ reason: line(300) });

/** Which payouts: by a reference, or the beginning of a username or address; by state, method, batch, and when they were asked for. */
export const payoutFilter = z.object({
  q: text(254).optional(),
  state: z.enum(PAYOUT_STATES).optional(),
  method: z.enum(PAYOUT_METHODS).optional(),
  batchId: id.optional(),
  /** Approved, in no batch, not held and not frozen: what a batch can gather. */
  isReady: flag.optional(),
  ...madeIn,
});
/** `queue`: what waits, oldest first; what is decided, newest first. */
const payoutList = sortable(paging, ['queue', 'createdAt', 'updatedAt']).extend(payoutFilter.shape);

/** The administration of payouts: decide on them, pay them alone or in batches. */
export const adminPayouts = endpoints({
  'GET /admin/payouts': {
    ...admin,
    summary: 'Payouts; by default those that wait first. `q` is a reference, or the beginning of a username or address.',
    query: payoutList,
    output: listOf(adminPayoutRow).extend({
      counts: z.object({ pending: z.number().int(), approved: z.number().int() }),
      oldestWaitingAt: instant.nullable(),
    }),
  },
  'GET /admin/payouts/export': {
    ...csvFile('payouts.csv'),
    summary: 'The same payouts as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'money',
    query: payoutFilter,
  },
  'GET /admin/payouts/{id}': { ...admin, summary: 'One payout, with what it is decided by.', params: idParams, output: adminPayout },
  'GET /admin/payouts/{id}/details': {
    ...moves,
    summary: 'Where a payout is paid to, in full. Each look is logged.',
    params: idParams,
    output: payoutDestination,
  },
  'POST /admin/payouts/{id}/approve': { ...decided, summary: 'Approve a pending payout: it is paid next.', body: seen },
  'POST /admin/payouts/{id}/reject': {
    ...decided,
    summary: 'Reject a payout that isn’t paid, nor in a batch; the performer reads the reason, and the amount is available again.',
    body: reason,
  },
  'POST /admin/payouts/{id}/pay': {
    ...decided,
    summary: 'Mark an approved payout that is in no batch as paid, outside the site.',
    body: seen.extend({ paymentReference: text(140).default('') }),
  },
  'POST /admin/payouts/{id}/return': {
    ...decided,
    summary: 'The bank or PayPal returned a payout that was paid: the amount is available again.',
    body: reason,
  },
  'GET /admin/payouts/{id}/statement': {
    ...admin,
    summary: 'The signed statement of a payout that was paid.',
    params: idParams,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'application/json', name: 'payout-statement.json' },
  },
  'GET /admin/payout-batches': {
    ...admin,
    summary: 'Batches of payouts, newest first.',
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(payoutBatch),
  },
  'POST /admin/payout-batches': {
    ...moves,
    summary: 'Gather approved payouts of one method that are in no batch, each with the version that was looked at.',
    body: z.object({ method: z.enum(PAYOUT_METHODS), payouts: z.array(seen.extend({ id })).min(1).max(MAX_BATCH) }),
    output: payoutBatch,
    status: 201,
    errors: ['PAYOUT_STATE', 'PAYOUT_CHANGED', 'PAYOUT_HELD', 'PAYOUT_FROZEN', 'OTHER_ADMIN_REQUIRED'],
  },
  'GET /admin/payout-batches/{id}': { ...admin, summary: 'One batch.', params: idParams, output: payoutBatch },
  'GET /admin/payout-batches/{id}/bank-file': {
    ...moves,
    ...file,
    summary: 'An open batch for the bank: pain.001.001.09. Each download is logged.',
    params: idParams,
    download: { contentType: 'application/xml', name: 'payouts.xml' },
  },
  'GET /admin/payout-batches/{id}/paypal-file': {
    ...moves,
    ...file,
    summary: 'An open batch for PayPal’s mass payments, as CSV. Each download is logged.',
    params: idParams,
    download: { contentType: 'text/csv', name: 'payouts.csv' },
  },
  'POST /admin/payout-batches/{id}/pay': {
    ...moves,
    summary: 'Mark every payout of an open batch as paid, all or none.',
    params: idParams,
    body: seen.extend({ paymentReference: text(140).default('') }),
    output: payoutBatch,
    errors: ['PAYOUT_STATE', 'PAYOUT_CHANGED', 'OTHER_ADMIN_REQUIRED'],
  },
  'POST /admin/payout-batches/{id}/cancel': {
    ...moves,
    summary: 'Dissolve an open batch: its payouts stay approved.',
    params: idParams,
    output: payoutBatch,
    errors: ['PAYOUT_STATE'],
  },
});
