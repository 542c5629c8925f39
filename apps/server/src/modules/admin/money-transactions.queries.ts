import { isId } from '@stagedoor/contract/ids.values';
import {
  LEDGER_ACCOUNT_KINDS,
  type LedgerAccountKind,
  type LedgerCheck,
  type LedgerEntry,
  type LedgerTransaction,
  type LedgerTransactionDetail,
} from '@stagedoor/contract/admin-money';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import {
  type List,
  type ListQuery,
  ONE_ROW,
  type Page,
  type Sort,
  type Sorts,
  allOf,
  by,
  limitOf,
  madeIn,
  readPage,
  sorted,
} from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Check, balanceOf, entryCountOf, shownChecks } from '../../ledger/index.ts';
import { type PersonColumns, prefixPatternOf, personColumns, personOf } from './money-person.view.ts';
import { findPeople, firstOfEach, isNamed } from './people-search.queries.ts';

export interface TransactionSearch extends ListQuery {
  q?: string | undefined;
  kind?: string | undefined;
  account?: string | undefined;
  ownerId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export type TransactionRow = PersonColumns<'buyer'> &
  PersonColumns<'seller'> & {
    id: string;
    key: string;
    kind: LedgerTransaction['kind'];
    item_title: string | null;
    tokens_amount: bigint | null;
    gross_amount: bigint | null;
    commission_amount: bigint | null;
    net_amount: bigint | null;
    commission_rate: number | null;
    reverses_id: string | null;
    reversed_by: string | null;
    reference_kind: string;
    reference_id: string;
    receiver: LedgerTransaction['receiver'];
    note: string;
    created_at: Date;
  };

/** The amount that a payout, a release or a fee moved: only the rest of a partly refunded sale is released. */
const MOVED = sql`case when t.reference_kind in ('payout', 'transaction') then (select max(abs(e.amount)) from ledger.entries e where e.transaction_id = t.id)
  when t.kind = 'gatewayFee' then (select e.amount from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where e.transaction_id = t.id and a.kind = 'clearing') end`;
const COLUMNS = sql`t.id, t.key, t.kind, t.item_title, t.tokens_amount, t.gross_amount, t.commission_amount, coalesce(t.net_amount, ${MOVED}) as net_amount, t.commission_rate,
  t.reverses_id, r.id as reversed_by, t.reference_kind, t.reference_id, t.receiver, t.note, t.created_at, ${personColumns('b', 'buyer')}, ${personColumns('s', 'seller')}`;
/** A release takes its parties from the sale that it releases. */
const PARTIES = sql`left join lateral (select x.id from ledger.transactions x where x.reverses_id = t.id order by x.id desc limit 1) r on true
  left join ledger.transactions o on t.reference_kind = 'transaction' and o.id = t.reference_id
  left join accounts b on b.id = coalesce(t.buyer_id, o.buyer_id) left join accounts s on s.id = coalesce(t.seller_id, o.seller_id)`;
const FROM = sql`from ledger.transactions t ${PARTIES}`;

const orNull = (value: bigint | null): number | null => (value === null ? null : hundredthsToNumber(value));

export const transactionOf = (platform: Platform, row: TransactionRow): LedgerTransaction => ({
  _id: row.id,
  key: row.key,
  kind: row.kind,
  buyer: personOf(platform, row, 'buyer'),
  seller: personOf(platform, row, 'seller'),
  title: row.item_title ?? '',
  tokens: orNull(row.tokens_amount),
  gross: orNull(row.gross_amount),
  commission: orNull(row.commission_amount),
  net: orNull(row.net_amount),
  commissionRate: row.commission_rate === null ? null : row.commission_rate / 100,
  reversesId: row.reverses_id,
  reversedById: row.reversed_by,
  orderId: row.reference_kind === 'order' || row.reference_kind === 'fee' ? row.reference_id : null,
  receiver: row.receiver,
  note: row.note,
  createdAt: row.created_at.toISOString(),
});

/** Transactions never change; their entries carry their instant. */
const transactionSorts = (of: 't' | 'e'): Sorts<'createdAt' | 'updatedAt'> => {
  const created = by.instant(sql`${sql.ref(of)}.created_at`);
  return { createdAt: created, updatedAt: created };
};

/** Transactions that may be found in several ways, each once. */
const eachOnce = (ways: RawBuilder<unknown>[]) =>
  sql`(select distinct on (t.created_at, t.id) t.* from (${sql.join(ways, sql` union all `)}) t) t`;

/**
 * Transactions of which one of some people is the buyer or the seller, with the releases of their sales, and the one of a key. Releases are
 * found by the entries of the sellers' accounts, and by the purchases of the buyers.
 */
const transactionsOf = (
  people: readonly string[],
  key: string,
  where: RawBuilder<unknown>,
  search: Sort<'createdAt' | 'updatedAt'>,
  limit: number,
) => {
  const { order } = sorted(transactionSorts('t'), search, sql`t.id`);
  const select = (from: RawBuilder<unknown>) => sql`select t.* from ${from} and ${where}`;
  const each = (from: RawBuilder<unknown>) => firstOfEach(people, select(from), order, limit);
  const released = sql`t.reference_kind = 'transaction'`;
  return eachOnce([
    each(sql`ledger.transactions t where t.buyer_id = person.id`),
    each(sql`ledger.transactions t where t.seller_id = person.id`),
    firstOfEach(
      people,
      select(sql`ledger.entries e join ledger.transactions t on t.id = e.transaction_id where ${released} and e.account_id =
        (select a.id from ledger.accounts a where a.kind = 'earningsAvailable' and a.owner_id = person.id)`),
      // By the index of the entries.
      sorted(transactionSorts('e'), search, sql`e.transaction_id`).order,
      limit,
    ),
    each(sql`ledger.transactions o join ledger.transactions t on t.reference_id = o.id
      where o.buyer_id = person.id and o.seller_id is not null and ${released}`),
    select(sql`ledger.transactions t where t.key = ${key}`),
  ]);
};

/** More accounts than these are not gone through one by one. */
const MAX_ACCOUNTS = 100;

/** The ledger accounts of a kind, of an owner; null when they are many: then a list soon finds transactions of them in its order. */
const findAccounts = async (executor: Executor, kind: string | undefined, ownerId: string | undefined): Promise<bigint[] | null> => {
  const { rows } = await sql<{ id: bigint }>`
    select a.id from ledger.accounts a where a.kind = any(${kind ? [kind] : [...LEDGER_ACCOUNT_KINDS]}::text[])
      and ${allOf(ownerId && sql`a.owner_id = ${ownerId}::uuid`)} limit ${sql.lit(MAX_ACCOUNTS + 1)}`.execute(executor);
  return rows.length > MAX_ACCOUNTS ? null : rows.map(({ id }) => id);
};

/** Transactions with an entry in one of some ledger accounts: of each account only the first. */
const transactionsIn = (accounts: readonly bigint[], where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) =>
  eachOnce([
    sql`select found.* from unnest(${accounts}::bigint[]) as account (id)
      cross join lateral (select t.* from ledger.entries e join ledger.transactions t on t.id = e.transaction_id
        where e.account_id = account.id and ${where} order by ${order} limit ${sql.lit(limit)}) found`,
  ]);

/** Transactions of the ledger, narrowed by a search. */
export const listedTransactions = async (
  { database }: Platform,
  search: Omit<TransactionSearch, keyof Page>,
): Promise<Listed<TransactionRow>> => {
  const { account, ownerId, kind } = search;
  const { q } = search;
  const isOne = q !== undefined && isId(q);
  const name = q && !isOne ? q : undefined;
  const people = name ? await findPeople(database, name) : null;
  const accounts = !people && (account || ownerId) ? await findAccounts(database, account, ownerId) : null;
  /** A release's parties are those of the sale. */
  const party = (side: 'buyer_id' | 'seller_id') => sql`coalesce(t.${sql.ref(side)},
    (select o.${sql.ref(side)} from ledger.transactions o where t.reference_kind = 'transaction' and o.id = t.reference_id))`;
  const where = allOf(
    isOne && sql`(t.id = ${q}::uuid or t.reference_id = ${q}::uuid or t.reverses_id = ${q}::uuid)`,
    name && !people && sql`(t.key = ${name} or ${isNamed(party('buyer_id'), name)} or ${isNamed(party('seller_id'), name)})`,
    kind && sql`t.kind = ${kind}`,
    madeIn(sql`t.created_at`, search),
    // For each row, as with names.
    !accounts &&
      (account || ownerId) &&
      sql`(select true from ledger.entries e join ledger.accounts a on a.id = e.account_id
        where ${allOf(sql`e.transaction_id = t.id`, account && sql`a.kind = ${account}`, ownerId && sql`a.owner_id = ${ownerId}::uuid`)} limit 1)`,
  );
  const order = sorted(transactionSorts('t'), search, sql`t.id`);
  const from = (reach: number, after: RawBuilder<unknown> | null) => {
    const shown = allOf(where, after);
    if (name && people) return sql`from ${transactionsOf(people, name, shown, search, reach)}`;
    if (accounts)
      return sql`from ${transactionsIn(accounts, shown, sorted(transactionSorts('e'), search, sql`e.transaction_id`).order, reach)}`;
    return sql`from ledger.transactions t where ${shown}`;
  };
  return {
    order,
    id: sql`t.id`,
    from,
    page: ({ key, after, end, reach }) =>
      sql<TransactionRow>`select ${COLUMNS}, ${key} from (select t.* ${from(reach, after)} ${end}) t ${PARTIES} order by ${order.order}`,
  };
};

/** A page of the ledger's transactions. */
export const listTransactions = async (platform: Platform, search: TransactionSearch): Promise<List<LedgerTransaction>> => {
  const { rows, ...totals } = await readListed(platform.database, await listedTransactions(platform, search), search);
  return { data: rows.map((row) => transactionOf(platform, row)), ...totals };
};

/** Transactions with their entries, oldest first. */
const readWhole = async (platform: Platform, condition: RawBuilder<unknown>): Promise<LedgerTransactionDetail[]> => {
  const { database } = platform;
  const { rows } = await sql<TransactionRow & PersonColumns<'actor'> & { position: bigint | null; hash: string | null }>`
    select ${COLUMNS}, ${personColumns('w', 'actor')}, x.position, encode(x.hash, 'hex') as hash
    ${FROM} left join accounts w on w.id = t.actor_id left join ledger.seals x on x.transaction_id = t.id
    where ${condition} order by t.created_at, t.id`.execute(database);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: entries } = await sql<
    PersonColumns<'owner'> & {
      transaction_id: string;
      line: number;
      kind: LedgerAccountKind;
      gateway: string | null;
      unit: LedgerEntry['unit'];
      amount: bigint;
      balance_after: bigint | null;
    }
  >`select e.transaction_id, e.line, a.kind, a.gateway, e.unit, e.amount, e.balance_after, ${personColumns('p', 'owner')}
    from ledger.entries e join ledger.accounts a on a.id = e.account_id left join accounts p on p.id = a.owner_id
    where e.transaction_id = any(${ids}::uuid[]) order by e.transaction_id, e.line`.execute(database);
  return rows.map((row) => ({
    ...transactionOf(platform, row),
    actor: personOf(platform, row, 'actor'),
    seal: row.position === null ? null : { position: Number(row.position), hash: row.hash ?? '' },
    entries: entries
      .filter((entry) => entry.transaction_id === row.id)
      .map(
        (entry): LedgerEntry => ({
          line: entry.line,
          account: entry.kind,
          owner: personOf(platform, entry, 'owner'),
          gateway: entry.gateway,
          unit: entry.unit,
          amount: hundredthsToNumber(entry.amount),
          balanceAfter: orNull(entry.balance_after),
        }),
      ),
  }));
};

