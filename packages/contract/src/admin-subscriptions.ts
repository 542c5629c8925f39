import { z } from 'zod';
import { person } from './admin-money.ts';
import { auditEntry } from './admin-people.ts';
import { endpoints } from './endpoint.ts';
import { ORDER_STATES } from './payments.values.ts';
import { amount, id, idParams, instant, line, listOf, paging, sortable, text, csvFile, madeIn } from './shapes.ts';
import { SUBSCRIPTION_TYPES } from './subscriptions.ts';

/**
 * State of a subscription.
 * - active: paid for, or free
 * - grace: a payment failed or is missing; access continues for some days with retries
 * - cancelled: no longer renewed, access lasts to the end of the paid period
 * - ended: it gives no access any more
 */
export const ADMIN_SUBSCRIPTION_STATES = ['active', 'grace', 'cancelled', 'ended'] as const;
export type AdminSubscriptionState = (typeof ADMIN_SUBSCRIPTION_STATES)[number];

export const adminSubscriptionRow = z.object({
  _id: id,
  fan: person,
  performer: person,
  type: z.enum(SUBSCRIPTION_TYPES),
  state: z.enum(ADMIN_SUBSCRIPTION_STATES),
  /** The first days, which cost nothing. */
  isTrial: z.boolean(),
  /** How it renews; null when it doesn't, or when it is free. */
  renewsBy: z.enum(['wallet', 'card']).nullable(),
  /** Of its next payment; null when nothing renews any more. */
  renewsAt: instant.nullable(),
  /** What the fan has agreed to, in tokens, and what that is in money. */
  price: amount,
  money: amount,
  startedAt: instant,
  /** The end of the paid period, and of access: they differ during the grace period. */
  paidUntil: instant,
  expiresAt: instant,
});
export type AdminSubscriptionRow = z.output<typeof adminSubscriptionRow>;

/** An order of a period: one that was paid has a transaction. */
const period = z.object({
  _id: id,
  kind: z.enum(['subscription', 'renewal']),
  /** Null when unknown from the order. */
  type: z.enum(['monthly', 'yearly']).nullable(),
  state: z.enum(ORDER_STATES),
  method: z.enum(['wallet', 'card']),
  tokens: amount.nullable(),
  money: amount,
  transactionId: id.nullable(),
  /** When it was paid, else when it was created. */
  at: instant,
});

export const adminSubscription = adminSubscriptionRow.extend({
  /** The performer's current price, when it is higher than the one this fan has agreed to. */
  raisedTo: amount.nullable(),
  /** Payments of this period that failed. */
  failures: z.number().int(),
  gateway: z.string().nullable(),
  gatewaySubscriptionId: z.string().nullable(),
  cancelledAt: instant.nullable(),
  /** Orders of this fan's periods with this performer, newest first; the last hundred. */
  periods: z.array(period),
  history: z.array(auditEntry),
});
export type AdminSubscription = z.output<typeof adminSubscription>;

export const subscriptionFilter = z.object({
  q: text(254).optional(),
  state: z.enum(ADMIN_SUBSCRIPTION_STATES).optional(),
  type: z.enum(SUBSCRIPTION_TYPES).optional(),
  renewsBy: z.enum(['wallet', 'card', 'nothing']).optional(),
  accountId: id.optional(),
  ...madeIn,
});
const subscriptionList = sortable(paging, ['startedAt', 'createdAt', 'updatedAt']).extend(subscriptionFilter.shape);

/** The administration of subscriptions. */
export const adminSubscriptions = endpoints({
  'GET /admin/subscriptions': {
    summary:
      'Subscriptions, those that began last first; `q` is an id, or the beginning of the fan’s or the performer’s username or address.',
    who: 'admin',
    permission: 'money',
    query: subscriptionList,
    output: listOf(adminSubscriptionRow),
  },
  'GET /admin/subscriptions/export': {
    ...csvFile('subscriptions.csv'),
    summary: 'The same subscriptions as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'money',
    query: subscriptionFilter,
  },
  'GET /admin/subscriptions/{id}': {
    summary: 'One subscription: its terms, the orders of its periods, and what was done to it.',
    who: 'admin',
    permission: 'money',
    params: idParams,
    output: adminSubscription,
  },
  'POST /admin/subscriptions/{id}/cancel': {
    summary: 'End a subscription’s renewal: access lasts to the end of what was paid for. The fan gets a mail.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    body: z.object({ reason: line(300) }),
    output: adminSubscription,
    errors: ['SUBSCRIPTION_STATE'],
  },
});
