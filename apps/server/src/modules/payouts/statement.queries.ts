import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { hundredthsOf } from '@stagedoor/contract/statements.values';

export interface PostingRow {
  id: string;
  kind: string;
  title: string | null;
  at: Date;
  amount: bigint;
  is_reversal: boolean;
  sold_kind: string | null;
  sold_title: string | null;
  sold_at: Date | null;
  /** The rest of the sale before this posting. */
  left_amount: bigint | null;
  /** The part that a reversal returned; for a sale, the rest. */
  gross_amount: bigint | null;
  commission_rate: number | null;
  /** Paid to the performer's own account: the posting is the commission. */
  is_own: boolean | null;
}

/** What was posted to available earnings. A release stands for the sale it releases, a reversal for the one it takes back. */
export const readPostings = async (trx: Trx, performerId: string, condition: RawBuilder<unknown>): Promise<PostingRow[]> => {
  const { rows } = await sql<PostingRow>`
    select t.id, t.kind, t.item_title as title, t.created_at as at, e.amount, t.reverses_id is not null as is_reversal,
      s.kind as sold_kind, s.item_title as sold_title, s.created_at as sold_at, s.commission_rate, s.receiver = 'performer' as is_own,
      coalesce(case when t.reverses_id is not null then t.gross_amount end, s.gross_amount - before.gross) as gross_amount,
      s.gross_amount - before.gross as left_amount
    from (
      select x.transaction_id, x.created_at, x.amount from ledger.accounts a join ledger.entries x on x.account_id = a.id
      where a.kind = 'earningsAvailable' and a.owner_id = ${performerId}::uuid
      -- Without a commission, a sale to the performer's own account moved nothing.
      union all
      select x.id, x.created_at, 0 from ledger.transactions x
      where x.seller_id = ${performerId}::uuid and x.receiver = 'performer' and x.commission_amount = 0
    ) e
    join ledger.transactions t on t.id = e.transaction_id
    left join ledger.transactions s on s.id = coalesce(t.reverses_id, case when t.kind = 'earningsRelease' then t.reference_id else t.id end)
      and s.seller_id is not null
    cross join lateral (
      select coalesce(sum(r.gross_amount), 0)::bigint as gross from ledger.transactions r where r.reverses_id = s.id and r.id < t.id
    ) before
    where ${condition}
    order by e.created_at, t.id`.execute(trx);
  return rows;
};

/** The sum of postings to available earnings. */
export const sumOf = async (trx: Trx, performerId: string, condition: RawBuilder<unknown>): Promise<bigint> => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount), 0)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.kind = 'earningsAvailable' and a.owner_id = ${performerId}::uuid and ${condition}`.execute(trx);
  return rows[0]!.sum;
};

/** The statement before: up to when it goes, and what was left then, in hundredths. */
interface Before {
  cutoff_at: Date;
  closing: bigint;
}

export const findBefore = async (trx: Trx, performerId: string, payoutId: string): Promise<Before | undefined> => {
  const { rows } = await sql<{ cutoff_at: Date; closing: string }>`
    select r.cutoff_at, s.content::jsonb -> 'statement' ->> 'closing' as closing
    from payout_requests r join payout_statements s on s.payout_id = r.id
    where r.performer_id = ${performerId}::uuid and r.id <> ${payoutId}::uuid order by r.cutoff_at desc limit 1`.execute(trx);
  return rows[0] && { cutoff_at: rows[0].cutoff_at, closing: hundredthsOf(rows[0].closing) };
};

/** Transactions that a statement of this performer has already. */
export const isListed = (performerId: string) => sql`exists (
  select from payout_requests r join payout_statements s on s.payout_id = r.id
  cross join lateral jsonb_array_elements(s.content::jsonb -> 'statement' -> 'lines') as listed (entry)
  where r.performer_id = ${performerId}::uuid and listed.entry ->> 'id' = t.id::text)`;
