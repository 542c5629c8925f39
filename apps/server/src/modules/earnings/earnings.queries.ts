import type { ResponseOf } from '@stagedoor/contract';
import { EARNING_SOURCES, type EarningLine, type EarningSource, type EarningState, type earnings } from '@stagedoor/contract/earnings';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { balanceOf } from '../../ledger/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Condition, type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { avatarUrl } from '../accounts/index.ts';
import { pictureOf } from '../files/index.ts';
import { DAY_MS, PAYOUT_KINDS, SOURCE_KINDS, dayOf, periodOf, sourceOf } from './earnings.rules.ts';

const sourceCase = sql.join(
  [
    sql`case x.kind`,
    ...EARNING_SOURCES.flatMap((source) => SOURCE_KINDS[source].map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(source)}`)),
    sql`else 'other' end`,
  ],
  sql` `,
);

/** Reversals count negatively. */
const signed = (column: 'net_amount' | 'gross_amount' | 'commission_amount') =>
  sql`case when t.reverses_id is null then t.${sql.ref(column)} else -t.${sql.ref(column)} end`;
const net = sql<bigint>`coalesce(sum(${signed('net_amount')}), 0)::bigint`;

interface Sums {
  /** Null for the days before the period. */
  day: string | null;
  source: EarningSource;
  gross: bigint;
  commission: bigint;
  net: bigint;
  /** The part of gross that was paid to the performer's own account. */
  own: bigint;
  lines: number;
}

/**
 * Sums by day and source of a period and of the same number of days before it: of closed days those that are kept, of the others those of
 * their transactions. One statement, so that both are of the same moment.
 */
const readSums = async (database: Database, performerId: string, { start, end, days }: ReturnType<typeof periodOf>): Promise<Sums[]> => {
  const before = new Date(start.getTime() - days * DAY_MS);
  const [firstBefore, first, last] = [before, start, end].map((day) => sql`${dayOf(day)}::date`);
  const { rows } = await sql<Sums>`
    select case when x.day >= ${first} then x.day end as day, ${sourceCase} as source, coalesce(sum(x.gross), 0)::bigint as gross,
      coalesce(sum(x.commission), 0)::bigint as commission, coalesce(sum(x.net), 0)::bigint as net, coalesce(sum(x.own), 0)::bigint as own, sum(x.lines)::int as lines
    from (
      select d.day, d.kind, d.gross_amount as gross, d.commission_amount as commission, d.net_amount as net, d.own_gross_amount as own, d.lines
      from ledger.earning_days d where d.seller_id = ${performerId}::uuid and d.day >= ${firstBefore} and d.day < ${last}
      union all
      select (t.created_at at time zone 'UTC')::date, t.kind, ${signed('gross_amount')}, ${signed('commission_amount')},
        ${signed('net_amount')}, case t.receiver when 'performer' then ${signed('gross_amount')} else 0 end, 1
      from ledger.transactions t
      where t.seller_id = ${performerId}::uuid and t.created_at < ${end}
        and t.created_at >= greatest(${before}, (select c.closed_before from ledger.closing c))
    ) x group by 1, 2`.execute(database);
  return rows;
};

/** A performer's earnings in a period; every figure is a sum over ledger lines. */
export const getEarningStats = async (
  platform: Platform,
  performerId: string,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<ResponseOf<(typeof earnings)['GET /earning/stats']>> => {
  const { database, clock, settings } = platform;
  const period = periodOf(query.from, query.to, clock.now());
  const { start, end, days } = period;
  // Of fans and items by the index alone: `transactions_seller`.
  const within = sql`t.seller_id = ${performerId}::uuid and t.created_at >= ${start} and t.created_at < ${end}`;
  const [balances, sums, fans, items] = await Promise.all([
    sql<{ kind: string; balance: bigint }>`
      select a.kind, ${balanceOf('a')} as balance from ledger.accounts a
      where a.owner_id = ${performerId}::uuid and a.kind in ('earningsPending', 'earningsAvailable')`.execute(database),
    readSums(database, performerId, period),
    sql<{ id: string; username: string; name: string; avatar_key: string | null; net: bigint }>`
      select a.id, a.username, a.name, a.avatar_key, x.net from (
        select t.buyer_id, ${net} as net from ledger.transactions t where ${within} and t.buyer_id is not null
        group by 1 order by 2 desc, 1 limit 5) x
      join accounts a on a.id = x.buyer_id order by x.net desc, a.id`.execute(database),
    sql<{ item_kind: string; item_id: string; title: string; net: bigint; variants: readonly Variant[] | null; thumbhash: string | null }>`
      select x.*, c.media -> 0 -> 'variants' as variants, c.media -> 0 ->> 'thumbhash' as thumbhash, coalesce((
        select t.item_title from ledger.transactions t where ${within} and t.item_id = x.item_id order by t.created_at desc limit 1), '') as title
      from (
        select t.item_kind, t.item_id, ${net} as net
        from ledger.transactions t where ${within} and t.item_id is not null group by 1, 2 order by 3 desc, 2 limit 5) x
      left join item_contents c on c.item_id = x.item_id order by x.net desc, x.item_id`.execute(database),
  ]);
  const balanceIn = (kind: string) => hundredthsToNumber(balances.rows.find((row) => row.kind === kind)?.balance ?? 0n);
  const total = { gross: 0n, commission: 0n, net: 0n, own: 0n, lines: 0 };
  let before = 0n;
  const bySource = new Map<EarningSource, bigint>();
  const byDay = new Map<string, bigint>();
  for (const { day, source, ...sum } of sums) {
    if (day === null) {
      before += sum.net;
      continue;
    }
    total.gross += sum.gross;
    total.commission += sum.commission;
    total.net += sum.net;
    total.own += sum.own;
    total.lines += sum.lines;
    bySource.set(source, (bySource.get(source) ?? 0n) + sum.net);
    byDay.set(`${day} ${source}`, sum.net);
  }
  return {
    currency: settings.get('currency'),
    available: balanceIn('earningsAvailable'),
    pending: balanceIn('earningsPending'),
    holdDays: settings.get('earningsHoldDays'),
    total: {
      gross: hundredthsToNumber(total.gross),
      commission: hundredthsToNumber(total.commission),
      net: hundredthsToNumber(total.net),
      own: hundredthsToNumber(total.own),
      lines: total.lines,
    },
    before: hundredthsToNumber(before),
    bySource: EARNING_SOURCES.map((source) => ({ source, net: hundredthsToNumber(bySource.get(source) ?? 0n) })),
    byDay: Array.from({ length: days }, (_, index) => {
      const day = dayOf(new Date(start.getTime() + index * DAY_MS));
      const on = (source: EarningSource) => hundredthsToNumber(byDay.get(`${day} ${source}`) ?? 0n);
      return { day, tips: on('tips'), subscriptions: on('subscriptions'), content: on('content'), live: on('live'), other: on('other') };
    }),
    topFans: fans.rows.map((row) => ({
      fan: { _id: row.id, username: row.username, name: row.name, avatar: avatarUrl(platform, row.avatar_key) },
      net: hundredthsToNumber(row.net),
    })),
    topItems: items.rows.map((row) => ({
      item: { kind: row.item_kind, id: row.item_id, title: row.title },
      picture: pictureOf(platform, row.variants, row.thumbhash) ?? pictureOf(platform, row.variants, row.thumbhash, 'poster'),
      net: hundredthsToNumber(row.net),
    })),
  };
};

export interface EarningFilter {
  from?: string | undefined;
  to?: string | undefined;
  state?: EarningState | undefined;
  source?: EarningSource | undefined;
  fanId?: string | undefined;
  itemId?: string | undefined;
}
export type EarningSearch = ListQuery & EarningFilter;

/**
 * The transactions `t` that are the performer's earnings, and the filter's; without a first day from the beginning. Those that make up what is
 * available include payouts, which have no seller: of a source, a fan or an item there are none.
 * @param older a further condition
 */
export const fromLines = (performerId: string, query: EarningFilter, now: Date, older?: Condition): RawBuilder<unknown> => {
  const { state, source, fanId, itemId } = query;
  const { start, end } = periodOf(query.from ?? '2000-01-01', query.to, now);
  const since = query.from ? start : new Date(0);
  const within = sql`t.created_at >= ${since} and t.created_at < ${end}`;
  const released = sql`(select from ledger.releases r where r.transaction_id = t.id)`;
  const earned = sql`ledger.transactions t where ${allOf(
    sql`t.seller_id = ${performerId}::uuid and ${within}`,
    state && (state === 'pending' ? sql`exists ${released}` : sql`not exists ${released}`),
    source && sql`t.kind = any(${[...SOURCE_KINDS[source]]}::text[])`,
    fanId && sql`t.buyer_id = ${fanId}::uuid`,
    itemId && sql`t.item_id = ${itemId}::uuid`,
    older,
  )}`;
  if (state !== 'available' || source || fanId || itemId) return sql`from ${earned}`;
  const paidOut = allOf(
    sql`t.reference_id in (select p.id from payout_requests p where p.performer_id = ${performerId}::uuid)`,
    sql`t.reference_kind = 'payout' and t.kind = any(${[...PAYOUT_KINDS]}::text[]) and ${within}`,
    older,
  );
  return sql`from (select t.* from ${earned} union all select t.* from ledger.transactions t where ${paidOut}) t`;
};

/** What a payout moved of what is available; null of an earning. @param of the transaction */
export const paidOutOf = (of: 'page'): RawBuilder<bigint | null> => sql`case when ${sql.ref(of)}.seller_id is null then (
  select sum(e.amount)::bigint from ledger.entries e join ledger.accounts a on a.id = e.account_id
  where e.transaction_id = ${sql.ref(of)}.id and a.kind = 'earningsAvailable') end`;

/** Transactions never change. @param of the transactions */
const sortsOf = (of: 't' | 'page'): Sorts<'createdAt' | 'updatedAt'> => {
  const created = by.instant(sql`${sql.ref(of)}.created_at`);
  return { createdAt: created, updatedAt: created };
};

/** A performer's earnings line by line, each with its stored rate and commission. */
export const listEarnings = async (platform: Platform, performerId: string, query: EarningSearch): Promise<List<EarningLine>> => {
  const { database, clock } = platform;
  const from = fromLines(performerId, query, clock.now());
  const page = sql<{
    id: string;
    kind: EarningLine['kind'];
    item_kind: string | null;
    item_id: string | null;
    item_title: string | null;
    tokens_amount: bigint | null;
    gross_amount: bigint | null;
    commission_rate: number | null;
    commission_amount: bigint | null;
    net_amount: bigint | null;
    paid_out: bigint | null;
    reverses_id: string | null;
    receiver: EarningLine['receiver'];
    note: string;
    available_at: Date | null;
    is_pending: boolean;
    due_at: Date | null;
    created_at: Date;
    fan_id: string | null;
    username: string | null;
    name: string | null;
    avatar_key: string | null;
  }>`
    select page.*, ${paidOutOf('page')} as paid_out, a.id as fan_id, a.username, a.name, a.avatar_key,
      r.transaction_id is not null as is_pending, case when isfinite(r.due_at) then r.due_at end as due_at
    from (select t.* ${from} order by ${sorted(sortsOf('t'), query, sql`t.id`).order} ${limitOf(query)}) page
    left join accounts a on a.id = page.buyer_id
    left join ledger.releases r on r.transaction_id = page.id
    order by ${sorted(sortsOf('page'), query, sql`page.id`).order}`;
  const { rows, ...totals } = await readPage(database, query, page, from);
  const data = rows.map((row): EarningLine => {
    const sign = row.reverses_id ? -1 : 1;
    return {
      _id: row.id,
      kind: row.kind,
      source: sourceOf(row.kind),
      fan: row.fan_id
        ? { _id: row.fan_id, username: row.username ?? '', name: row.name ?? '', avatar: avatarUrl(platform, row.avatar_key) }
        : null,
      item: row.item_kind && row.item_id ? { kind: row.item_kind, id: row.item_id, title: row.item_title ?? '' } : null,
      // The note of a reversal and of a payout is the reason that an admin gave.
      message: row.reverses_id || row.paid_out !== null ? '' : row.note,
      tokens: row.tokens_amount === null ? null : sign * hundredthsToNumber(row.tokens_amount),
      gross: sign * hundredthsToNumber(row.gross_amount ?? row.paid_out ?? 0n),
      commissionPercent: (row.commission_rate ?? 0) / 100,
      commission: sign * hundredthsToNumber(row.commission_amount ?? 0n),
      net: sign * hundredthsToNumber(row.net_amount ?? row.paid_out ?? 0n),
      state: row.is_pending ? 'pending' : 'available',
      receiver: row.receiver,
      availableAt: (row.is_pending ? row.due_at : row.available_at)?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    };
  });
  return { data, ...totals };
};