/** @throws CodedError NOT_FOUND */
export const getTransaction = async (platform: Platform, id: string): Promise<LedgerTransactionDetail> => {
  const [transaction] = await readWhole(platform, sql`t.id = ${id}::uuid`);
  if (!transaction) throw new CodedError('NOT_FOUND');
  return transaction;
};

export const listTransactionsOfOrder = (platform: Platform, orderId: string): Promise<LedgerTransactionDetail[]> =>
  readWhole(platform, sql`t.reference_kind in ('order', 'fee') and t.reference_id = ${orderId}::uuid`);

/** The owner of the site's own accounts. */
const SITE = sql.lit('00000000-0000-0000-0000-000000000000');

/** A ledger account itself never changes, only its entries. */
const accountSorts = (balance: RawBuilder<bigint>): Sorts<'balance' | 'createdAt' | 'updatedAt'> => ({
  balance: [by.number(sql`(a.owner_id = ${SITE}::uuid or a.gateway is not null)::int`), by.number(sql`abs(${balance})`)],
  createdAt: by.instant(sql`a.created_at`),
  updatedAt: by.instant(sql`a.created_at`),
});

/** Ledger accounts with their balances. */
export const listLedgerAccounts = async (
  platform: Platform,
  search: ListQuery<'balance' | 'createdAt' | 'updatedAt'> & { q?: string | undefined; kind?: string | undefined },
) => {
  const { database } = platform;
  const where = allOf(search.kind && sql`a.kind = ${search.kind}`, search.q && sql`p.username like ${prefixPatternOf(search.q)}`);
  // Only a search needs the owners.
  const from = search.q ? sql`from ledger.accounts a join accounts p on p.id = a.owner_id` : sql`from ledger.accounts a`;
  const inner = sorted(accountSorts(balanceOf('a')), search, sql`a.id`);
  const outer = sorted(accountSorts(sql`a.shown_balance`), search, sql`a.id`);
  const page = sql<
    PersonColumns<'owner'> & {
      account_id: bigint;
      kind: LedgerAccountKind;
      gateway: string | null;
      unit: LedgerEntry['unit'];
      balance: bigint;
      entries: number;
    }
  >`
    select a.id as account_id, a.kind, a.gateway, a.unit, a.shown_balance as balance, ${entryCountOf('a')} as entries, ${personColumns('p', 'owner')}
    from (select a.*, ${balanceOf('a')} as shown_balance ${from} where ${where} order by ${inner.order} ${limitOf(search)}) a
    left join accounts p on p.id = a.owner_id order by ${outer.order}`;
  const { rows, ...totals } = await readPage(database, search, page, sql`${from} where ${where}`);
  return {
    data: rows.map((row) => ({
      _id: String(row.account_id),
      kind: row.kind,
      owner: personOf(platform, row, 'owner'),
      gateway: row.gateway,
      unit: row.unit,
      balance: hundredthsToNumber(row.balance),
      entries: row.entries,
    })),
    ...totals,
  };
};

