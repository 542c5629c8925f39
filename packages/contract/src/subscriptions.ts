import { z } from 'zod';
import { seenBy } from './audience.ts';
import { endpoints } from './endpoint.ts';
import { GATEWAY_NAMES } from './gateways.values.ts';
import { offerErrors } from './offer-links.values.ts';
import { amount, id, idParams, instant, line, listOf, paging, priceInput, sortable, text, csvFile, madeIn } from './shapes.ts';
import { publicUser } from './users.ts';

export const SUBSCRIPTION_TYPES = ['monthly', 'yearly', 'free'] as const;
/** What a running subscription can be changed between. */
export const SUBSCRIPTION_PLANS = ['monthly', 'yearly'] as const;
export const SUBSCRIPTION_STATES = ['active', 'cancelled', 'expired'] as const;

/** The code in the address of an offer link (offer-links.ts); unguessable. */
export const offerCode = line(40);

/** Why a renewal from the wallet wasn’t paid. */
export const RENEWAL_PROBLEMS = ['wallet', 'limit', 'pause'] as const;
export type RenewalProblem = (typeof RENEWAL_PROBLEMS)[number];

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
  /** The plan of the next period, where it is another one; undone until then. */
  nextPlan: z.object({ type: z.enum(SUBSCRIPTION_PLANS), price: amount, money: amount }).nullable(),
  /** The plan it can be changed to now; null while there is none. */
  changesTo: z.enum(SUBSCRIPTION_PLANS).nullable(),
  /** The fan's spending with the performer, in the site's currency. */
  spent: seenBy('performer', amount.nullable()),
  startedAt: instant,
  /** When the next payment is due; null when nothing renews. */
  renewsAt: instant.nullable(),
  /** A payment failed: until `expiresAt` it is tried again. */
  isOverdue: z.boolean(),
  /** Why it wasn’t paid from the wallet: too few tokens, a limit the fan has set, or the fan’s pause from buying. Null unless overdue, and by card. */
  renewalProblem: z.enum(RENEWAL_PROBLEMS).nullable(),
  /** The card company that renews it. */
  gateway: seenBy('fan', z.enum(GATEWAY_NAMES).nullable()),
  /** When that company tries a declined card again, if it says so. */
  nextTryAt: seenBy('fan', instant.nullable()),
  /** When the fan cancelled it, while the card company still waits for their confirmation on its page. */
  cancelAskedAt: seenBy('fan', instant.nullable()),
  /** Days of a period where the card’s company counts so; null where it renews by the calendar. */
  periodDays: seenBy('fan', z.number().int().nullable()),
  expiresAt: instant,
  cancelledAt: instant.nullable(),
});
export type Subscription = z.output<typeof subscription>;

const planPrice = z.object({ type: z.enum(SUBSCRIPTION_PLANS), price: amount, money: amount });

/** What a change of plan costs. Amounts in tokens, and in the site's currency beside them. */
export const planQuote = z.object({
  /** The running plan with the price of its next renewal, and the other one with its price of now. */
  from: planPrice,
  to: planPrice,
  /** When the other plan begins: now, or at the end of the paid period. */
  startsAt: instant,
  isImmediate: z.boolean(),
  /** The unused part of the paid period: so many of its days, and what is credited for them. Zero for a change at the period's end. */
  unusedDays: z.int(),
  periodDays: z.int(),
  credit: amount,
  creditMoney: amount,
  /** What is paid now. */
  due: amount,
  dueMoney: amount,
  /** The end of the period that is paid then, or of the running one. */
  paidUntil: instant,
  /** Whether the other plan renews from the wallet at `paidUntil`, as the running one does. */
  renews: z.boolean(),
});
export type PlanQuote = z.output<typeof planQuote>;

const filter = z.object({ q: text(60).optional(), state: z.enum(SUBSCRIPTION_STATES).optional(), ...madeIn });
/** `expiresAt`: those that run first, ending soonest first. */
const search = sortable(paging, ['expiresAt', 'startedAt', 'createdAt', 'updatedAt'], 'asc').extend(filter.shape);

const planErrors = ['PLAN_STATE', 'PLAN_BY_CARD', 'BLOCKED_PAIR', 'NOT_FOR_SALE'] as const;

export const subscriptions = endpoints({
  'POST /subscriptions/free-subscribe': {
    summary: 'Subscribe to a performer whose subscription costs nothing, or begin the free days that they give once.',
    who: 'user',
    verified: true,
    body: z.object({
      performerId: z.string().max(60),
      /** After the free days, go on from the wallet at the price of now. */
      renews: z.boolean().default(false),
      /** The code of an offer link with free days: they are given instead of the performer’s own. */
      offer: offerCode.optional(),
    }),
    output: subscription,
    status: 201,
    errors: ['OWN_ITEM', 'BLOCKED_PAIR', 'NOT_FOR_SALE', 'ALREADY_SUBSCRIBED', ...offerErrors],
  },
  'POST /subscriptions/cancel/{id}': {
    open: 'age',
    summary:
      'Stop renewing; access lasts to the period’s end. Some card companies want it confirmed at `redirectUrl`: until then it renews. `{id}` is the subscription or the performer.',
    who: 'user',
    params: idParams,
    output: subscription.extend({ redirectUrl: z.string().nullable() }),
    errors: ['SUBSCRIPTION_STATE', 'GATEWAY_UNAVAILABLE'],
  },
  'GET /subscriptions/{id}/card-page': {
    open: 'age',
    summary:
      'The card company’s page where the card of a subscription is changed; null if there is none. `{id}` is the subscription or the performer.',
    who: 'user',
    params: idParams,
    output: z.object({ url: z.string().nullable() }),
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
  'GET /subscriptions/{id}/plan': {
    summary: 'What a change to the other plan costs and when it begins. `{id}` is the subscription or the performer.',
    who: 'user',
    params: idParams,
    query: z.object({ type: z.enum(SUBSCRIPTION_PLANS) }),
    output: planQuote,
    errors: planErrors,
  },
  'PUT /subscriptions/{id}/plan': {
    summary:
      'Change to the other plan as quoted: to yearly now, paid from the wallet less what is credited; to monthly at the end of the paid period.',
    who: 'user',
    verified: true,
    params: idParams,
    body: z.object({
      type: z.enum(SUBSCRIPTION_PLANS),
      /** The other plan’s price and what is due now, as quoted. */
      price: priceInput,
      due: priceInput,
    }),
    output: subscription,
    errors: [...planErrors, 'PRICE_CHANGED', 'INSUFFICIENT_TOKENS', 'SPENDING_LIMIT', 'COOL_OFF'],
    limit: 'money',
    idempotency: 'ledger',
  },
  'DELETE /subscriptions/{id}/plan': {
    summary: 'Keep the yearly plan: undo a change to monthly before it begins. `{id}` is the subscription or the performer.',
    who: 'user',
    params: idParams,
    output: subscription,
    errors: ['SUBSCRIPTION_STATE'],
  },
  'GET /subscriptions/search': {
    open: 'age',
    summary: 'The caller’s subscriptions.',
    who: 'user',
    query: search,
    output: listOf(subscription),
  },
  'GET /performer/subscriptions/search': {
    summary: 'The caller’s subscribers.',
    who: 'performer',
    query: search,
    output: listOf(subscription),
  },
  'GET /performer/subscriptions/search/export': {
    ...csvFile('subscribers.csv'),
    summary: 'The same subscribers as a CSV file, newest first.',
    who: 'performer',
    query: filter,
  },
});
