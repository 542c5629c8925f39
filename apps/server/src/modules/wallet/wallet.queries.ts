import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { TransactionKind, WalletPackage, WalletTransaction } from '@stagedoor/contract/wallet';
import { MOVEMENT_GROUPS, type MovementGroup } from '@stagedoor/contract/wallet.values';
import { type RawBuilder, sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, pageOfRows, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';
import { tokenValueOf } from '../access/index.ts';
import { isOfShow, isShown, showSums, shownKind } from './folded-shows.queries.ts';

/** What packages are sorted by; `position` is the order they are read in. */
export const PACKAGE_SORTS = {
  position: () => 0,
  createdAt: (row: { created_at: Date }) => row.created_at,
  updatedAt: (row: { updated_at: Date }) => row.updated_at,
};

/** The packages on sale, with the effective price per token. */
export const listWalletPackages = async (
  platform: Platform,
  query: ListQuery<'position' | 'createdAt' | 'updatedAt'>,
): Promise<List<WalletPackage>> => {
  const rows = await platform.database
    .selectFrom('wallet_packages')
    .selectAll()
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('tokens_amount')
    .orderBy('id')
    .execute();
  const tokenValue = tokenValueOf(platform.settings);
  const { data: shown, total } = pageOfRows(rows, query, PACKAGE_SORTS);
  const data = shown.map((row) => {
    const worth = moneyOf(row.tokens_amount, tokenValue);
    return {
      _id: row.id,
      name: row.name,
      tokens: hundredthsToNumber(row.tokens_amount),
      price: hundredthsToNumber(row.price_amount),
      unitPrice: hundredthsToNumber((row.price_amount * 100n + row.tokens_amount / 2n) / row.tokens_amount),
      discountPercent: worth > row.price_amount ? Number(((worth - row.price_amount) * 100n) / worth) : 0,
    };
  });
  return { data, total };
};

/**
 * In the order they changed the balance, which has an index; movements never change.
 * @param of the movements
 */
const movementSorts = (of: 'e' | 't'): Sorts<'createdAt' | 'updatedAt'> => {
  const position = by.number(sql`${sql.ref(of)}.position`);
  return { createdAt: position, updatedAt: position };
};

/** What a gateway took in, or paid back (negative), with a transaction: the entry of its clearing account. Null without one. */
export const chargedIn = (transactionId: RawBuilder<unknown>): RawBuilder<bigint | null> => sql`(
  select -sum(c.amount)::bigint from ledger.entries c join ledger.accounts k on k.id = c.account_id
  where c.transaction_id = ${transactionId} and k.kind = 'clearing')`;

interface MovementRow {
  id: string;
  kind: TransactionKind;
  amount: bigint;
  balance_after: bigint;
  token_value: bigint | null;
  gross_amount: bigint | null;
  charged: bigint | null;
  reference_kind: string;
  reference_id: string;
  item_kind: string | null;
  item_id: string | null;
  item_title: string | null;
  reverses: TransactionKind | null;
  show_type: 'private' | 'group' | null;
  sum: bigint | null;
  /** Paid for a show, less refunds; in the currency. */
  paid_money: bigint | null;
  charged_minutes: number | null;
  refunded_minutes: number | null;
  reserved: bigint | null;
  created_at: Date;
  seller_id: string | null;
  username: string | null;
  name: string | null;
  avatar_key: string | null;
}

const showOf = (row: MovementRow): WalletTransaction['show'] =>
  row.charged_minutes === null || row.item_id === null
    ? null
    : {
        id: row.item_id,
        type: row.show_type ?? 'private',
        minutes: row.charged_minutes - (row.refunded_minutes ?? 0),
        refundedMinutes: row.refunded_minutes ?? 0,
        reserved: hundredthsToNumber(row.reserved ?? 0n),
      };

/** Lists a wallet's movements in the order they changed the balance: the ledger lines of its account, those of a paid show as one. */
export const listWalletTransactions = async (
  platform: Platform,
  accountId: string,
  query: ListQuery & { kind?: TransactionKind | undefined; group?: MovementGroup | undefined },
): Promise<List<WalletTransaction>> => {
  const from = sql`
    from ledger.accounts w
    join ledger.entries e on e.account_id = w.id
    join ledger.transactions t on t.id = e.transaction_id
    where ${allOf(
      sql`w.kind = 'wallet' and w.owner_id = ${accountId}::uuid and e.position is not null and ${isShown}`,
      query.kind && sql`${shownKind} = ${query.kind}`,
      query.group &&
        (query.group === 'show' ? isOfShow() : sql`t.kind = any(${[...MOVEMENT_GROUPS[query.group]]}::text[]) and not ${isOfShow()}`),
    )}`;
  const page = sql<MovementRow>`
      select t.*, ${shownKind} as kind, ${chargedIn(sql`t.id`)} as charged, reversed.kind as reverses, show.*, s.type as show_type,
        coalesce(t.item_title, s.title) as item_title, a.id as seller_id, a.username, a.name, a.avatar_key
      from (
        select t.id, t.kind, e.amount, e.balance_after, e.position, e.account_id, t.token_value, t.gross_amount, t.reference_kind, t.reference_id, t.item_kind,
          t.item_id, t.item_title, t.created_at, t.seller_id, t.buyer_id, t.reverses_id
        ${from}
        order by ${sorted(movementSorts('e'), query, sql`t.id`).order} ${limitOf(query)}) t
      left join lateral (${showSums(sql`t.account_id`)}) show on ${isOfShow()}
      left join streams s on s.id = t.item_id and ${isOfShow()}
      left join stream_requests q on q.id = t.item_id and ${isOfShow()}
      left join ledger.transactions reversed on reversed.id = t.reverses_id
      left join accounts a on a.id = coalesce(t.seller_id, s.performer_id, q.performer_id)
      order by ${sorted(movementSorts('t'), query, sql`t.id`).order}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  const tokenValue = tokenValueOf(platform.settings);
  const data = rows.map((row): WalletTransaction => {
    const amount = row.sum ?? row.amount;
    const absolute = amount < 0n ? -amount : amount;
    const rate = row.token_value ?? tokenValue;
    const show = showOf(row);
    // The ledger's own amount where there is one: parts of a payment are rounded so that they add up to it.
    const paid = show ? (row.paid_money ?? 0n) + moneyOf(row.reserved ?? 0n, rate) : (row.gross_amount ?? moneyOf(absolute, rate));
    const money = hundredthsToNumber(paid);
    return {
      _id: row.id,
      kind: row.kind,
      amount: hundredthsToNumber(amount),
      balanceAfter: hundredthsToNumber(row.balance_after),
      money: amount < 0n ? -money : money,
      charged: row.charged === null ? null : hundredthsToNumber(row.charged),
      rate: hundredthsToNumber(rate),
      counterparty: row.seller_id
        ? { _id: row.seller_id, username: row.username ?? '', name: row.name ?? '', avatar: avatarUrl(platform, row.avatar_key) }
        : null,
      orderId: row.reference_kind === 'order' ? row.reference_id : null,
      item: row.item_kind && row.item_id ? { kind: row.item_kind, id: row.item_id, title: row.item_title ?? '' } : null,
      reverses: show ? null : row.reverses,
      show,
      createdAt: row.created_at.toISOString(),
    };
  });
  return { data, ...totals };
};
