import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** A transaction that has an amount, as the ledger has it; amounts in hundredths. */
export interface LedgerLine {
  id: string;
  kind: string;
  title: string;
  orderId: string | null;
  /** A line of a paid show. */
  isOfShow: boolean;
  sellerId: string | null;
  buyerId: string | null;
  isReversal: boolean;
  /** The transaction that it takes back, or a part of it. */
  reversesId: string | null;
  tokens: bigint | null;
  gross: bigint | null;
  commission: bigint | null;
  net: bigint | null;
  /** The change of the buyer's wallet, in tokens; null without one. */
  wallet: bigint | null;
  /** Taken by a card company, or below zero returned; in the currency. */
  charged: bigint | null;
  /** The change of the balance that can be paid out. */
  available: bigint | null;
}

/** All transactions, newest first; each amount is the sum of its entries or the frozen amount of the transaction. */
export const readLedger = async ({ platform }: TestApp): Promise<LedgerLine[]> => {
  const entries = (kind: string) => sql`(
    select sum(e.amount)::bigint from ledger.entries e join ledger.accounts a on a.id = e.account_id where e.transaction_id = t.id and a.kind = ${kind})`;
  const { rows } = await sql<LedgerLine>`
    select t.id, t.kind, coalesce(t.item_title, '') as title, case when t.reference_kind = 'order' then t.reference_id end as "orderId",
      t.reference_kind in ('hold', 'minute') as "isOfShow", t.seller_id as "sellerId", t.buyer_id as "buyerId", t.reverses_id is not null as "isReversal", t.reverses_id as "reversesId",
      t.tokens_amount as tokens, t.gross_amount as gross, t.commission_amount as commission, t.net_amount as net,
      ${entries('wallet')} as wallet, -${entries('clearing')} as charged, ${entries('earningsAvailable')} as available
    from ledger.transactions t order by t.created_at desc, t.id desc`.execute(platform.database);
  return rows;
};

export const sumOf = (amounts: readonly (bigint | null)[]): bigint => amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);

/** Sums sales less their reversals. */
export const restOf = (lines: readonly LedgerLine[], field: 'tokens' | 'gross' | 'commission' | 'net'): bigint =>
  sumOf(lines.map((line) => (line.isReversal ? -(line[field] ?? 0n) : line[field])));

/** Sorts rows of a list whose order doesn't matter. */
export const inAnyOrder = <T>(rows: readonly T[]): T[] => rows.toSorted((one, other) => String(one).localeCompare(String(other)));

const digits = (hundredths: bigint): string => {
  const absolute = hundredths < 0n ? -hundredths : hundredths;
  return `${(absolute / 100n).toLocaleString('en')}.${(absolute % 100n).toString().padStart(2, '0')}`;
};

/** `4.51`, or with a sign `−4.51`. */
export const tokensText = (hundredths: bigint, isSigned = false): string =>
  `${hundredths < 0n ? '−' : isSigned && hundredths > 0n ? '+' : ''}${digits(hundredths)}`;

/** `$2.26`, or with a sign `−$2.26`. */
export const moneyText = (hundredths: bigint, isSigned = false): string =>
  `${hundredths < 0n ? '−' : isSigned && hundredths > 0n ? '+' : ''}$${digits(hundredths)}`;

/** Every amount in a text, in its order: `−4.51`, `$2.26`. */
export const amountsIn = (text: string): string[] => text.match(/[+−-]?\$?\d[\d,]*\.\d\d(?!\d)/g) ?? [];
