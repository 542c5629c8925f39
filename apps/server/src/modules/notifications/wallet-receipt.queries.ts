import type { TransactionKind } from '@stagedoor/contract/wallet';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

/** A line of a receipt. */
export interface PaidFor {
  kind: TransactionKind;
  title: string | null;
  performer: string | null;
  tokens: bigint;
  /** In hundredths of the currency, at the value that tokens had then. */
  money: bigint;
  times: number;
}

/** What the transactions paid for: equal ones (minutes of a show, tips to one performer) in one line, in the order in which they began. */
export const readPaidFor = async (executor: Executor, transactionIds: readonly string[]): Promise<PaidFor[]> => {
  const { rows } = await sql<PaidFor>`
    select t.kind, nullif(t.item_title, '') as title, a.name as performer, sum(t.tokens_amount)::bigint as tokens,
      sum(coalesce(t.gross_amount, (2 * t.tokens_amount * t.token_value + 100) / 200))::bigint as money, count(*)::int as times
    from ledger.transactions t left join accounts a on a.id = t.seller_id
    where t.id = any(${transactionIds}::uuid[])
    group by t.kind, t.item_id, t.item_title, t.seller_id, a.name
    order by min(t.created_at), t.kind`.execute(executor);
  return rows;
};
