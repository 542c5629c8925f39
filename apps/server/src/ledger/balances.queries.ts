import { type RawBuilder, sql } from 'kysely';

/** Entries that are in no sum yet. @param account alias of `ledger.accounts` */
const openEntries = (account: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from ledger.entries e where e.account_id = ${account}.id and e.created_at >= (select c.closed_before from ledger.closing c)`;

/**
 * What an account holds: the balance it carries or, of accounts that are only appended to, the sum of closed days and of the entries since.
 * @param alias of `ledger.accounts`
 */
export const balanceOf = (alias: string): RawBuilder<bigint> => {
  const account = sql.ref(alias);
  return sql<bigint>`case when ${account}.balance is not null then ${account}.balance
    else (${account}.closed_balance + (select coalesce(sum(e.amount), 0) ${openEntries(account)}))::bigint end`;
};

/** How many entries an account has. @param alias of `ledger.accounts` */
export const entryCountOf = (alias: string): RawBuilder<number> => {
  const account = sql.ref(alias);
  return sql<number>`case when ${account}.balance is not null then ${account}.entry_count
    else ${account}.closed_entries + (select count(*) ${openEntries(account)}) end::int`;
};

const ofPair = (seller: RawBuilder<unknown>, buyer: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`f.seller_id = ${seller} and f.buyer_id = ${buyer}`;
const openSales = (seller: RawBuilder<unknown>, buyer: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from ledger.transactions t
  where t.seller_id = ${seller} and t.buyer_id = ${buyer} and t.created_at >= (select c.closed_before from ledger.closing c)`;

/** What a buyer spent with a seller less what was given back, in hundredths of a token: the sum of closed days and of the sales since. */
export const spentOf = (seller: RawBuilder<unknown>, buyer: RawBuilder<unknown>): RawBuilder<bigint> => sql<bigint>`
  (coalesce((select f.gross_amount from ledger.fan_totals f where ${ofPair(seller, buyer)}), 0)
    + (select coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end), 0) ${openSales(seller, buyer)}))::bigint`;

/** Whether a buyer has ever spent anything with a seller. */
export const hasSpent = (seller: RawBuilder<unknown>, buyer: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (exists (select from ledger.fan_totals f where ${ofPair(seller, buyer)}) or exists (select ${openSales(seller, buyer)}))`;
