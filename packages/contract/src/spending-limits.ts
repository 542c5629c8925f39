import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { amount, boundedAmount, id, instant } from './shapes.ts';

/** What a limit bounds: a day, a month (both UTC), or one show. */
export const LIMIT_KINDS = ['daily', 'monthly', 'show'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Days that a pause from buying can last. */
export const COOL_OFF_DAYS = [1, 7, 30] as const;

/** Hours until a raised or removed limit takes effect. */
export const RAISE_HOURS = 24;

const ownLimit = z.object({
  /** In the site's currency; null: none. */
  limit: amount.nullable(),
  /** A raised or removed limit that does not hold yet, and from when it does. */
  next: z.object({ limit: amount.nullable(), at: instant }).nullable(),
});

const periodLimit = ownLimit.extend({
  /** Spent in the period, from the wallet and by card. */
  spent: amount,
  /** Promised: orders that wait for a card payment, tokens held for shows. */
  reserved: amount,
  /** Null without a limit. */
  left: amount.nullable(),
  /** What it still allows to pay for tokens in the period, which is held to the limit by itself; null without a limit. */
  topUpLeft: amount.nullable(),
  /** When the period ends. */
  until: instant,
});

export const spendingLimitsView = z.object({
  currency: z.string(),
  daily: periodLimit,
  monthly: periodLimit,
  show: ownLimit.extend({
    /** Of the show that was asked for. */
    inShow: z
      .object({
        spent: amount,
        /** Tokens held for its minutes. */
        reserved: amount,
        /** Null without a limit. */
        left: amount.nullable(),
      })
      .nullable(),
  }),
  /** Nothing can be bought until then; null without a pause. */
  coolOffUntil: instant.nullable(),
});
export type SpendingLimits = z.output<typeof spendingLimitsView>;

const limitInput = boundedAmount.nullable().optional();

export const spendingLimits = endpoints({
  'GET /spending-limits': {
    open: 'age',
    summary: 'The limits the caller set on its own spending, what is spent, and what is left; with `streamId` also in that show.',
    who: 'user',
    inShow: true,
    personal: true,
    lite: true,
    suspended: true,
    query: z.object({ streamId: id.optional() }),
    output: spendingLimitsView,
  },
  'PUT /spending-limits': {
    open: 'age',
    summary:
      'Set limits; null removes one. A lower one holds at once, a higher or removed one in 24 hours; the present amount withdraws that.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    body: z.object({ daily: limitInput, monthly: limitInput, show: limitInput }),
    output: spendingLimitsView,
  },
  'POST /spending-limits/cool-off': {
    open: 'age',
    summary: 'Pause from buying for days. A pause can be made longer, never shorter.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    body: z.object({ days: z.union([z.literal(1), z.literal(7), z.literal(30)]) }),
    output: spendingLimitsView,
  },
});
