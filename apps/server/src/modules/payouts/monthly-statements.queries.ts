import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

/** When the next month begins. */
export const monthAfter = (month: Date): Date => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
/** `2026-11`. */
export const nameOfMonth = (month: Date): string => month.toISOString().slice(0, 7);

/** Up to when days are closed: nothing is posted before it any more but what an interrupted call brings late. */
export const readClosedBefore = async (executor: Executor): Promise<Date> => {
  const { rows } = await sql<{ closed_before: Date }>`select closed_before from ledger.closing`.execute(executor);
  return rows[0]!.closed_before;
};

/** The month of a performer's first posting; undefined without one. */
export const readFirstMonth = async (executor: Executor, performerId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ first: Date | null }>`
    select (select e.created_at from ledger.entries e where e.account_id = a.id order by e.created_at limit 1) as first
    from ledger.accounts a where a.kind = 'earningsAvailable' and a.owner_id = ${performerId}::uuid`.execute(executor);
  return rows[0]?.first ? monthOf(rows[0].first) : undefined;
};

/** Performers something was posted to in a month who have no statement of it yet. */
export const findUnstated = async (executor: Executor, month: Date): Promise<string[]> => {
  const { rows } = await sql<{ owner_id: string }>`
    select a.owner_id from ledger.accounts a
    where a.kind = 'earningsAvailable'
      and exists (select from ledger.entries e where e.account_id = a.id and e.created_at >= ${month} and e.created_at < ${monthAfter(month)})
      and not exists (select from monthly_statements s where s.performer_id = a.owner_id and s.month = ${`${nameOfMonth(month)}-01`}::date)
    order by a.owner_id`.execute(executor);
  return rows.map(({ owner_id: id }) => id);
};

export interface MadeStatement {
  month: string;
  sha256: string;
  created_at: Date;
}

export const readMade = async (executor: Executor, performerId: string): Promise<MadeStatement[]> => {
  const { rows } = await sql<MadeStatement>`
    select to_char(month, 'YYYY-MM') as month, sha256, created_at from monthly_statements where performer_id = ${performerId}::uuid
    order by month desc`.execute(executor);
  return rows;
};
