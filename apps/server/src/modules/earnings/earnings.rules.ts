import type { EarningSource } from '@stagedoor/contract/earnings';
import { saleTransactions } from '@stagedoor/contract/items.values';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import { isOneOf, keysOf } from '@stagedoor/contract/keys.values';

/** Source by kind of earning. */
export const SOURCE_KINDS: Record<EarningSource, readonly TransactionKind[]> = {
  tips: ['tip', 'gift', 'emoji'],
  subscriptions: ['subscriptionStart', 'subscriptionRenewal'],
  content: saleTransactions(),
  live: ['privateMinute', 'groupMinute'],
  other: ['shipping', 'refund', 'chargeback', 'chargebackReversal', 'adjustment'],
};

/** Kinds of payouts that take from what is available, or give back. */
export const PAYOUT_KINDS = [
  'payoutRequest',
  'payoutChange',
  'payoutCancel',
  'payoutReject',
  'payoutReturn',
] as const satisfies readonly TransactionKind[];

export const sourceOf = (kind: string): EarningSource =>
  keysOf(SOURCE_KINDS).find((source) => isOneOf<string>(SOURCE_KINDS[source], kind)) ?? 'other';

export const DAY_MS = 86_400_000;

/** The day (UTC) of an instant, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

/** Start (inclusive) and end (exclusive) of a period given by UTC days; by default thirty days up to today. */
export const periodOf = (from: string | undefined, to: string | undefined, now: Date): { start: Date; end: Date; days: number } => {
  const today = Date.parse(`${dayOf(now)}T00:00:00Z`);
  const last = to ? Date.parse(`${to}T00:00:00Z`) : today;
  const wished = from ? Date.parse(`${from}T00:00:00Z`) : last - (DEFAULT_DAYS - 1) * DAY_MS;
  const first = Math.min(Math.max(wished, last - (MAX_DAYS - 1) * DAY_MS), last);
  return { start: new Date(first), end: new Date(last + DAY_MS), days: Math.round((last - first) / DAY_MS) + 1 };
};
