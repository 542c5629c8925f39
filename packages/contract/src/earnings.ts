import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { RECEIVERS } from './payments.values.ts';
import { amount, day, id, instant, listOf, paging, picture, sortable } from './shapes.ts';
import { TRANSACTION_KINDS, counterparty } from './wallet.ts';

/** The sources a performer's earnings are grouped by. */
export const EARNING_SOURCES = ['tips', 'subscriptions', 'content', 'live', 'other'] as const;
export type EarningSource = (typeof EARNING_SOURCES)[number];

/** Whether the amount of a line is free to be paid out. */
export const EARNING_STATES = ['pending', 'available'] as const;
export type EarningState = (typeof EARNING_STATES)[number];

/** One line of earnings: gross, the stored rate and commission, net. */
export const earningLine = z.object({
  _id: id,
  kind: z.enum(TRANSACTION_KINDS),
  source: z.enum(EARNING_SOURCES),
  fan: counterparty,
  item: z.object({ kind: z.string(), id, title: z.string() }).nullable(),
  /** What the fan wrote with a tip or gift; empty otherwise. */
  message: z.string(),
  /** Tokens the fan paid; null when paid in money. */
  tokens: amount.nullable(),
  gross: amount,
  commissionPercent: z.number(),
  commission: amount,
  net: amount,
  state: z.enum(EARNING_STATES),
  /** The side that got the money. A sale to the performer's own account takes its commission off the available amount. */
  receiver: z.enum(RECEIVERS),
  /** When it can be paid out; null while it depends on a delivery, and for amounts that were never held. */
  availableAt: instant.nullable(),
  createdAt: instant,
});
export type EarningLine = z.output<typeof earningLine>;

const period = z.object({ from: day.optional(), to: day.optional() });
/**
 * Which lines: of a state, of a source, of one fan, of one item. Those of a state, from the beginning, are what its balance is made of: with
 * `available` alone also the payouts that took from it, and what came back of them.
 */
const lineFilter = {
  state: z.enum(EARNING_STATES).optional(),
  source: z.enum(EARNING_SOURCES).optional(),
  fanId: id.optional(),
  itemId: id.optional(),
};

export const earnings = endpoints({
  'GET /earning/stats': {
    summary: 'What the performer earned: balances, sums by source and by day, top fans and items.',
    who: 'performer',
    costly: true,
    lite: true,
    query: period,
    output: z.object({
      currency: z.string(),
      available: amount,
      pending: amount,
      /** Days after a sale on which it becomes available: the site's setting. */
      holdDays: z.number().int(),
      /** `own`: the part of gross that was paid to the performer's own account, which is in no balance here. */
      total: z.object({ gross: amount, commission: amount, net: amount, own: amount, lines: z.number().int() }),
      /** Net of the same number of days before `from`. */
      before: amount,
      bySource: z.array(z.object({ source: z.enum(EARNING_SOURCES), net: amount })),
      byDay: z.array(z.object({ day, tips: amount, subscriptions: amount, content: amount, live: amount, other: amount })),
      topFans: z.array(z.object({ fan: counterparty, net: amount })),
      topItems: z.array(
        z.object({
          item: z.object({ kind: z.string(), id, title: z.string() }),
          /** The item's first picture, or its video's poster. */
          picture: picture.nullable(),
          net: amount,
        }),
      ),
    }),
  },
  'GET /earning/search': {
    summary: 'The lines of what was earned, newest first.',
    who: 'performer',
    lite: true,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ ...period.shape, ...lineFilter }),
    output: listOf(earningLine),
  },
  'GET /earning/export': {
    summary: 'The same lines as a CSV file in the caller’s language, newest first.',
    who: 'performer',
    lite: true,
    costly: true,
    query: period.extend(lineFilter),
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'text/csv', name: 'earnings.csv' },
  },
});