/** Checks never change; their ids follow the order of creation. */
const CHECK_SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`c.id`), updatedAt: by.id(sql`c.id`) };

/** Checks of the ledger with their results; with an id, one of them. */
export const listLedgerChecks = async (platform: Platform, search: ListQuery & { id?: string }): Promise<List<LedgerCheck>> => {
  const { database } = platform;
  const where = allOf(search.id && sql`c.id = ${search.id}::uuid`);
  const { order } = sorted(CHECK_SORTS, search, sql`c.id`);
  const page = sql<PersonColumns<'actor'> & { id: string; ok: boolean; checks: Check[]; took_ms: number; created_at: Date }>`
    select c.id, c.ok, c.checks, c.took_ms, c.created_at, ${personColumns('p', 'actor')}
    from ledger_checks c left join accounts p on p.id = c.actor_id where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(database, search, page, sql`from ledger_checks c where ${where}`);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      ok: row.ok,
      checks: shownChecks(row.checks),
      tookMs: row.took_ms,
      actor: personOf(platform, row, 'actor'),
      at: row.created_at.toISOString(),
    })),
    ...totals,
  };
};

/** One check of the ledger. */
export const getLedgerCheck = async (platform: Platform, id: string): Promise<LedgerCheck> =>
  (await listLedgerChecks(platform, { ...ONE_ROW, id })).data[0]!;

/** Performers with their payable earnings, in hundredths; negative when refunds exceed what is left after payouts. */
export const findSellersWithEarnings = async (
  executor: Executor,
  sellerIds: readonly string[],
): Promise<{ id: string; username: string; name: string; avatar_key: string | null; available: bigint }[]> => {
  const { rows } = await sql<{ id: string; username: string; name: string; avatar_key: string | null; available: bigint }>`
    select s.id, s.username, s.name, s.avatar_key,
      coalesce((select ${balanceOf('a')} from ledger.accounts a where a.kind = 'earningsAvailable' and a.owner_id = s.id), 0)::bigint as available
    from accounts s where s.id = any(${sellerIds}::uuid[])`.execute(executor);
  return rows;
};
