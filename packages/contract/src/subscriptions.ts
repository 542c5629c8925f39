import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { amount, id, idParams, instant, listOf, paging, priceInput, sortable, text } from './shapes.ts';
import { publicUser } from './users.ts';

export const SUBSCRIPTION_TYPES = ['monthly', 'yearly', 'free'] as const;
export const SUBSCRIPTION_STATES = ['active', 'cancelled', 'expired'] as const;

export const subscription = z.object({
  _id: id,
  type: z.enum(SUBSCRIPTION_TYPES),
  state: z.enum(SUBSCRIPTION_STATES),
  /** How it renews; null when it doesn't. */
  renewsBy: z.enum(['wallet', 'card']).nullable(),
  price: amount,
  money: amount,
  performer: publicUser,
  fan: publicUser,
  /** The first days, which cost nothing. */
  isTrial: z.boolean(),
  /** The performer's current price, when it is higher than the one this fan has agreed to; it applies only once they agree. */
  raisedTo: amount.nullable(),
  startedAt: instant,
  /** When the next payment is due; null when nothing renews. */
  renewsAt: instant.nullable(),
  /** A payment failed: until `expiresAt` it is tried again. */
  isOverdue: z.boolean(),
  expiresAt: instant,
  cancelledAt: instant.nullable(),
});
export type Subscription = z.output<typeof subscription>;

/** `expiresAt`: those that run first, ending soonest first. */
const search = sortable(paging, ['expiresAt', 'createdAt', 'updatedAt'], 'asc').extend({
  q: text(60).optional(),
  state: z.enum(SUBSCRIPTION_STATES).optional(),
});

export const subscriptions = endpoints({
  'POST /subscriptions/free-subscribe': {
    summary: 'Subscribe to a performer whose subscription costs nothing, or begin the free days that they give once.',
    who: 'user',
    verified: true,
    body: z.object({
      performerId: z.string().max(60),
      /** After the free days, go on from the wallet at the price of now. */
      renews: z.boolean().default(false),
    }),
    output: subscription,
    status: 201,
    errors: ['OWN_ITEM', 'BLOCKED_PAIR', 'NOT_FOR_SALE', 'ALREADY_SUBSCRIBED'],
  },
  'POST /subscriptions/cancel/{id}': {
    summary: 'Stop renewing; access lasts to the period’s end. `{id}` is the subscription or the performer.',
    who: 'user',
    params: idParams,
    output: subscription,
    errors: ['SUBSCRIPTION_STATE'],
  },
  'PUT /subscriptions/{id}': {
    summary:
      'Choose whether a subscription renews from the wallet, or agree to a raised price. `{id}` is the subscription or the performer.',
    who: 'user',
    verified: true,
    params: idParams,
    body: z.object({
      renews: z.boolean().optional(),
      /** The price agreed to: the performer’s of now. */
      price: priceInput.optional(),
    }),
    output: subscription,
    errors: ['SUBSCRIPTION_STATE', 'PRICE_CHANGED', 'BLOCKED_PAIR'],
  },
  'GET /subscriptions/search': { summary: 'The caller’s subscriptions.', who: 'user', query: search, output: listOf(subscription) },
  'GET /performer/subscriptions/search': {
    summary: 'The caller’s subscribers.',
    who: 'performer',
    query: search,
    output: listOf(subscription),
  },
});
