import type { ResponseOf } from '@stagedoor/contract';
import { EARNING_SOURCES, type EarningLine, type EarningSource, type earnings } from '@stagedoor/contract/earnings';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';
import { pictureOf } from '../files/index.ts';
import { SOURCE_KINDS, periodOf, sourceOf } from './earnings.rules.ts';

const sourceCase = sql.join(
  [
    sql`case t.kind`,
    ...EARNING_SOURCES.flatMap((source) => SOURCE_KINDS[source].map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(source)}`)),
    sql`else 'other' end`,
  ],
  sql` `,
);

/** Reversals count negatively. */
const signed = (column: 'net_amount' | 'gross_amount' | 'commission_amount') =>
  sql<bigint>`coalesce(sum(case when t.reverses_id is null then t.${sql.ref(column)} else -t.${sql.ref(column)} end), 0)::bigint`;

/** A performer's earnings in a period; every figure is a sum over ledger lines. */
export const getEarningStats = async (
  platform: Platform,
  performerId: string,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<ResponseOf<(typeof earnings)['GET /earning/stats']>> => {
  const { database, clock, settings } = platform;
  const { start, end, days } = periodOf(query.from, query.to, clock.now());
  const before = new Date(start.getTime() - days * 86_400_000);
  const within = sql`t.seller_id = ${performerId}::uuid and t.created_at >= ${start} and t.created_at < ${end}`;
  const [balances, total, previous, bySource, byDay, fans, items] = await Promise.all([
    sql<{ kind: string; balance: bigint }>`
      select a.kind, coalesce(sum(e.amount), 0)::bigint as balance from ledger.accounts a left join ledger.entries e on e.account_id = a.id
      where a.owner_id = ${performerId}::uuid and a.kind in ('earningsPending', 'earningsAvailable') group by a.kind`.execute(database),
    sql<{ gross: bigint; commission: bigint; net: bigint; lines: number }>`
      select ${signed('gross_amount')} as gross, ${signed('commission_amount')} as commission, ${signed('net_amount')} as net, count(*)::int as lines
      from ledger.transactions t where ${within}`.execute(database),
    sql<{ net: bigint }>`select ${signed('net_amount')} as net from ledger.transactions t
      where t.seller_id = ${performerId}::uuid and t.created_at >= ${before} and t.created_at < ${start}`.execute(database),
    sql<{
      source: EarningSource;
      net: bigint;
    }>`select ${sourceCase} as source, ${signed('net_amount')} as net from ledger.transactions t where ${within} group by 1`.execute(
      database,
    ),
    sql<{ day: string; source: EarningSource; net: bigint }>`
      select to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, ${sourceCase} as source, ${signed('net_amount')} as net
      from ledger.transactions t where ${within} group by 1, 2`.execute(database),
    sql<{ id: string; username: string; name: string; avatar_key: string | null; net: bigint }>`
      select a.id, a.username, a.name, a.avatar_key, x.net from (
        select t.buyer_id, ${signed('net_amount')} as net from ledger.transactions t where ${within} and t.buyer_id is not null group by 1 order by 2 desc limit 5) x
      join accounts a on a.id = x.buyer_id order by x.net desc, a.id`.execute(database),
    sql<{ item_kind: string; item_id: string; title: string; net: bigint; variants: unknown; thumbhash: string | null }>`
      select x.*, c.media -> 0 -> 'variants' as variants, c.media -> 0 ->> 'thumbhash' as thumbhash from (
        select t.item_kind, t.item_id, max(t.item_title) as title, ${signed('net_amount')} as net
        from ledger.transactions t where ${within} and t.item_id is not null group by 1, 2 order by 4 desc, 2 limit 5) x
      left join item_contents c on c.item_id = x.item_id order by x.net desc, x.item_id`.execute(database),
  ]);
  const balanceOf = (kind: string) => hundredthsToNumber(balances.rows.find((row) => row.kind === kind)?.balance ?? 0n);
  const sums = total.rows[0]!;
  const sumOf = (rows: readonly { source: EarningSource; net: bigint }[], source: EarningSource) =>
    hundredthsToNumber(rows.find((row) => row.source === source)?.net ?? 0n);
  const dayList = Array.from({ length: days }, (_, index) => new Date(start.getTime() + index * 86_400_000).toISOString().slice(0, 10));
  return {
    currency: settings.get('currency'),
    available: balanceOf('earningsAvailable'),
    pending: balanceOf('earningsPending'),
    total: {
      gross: hundredthsToNumber(sums.gross),
      commission: hundredthsToNumber(sums.commission),
      net: hundredthsToNumber(sums.net),
      lines: sums.lines,
    },
    before: hundredthsToNumber(previous.rows[0]?.net ?? 0n),
    bySource: EARNING_SOURCES.map((source) => ({ source, net: sumOf(bySource.rows, source) })),
    byDay: dayList.map((day) => {
      const rows = byDay.rows.filter((row) => row.day === day);
      return {
        day,
        tips: sumOf(rows, 'tips'),
        subscriptions: sumOf(rows, 'subscriptions'),
        content: sumOf(rows, 'content'),
        live: sumOf(rows, 'live'),
        other: sumOf(rows, 'other'),
      };
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

export interface EarningSearch extends ListQuery {
  from?: string | undefined;
  to?: string | undefined;
  source?: EarningSource | undefined;
}

/** Transactions never change. @param of the transactions */
const sortsOf = (of: 't' | 'page'): Sorts<'createdAt' | 'updatedAt'> => {
  const created = by.instant(sql`${sql.ref(of)}.created_at`);
  return { createdAt: created, updatedAt: created };
};

/** A performer's earnings line by line, each with its stored rate and commission. */
export const listEarnings = async (platform: Platform, performerId: string, query: EarningSearch): Promise<List<EarningLine>> => {
  const { database, clock } = platform;
  const { start, end } = periodOf(query.from ?? '2000-01-01', query.to, clock.now());
  const since = query.from ? start : new Date(0);
  const from = sql`
    from ledger.transactions t
    where ${allOf(
      sql`t.seller_id = ${performerId}::uuid and t.created_at >= ${since} and t.created_at < ${end}`,
      query.source && sql`t.kind = any(${[...SOURCE_KINDS[query.source]]}::text[])`,
    )}`;
  const page = sql<{
    id: string;
    kind: EarningLine['kind'];
    item_kind: string | null;
    item_id: string | null;
    item_title: string | null;
    tokens_amount: bigint | null;
    gross_amount: bigint;
    commission_rate: number | null;
    commission_amount: bigint;
    net_amount: bigint;
    reverses_id: string | null;
    available_at: Date | null;
    is_pending: boolean;
    due_at: Date | null;
    created_at: Date;
    fan_id: string | null;
    username: string | null;
    name: string | null;
    avatar_key: string | null;
  }>`
    select page.*, a.id as fan_id, a.username, a.name, a.avatar_key,
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
      tokens: row.tokens_amount === null ? null : sign * hundredthsToNumber(row.tokens_amount),
      gross: sign * hundredthsToNumber(row.gross_amount),
      commissionPercent: (row.commission_rate ?? 0) / 100,
      commission: sign * hundredthsToNumber(row.commission_amount),
      net: sign * hundredthsToNumber(row.net_amount),
      state: row.is_pending ? 'pending' : 'available',
      availableAt: (row.is_pending ? row.due_at : row.available_at)?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    };
  });
  return { data, ...totals };
};
