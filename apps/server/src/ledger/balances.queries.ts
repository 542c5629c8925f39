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
