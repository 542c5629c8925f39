import { sql } from 'kysely';
import { type Executor, translateDatabaseError } from '../platform/database/database.ts';
import { type Rate, type TokenAmount, moneyOf, splitCommission } from './amounts.ts';
import { toJson } from './json.ts';
import { walletSaleLines } from './lines.ts';
import type { SaleEvent } from './settlement.ts';

/** One minute of a paid show, for one participant. */
export interface Minute {
  kind: 'privateMinute' | 'groupMinute';
  streamId: string;
  title: string;
  buyerId: string;
  sellerId: string;
  /** From 1. */
  minute: number;
  /** Position at which it was due, as read from the clock: another one means that somebody else moved it. */
  dueFromMs: number;
  /** Position at which it begins; a later one than the due one when an outage missed minutes. */
  fromMs: number;
  /** Position at which the next one begins. */
  nextFromMs: number;
  /** Minutes that were missed so far. */
  missed: number;
  startedAt: Date;
  /** The price agreed at joining, in hundredths of a token; the token value and the commission rate in hundredths. */
  tokens: TokenAmount;
  tokenValue: bigint;
  commissionRate: Rate;
  at: Date;
  /** When the performer's share becomes available for payout. */
  availableAt: Date;
}

/**
 * Charges a minute at its start, once, from the hold first: the key is show, participant and minute (docs/domains/streams.md).
 * @returns undefined when it isn't due or was already charged
 * @throws CodedError INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF
 */
export const chargeMinute = async (
  executor: Executor,
  {
    streamId,
    buyerId,
    sellerId,
    minute,
    dueFromMs,
    fromMs,
    nextFromMs,
    missed,
    startedAt,
    tokens,
    tokenValue,
    commissionRate,
    at,
    availableAt,
    kind,
    title,
  }: Minute,
): Promise<{ transactionId: string; balance: bigint } | undefined> => {
  const gross = moneyOf(tokens, tokenValue);
  const split = { gross, ...splitCommission(gross, commissionRate) };
  const item = { kind: 'stream', id: streamId, title };
  const event: SaleEvent = {
    name: 'orders.paid',
    payload: {
      kind: 'minute',
      buyerId,
      sellerId,
      item,
      tokens: tokens.toString(),
      net: split.net.toString(),
      message: '',
      subscription: null,
      detail: {},
    },
  };
  const request = {
    streamId,
    accountId: buyerId,
    minute,
    dueFromMs,
    fromMs,
    nextFromMs,
    missed,
    startedAt,
    at,
    tokens,
    transaction: {
      kind,
      buyerId,
      sellerId,
      itemKind: item.kind,
      itemId: item.id,
      itemTitle: item.title,
      tokenValue,
      commissionRate,
      tokens,
      ...split,
      availableAt,
    },
    lines: walletSaleLines(buyerId, sellerId, tokens, split),
    event,
  };
  try {
    const { rows } = await sql<{ answer: { transactionId: string; balance: string } | null }>`
      select ledger.charge_minute(${toJson(request)}::jsonb) as answer`.execute(executor);
    const answer = rows[0]!.answer;
    return answer ? { transactionId: answer.transactionId, balance: BigInt(answer.balance) } : undefined;
  } catch (error) {
    throw translateDatabaseError(error);
  }
};
