import type {
  LedgerAccountKind,
  LedgerCheck,
  LedgerEntry,
  LedgerTransaction,
  LedgerTransactionDetail,
} from '@stagedoor/contract/admin-money';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Check } from '../../ledger/index.ts';
import { isUuid } from '../orders/index.ts';
import { isInvariant, shownCheck } from './overview.queries.ts';
import { type PersonColumns, prefixPatternOf, personColumns, personOf } from './money-person.view.ts';

export interface TransactionSearch extends ListQuery {
  q?: string | undefined;
  kind?: string | undefined;
  account?: string | undefined;
  ownerId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

type Row = PersonColumns<'buyer'> &
  PersonColumns<'seller'> & {
    id: string;
    key: string;
    kind: string;
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
    note: string;
    created_at: Date;
  };

const COLUMNS = sql`t.id, t.key, t.kind, t.item_title, t.tokens_amount, t.gross_amount, t.commission_amount, coalesce(t.net_amount, o.net_amount) as net_amount, t.commission_rate,
  t.reverses_id, r.id as reversed_by, t.reference_kind, t.reference_id, t.note, t.created_at, ${personColumns('b', 'buyer')}, ${personColumns('s', 'seller')}`;
/** A release takes its amounts and parties from the sale that it releases. */
const FROM = sql`from ledger.transactions t left join ledger.transactions r on r.reverses_id = t.id
  left join ledger.transactions o on t.reference_kind = 'transaction' and o.id = t.reference_id
  left join accounts b on b.id = coalesce(t.buyer_id, o.buyer_id) left join accounts s on s.id = coalesce(t.seller_id, o.seller_id)`;

const orNull = (value: bigint | null): number | null => (value === null ? null : hundredthsToNumber(value));

const transactionOf = (platform: Platform, row: Row): LedgerTransaction => ({
  _id: row.id,
  key: row.key,
  kind: row.kind as LedgerTransaction['kind'],
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
  orderId: row.reference_kind === 'order' ? row.reference_id : null,
  note: row.note,
  createdAt: row.created_at.toISOString(),
});

const matching = (q: string | undefined): RawBuilder<unknown> | null => {
  if (!q) return null;
  if (isUuid(q)) return sql`(t.id = ${q}::uuid or t.reference_id = ${q}::uuid or t.reverses_id = ${q}::uuid)`;
  const pattern = prefixPatternOf(q);
  return sql`(t.key = ${q} or b.username like ${pattern} or s.username like ${pattern})`;
};

/** Transactions never change. */
const TRANSACTION_SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`t.created_at`),
  updatedAt: by.instant(sql`t.created_at`),
};

/** Transactions of the ledger. */
export const listTransactions = async (platform: Platform, search: TransactionSearch): Promise<List<LedgerTransaction>> => {
  const { database } = platform;
  const { account, ownerId, kind, from, until } = search;
  const where = allOf(
    matching(search.q),
    kind && sql`t.kind = ${kind}`,
    from && sql`t.created_at >= ${from}::timestamptz`,
    until && sql`t.created_at < ${until}::timestamptz`,
    (account || ownerId) &&
      sql`exists (select from ledger.entries e join ledger.accounts a on a.id = e.account_id
        where ${allOf(sql`e.transaction_id = t.id`, account && sql`a.kind = ${account}`, ownerId && sql`a.owner_id = ${ownerId}::uuid`)})`,
  );
  const { order } = sorted(TRANSACTION_SORTS, search, sql`t.id`);
  const page = sql<Row>`select ${COLUMNS} ${FROM} where ${where} order by ${order} ${limitOf(search)}`;
  // Only a name needs the parties: reversals and releases are found by unique keys and don't multiply rows.
  const { rows, ...totals } = await readPage(
    database,
    search,
    page,
    search.q ? sql`${FROM} where ${where}` : sql`from ledger.transactions t where ${where}`,
  );
  return { data: rows.map((row) => transactionOf(platform, row)), ...totals };
};

/** Transactions with their entries, oldest first. */
const readWhole = async (platform: Platform, condition: RawBuilder<unknown>): Promise<LedgerTransactionDetail[]> => {
  const { database } = platform;
  const { rows } = await sql<Row & PersonColumns<'actor'> & { position: bigint | null; hash: string | null }>`
    select ${COLUMNS}, ${personColumns('w', 'actor')}, x.position, encode(x.hash, 'hex') as hash
    ${FROM} left join accounts w on w.id = t.actor_id left join ledger.seals x on x.transaction_id = t.id
    where ${condition} order by t.created_at, t.id`.execute(database);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: entries } = await sql<
    PersonColumns<'owner'> & {
      transaction_id: string;
      line: number;
      kind: string;
      unit: string;
      amount: bigint;
      balance_after: bigint | null;
    }
  >`select e.transaction_id, e.line, a.kind, e.unit, e.amount, e.balance_after, ${personColumns('p', 'owner')}
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
          account: entry.kind as LedgerAccountKind,
          owner: personOf(platform, entry, 'owner'),
          unit: entry.unit as LedgerEntry['unit'],
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
  readWhole(platform, sql`t.reference_kind = 'order' and t.reference_id = ${orderId}::uuid`);

/** A ledger account itself never changes, only its entries. */
const ACCOUNT_SORTS: Sorts<'balance' | 'createdAt' | 'updatedAt'> = {
  balance: [by.number(sql`(a.owner_id is null)::int`), by.number(sql`abs(x.balance)`)],
  createdAt: by.instant(sql`a.created_at`),
  updatedAt: by.instant(sql`a.created_at`),
};

/** Ledger accounts with their balances. */
export const listLedgerAccounts = async (
  platform: Platform,
  search: ListQuery<keyof typeof ACCOUNT_SORTS> & { q?: string | undefined; kind?: string | undefined },
) => {
  const { database } = platform;
  const where = allOf(search.kind && sql`a.kind = ${search.kind}`, search.q && sql`p.username like ${prefixPatternOf(search.q)}`);
  const from = sql`from ledger.accounts a left join accounts p on p.id = a.owner_id`;
  const { order } = sorted(ACCOUNT_SORTS, search, sql`a.id`);
  const page = sql<PersonColumns<'owner'> & { account_id: bigint; kind: string; unit: string; balance: bigint; entries: number }>`
    select a.id as account_id, a.kind, a.unit, x.balance, x.entries, ${personColumns('p', 'owner')} ${from}
    cross join lateral (select coalesce(sum(e.amount), 0)::bigint as balance, count(*)::int as entries from ledger.entries e where e.account_id = a.id) x
    where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(database, search, page, sql`${from} where ${where}`);
  return {
    data: rows.map((row) => ({
      _id: String(row.account_id),
      kind: row.kind as LedgerAccountKind,
      owner: personOf(platform, row, 'owner'),
      unit: row.unit as 'token' | 'currency',
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
  const page = sql<PersonColumns<'actor'> & { id: string; ok: boolean; checks: unknown; took_ms: number; created_at: Date }>`
    select c.id, c.ok, c.checks, c.took_ms, c.created_at, ${personColumns('p', 'actor')}
    from ledger_checks c left join accounts p on p.id = c.actor_id where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(database, search, page, sql`from ledger_checks c where ${where}`);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      ok: row.ok,
      // A check that was removed since has no name.
      checks: (row.checks as Check[]).filter(({ name }) => isInvariant(name)).map(shownCheck),
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
      (select coalesce(sum(e.amount), 0)::bigint from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind = 'earningsAvailable' and a.owner_id = s.id) as available
    from accounts s where s.id = any(${sellerIds as string[]}::uuid[])`.execute(executor);
  return rows;
};
