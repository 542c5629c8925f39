import { type RawBuilder, sql } from 'kysely';

// A paid show has many lines in a wallet: what was held, each minute, what was given back. A history shows them as one. Expressions over a
// ledger transaction `t`, whose line in the wallet `w` is `e`.

/** A transaction belongs to a paid show: its holds, its minutes, and minutes that were given back. */
export const isOfShow = (
  of: 't' | 'o' = 't',
): RawBuilder<unknown> => sql`(${sql.ref(`${of}.kind`)} in ('hold', 'release', 'privateMinute', 'groupMinute')
  or ${sql.ref(`${of}.kind`)} = 'refund' and ${sql.ref(`${of}.reference_kind`)} = 'minute')`;

/** `o` is of the show and the buyer of `t`. */
const isSameShow = sql`o.item_kind = 'stream' and o.item_id = t.item_id and o.buyer_id = t.buyer_id and ${isOfShow('o')}`;

/** The newest line of a show stands for all of them. */
export const isShown = sql`(not ${isOfShow()} or not exists (
  select from ledger.transactions o join ledger.entries newer on newer.transaction_id = o.id and newer.account_id = w.id
  where ${isSameShow} and newer.position > e.position))`;

/** The kind of a line: a show is named by its minutes, and where nothing was charged by its hold. */
export const shownKind = sql<string>`case when ${isOfShow()} then coalesce(
    (select o.kind from ledger.transactions o where ${isSameShow} and o.kind in ('privateMinute', 'groupMinute') limit 1),
    case when exists (
      select from ledger.transactions o join ledger.accounts h on h.kind = 'hold' and h.owner_id = o.reference_id
      where ${isSameShow} and o.kind = 'hold' and h.balance > 0) then 'hold' else 'release' end)
  else t.kind end`;

/** The sums of a show's lines in the wallet `account`. Minutes that were paid from a hold have no line there. */
export const showSums = (account: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select sum(line.amount)::bigint as sum,
    coalesce(sum(case when o.kind = 'refund' then -o.gross_amount else o.gross_amount end), 0)::bigint as paid_money,
    count(*) filter (where o.kind in ('privateMinute', 'groupMinute'))::int as charged_minutes,
    count(*) filter (where o.kind = 'refund')::int as refunded_minutes,
    coalesce(sum(h.balance), 0)::bigint as reserved
  from ledger.transactions o
  left join ledger.entries line on line.transaction_id = o.id and line.account_id = ${account}
  left join ledger.accounts h on o.kind = 'hold' and h.kind = 'hold' and h.owner_id = o.reference_id
  where ${isSameShow}`;
