import { MODERATION_ALERTS, SECURED } from '@stagedoor/contract/domain-events';
import { GATEWAY_NAMES } from '@stagedoor/contract/gateways.values';
import { z } from 'zod';
import { ORDER_KINDS } from '@stagedoor/contract/payments.values';
import { PAYOUT_STATES } from '@stagedoor/contract/payouts.values';

/** Hundredths as digits. */
const hundredths = z.string();

const paid = z.object({
  orderKind: z.enum(ORDER_KINDS),
  title: z.string(),
  /** What was paid from a wallet, or bought with a top-up; null for what was paid by card. */
  tokens: hundredths.nullable(),
  money: hundredths,
  currency: z.string(),
  /** Days of a period where the card's company counts so: of a subscription that it renews. */
  periodDays: z.number().optional(),
});

/** What each kind stores of its facts, besides the ids in columns of their own. Names and titles that may change are read when it is shown. */
export const PAYLOADS = {
  live: z.object({}),
  /** Of a planned show that the reader is reminded of. */
  reminder: z.object({ what: z.enum(['soon', 'begun', 'moved', 'cancelled']), title: z.string() }),
  /** A fan asks for a private show. */
  request: z.object({}),
  /** An admin stopped the reader's show. */
  stopped: z.object({ reason: z.string() }),
  post: z.object({}),
  message: z.object({}),
  /** `isReply`: to a comment of the reader's. */
  comment: z.object({ isReply: z.boolean() }),
  mention: z.object({}),
  reaction: z.object({}),
  tip: z.object({ words: z.string(), isInShow: z.boolean() }),
  gift: z.object({ words: z.string(), isInShow: z.boolean(), name: z.string(), quantity: z.number() }),
  subscription: z.object({}),
  sale: z.object({ title: z.string() }),
  order: z.object({
    title: z.string(),
    delivery: z.enum([
      'processing',
      'shipped',
      'delivered',
      'declined',
      'cancelled',
      'expired',
      'confirmed',
      'complained',
      'complaintUpheld',
      'complaintRejected',
    ]),
    /** Told to the seller. Missing in rows of older versions: to the buyer. */
    isSale: z.boolean().optional(),
  }),
  /** `until`: it failed, and access lasts to then. */
  renewal: z.object({ tokens: hundredths.nullable(), until: z.string().nullable(), periodDays: z.number().optional() }),
  expiry: z.object({ until: z.string() }),
  receipt: paid,
  /** Transactions by which a wallet paid: those of a group are added up. */
  walletReceipt: z.object({ transactionIds: z.array(z.string()) }),
  refund: paid,
  /** A bank took a payment back, or gave it to the site again: told to the seller (`isSale`) or the buyer. */
  dispute: paid.extend({ isWon: z.boolean(), isSale: z.boolean() }),
  payout: z.object({
    state: z.enum(PAYOUT_STATES),
    reference: z.string(),
    /** What was asked for; of a paid one what arrives. */
    money: hundredths,
    currency: z.string(),
    reason: z.string(),
  }),
  /**
   * Told to the owner of the content, or (`heard…`, `complaint…`) to the sender of a report. `hidden`: provisionally.
   * `isItem` is of rows of older versions.
   */
  report: z.object({
    reference: z.string(),
    title: z.string(),
    what: z.enum([
      'hidden',
      'upheld',
      'lifted',
      'appealUpheld',
      'appealRejected',
      'heardUpheld',
      'heardRejected',
      'complaintUpheld',
      'complaintRejected',
    ]),
    isItem: z.boolean().optional(),
  }),
  /** What the reader wanted to publish was decided. */
  review: z.object({ decision: z.enum(['approved', 'rejected']), title: z.string() }),
  application: z.object({ state: z.enum(['approved', 'rejected']) }),
  security: z.object({ what: z.enum([...SECURED, 'email']) }),
  /** Reports and notices that are due or late, or an account at the limit of measures (`name`). */
  moderation: z.object({ what: z.enum(MODERATION_ALERTS), count: z.number(), name: z.string() }),
  /** The disputed share of a company's card payments in a month (`2026-11`). */
  disputeShare: z.object({ gateway: z.enum(GATEWAY_NAMES), month: z.string(), payments: z.number(), disputes: z.number() }),
} as const;

export type Payloads = { [K in keyof typeof PAYLOADS]: z.output<(typeof PAYLOADS)[K]> };
