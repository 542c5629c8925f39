import type { ResponseOf } from '@stagedoor/contract';
import type { PerformerCommission, adminCommissions } from '@stagedoor/contract/admin-commissions';
import { COMMISSION_KEYS, type CommissionKey } from '@stagedoor/contract/admin-people';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { commissionKeyOfRow } from '../orders/index.ts';
import { type RateChange, readOwnRateChanges, readSiteRateChanges } from '../performers/index.ts';
import { type PersonColumns, prefixPatternOf, personColumns, personOf } from './money-person.view.ts';

const DAYS = 30;
const since = (platform: Platform): Date => new Date(platform.clock.now().getTime() - DAYS * 86_400_000);

const setOf = (change: RateChange | undefined) => ({ setBy: change?.by ?? null, setAt: change?.at.toISOString() ?? null });

/** A reversal counts negatively, on the day it is made. */
const signed = (column: 'gross_amount' | 'commission_amount') =>
  sql`sum(case when t.reverses_id is null then t.${sql.ref(column)} else -t.${sql.ref(column)} end)`;

/**
 * The site's rates and their revenue of thirty days. Reads only those days of the ledger, by `transactions_created`; a reversal's sale
 * and a subscription's order are looked up by their keys.
 */
export const listSiteCommissions = async (platform: Platform): Promise<ResponseOf<(typeof adminCommissions)['GET /admin/commissions']>> => {
  const start = since(platform);
  const { rows } = await sql<{ kind: string; period: string | null; sales: number; gross: bigint; commission: bigint }>`
    select x.kind, case when x.kind like 'subscription%' then (select o.detail ->> 'type' from orders o where o.id = x.order_id) end as period,
      sum(x.sales)::int as sales, sum(x.gross)::bigint as gross, sum(x.commission)::bigint as commission
    from (
      select case when t.reverses_id is null then t.kind else (select r.kind from ledger.transactions r where r.id = t.reverses_id) end as kind,
        case when t.kind like 'subscription%' or t.reverses_id is not null then t.reference_id end as order_id,
        count(*) filter (where t.reverses_id is null) as sales, ${signed('gross_amount')} as gross, ${signed('commission_amount')} as commission
      from ledger.transactions t
      where t.created_at >= ${start} and t.seller_id is not null and t.gross_amount is not null
      group by 1, 2
    ) x group by 1, 2`.execute(platform.database);
  const changes = await readSiteRateChanges(platform.database);
  const sums = new Map<CommissionKey, { sales: number; gross: bigint; commission: bigint }>();
  for (const { kind, period, sales, gross, commission } of rows) {
    const key = commissionKeyOfRow(kind, period);
    if (!key) continue;
    const before = sums.get(key) ?? { sales: 0, gross: 0n, commission: 0n };
    sums.set(key, { sales: before.sales + sales, gross: before.gross + gross, commission: before.commission + commission });
  }
  return {
    since: start.toISOString(),
    kinds: COMMISSION_KEYS.map((key) => {
      const { sales, gross, commission } = sums.get(key) ?? { sales: 0, gross: 0n, commission: 0n };
      return {
        key,
        rate: platform.settings.get(key),
        ...setOf(changes.get(key)),
        sales,
        gross: hundredthsToNumber(gross),
        commission: hundredthsToNumber(commission),
      };
    }),
  };
};

/** @param of the columns of the performer and its account */
const sortsOf = (of: { username: RawBuilder<unknown>; id: RawBuilder<unknown>; updated: RawBuilder<unknown> }) =>
  ({ username: by.text(of.username), createdAt: by.id(of.id), updatedAt: by.instant(of.updated) }) satisfies Sorts<string>;

/** Performers with rates of their own, or those matching a search. */
export const listPerformerCommissions = async (
  platform: Platform,
  query: ListQuery<keyof ReturnType<typeof sortsOf>> & { q?: string | undefined },
): Promise<List<PerformerCommission>> => {
  const { q } = query;
  const found = q ? sql`a.username like ${prefixPatternOf(q)}` : sql`p.commission_overrides <> '{}'`;
  const from = sql`from performers p join accounts a on a.id = p.account_id where a.status <> 'deleted' and ${found}`;
  const inner = sorted(sortsOf({ username: sql`a.username`, id: sql`a.id`, updated: sql`p.updated_at` }), query, sql`a.id`);
  const outer = sorted(
    sortsOf({ username: sql`page.performer_username`, id: sql`page.performer_id`, updated: sql`page.updated_at` }),
    query,
    sql`page.performer_id`,
  );
  const page = sql<PersonColumns<'performer'> & { rates: Partial<Record<CommissionKey, number>>; gross: bigint; commission: bigint }>`
      select page.*, coalesce(x.gross, 0)::bigint as gross, coalesce(x.commission, 0)::bigint as commission
      from (select p.commission_overrides as rates, p.updated_at, ${personColumns('a', 'performer')} ${from}
        order by ${inner.order} ${limitOf(query)}) page
      cross join lateral (select ${signed('gross_amount')} as gross, ${signed('commission_amount')} as commission
        from ledger.transactions t where t.seller_id = page.performer_id and t.created_at >= ${since(platform)}) x
      order by ${outer.order}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  const changeOf = await readOwnRateChanges(
    platform.database,
    rows.map((row) => row.performer_id!),
  );
  return {
    data: rows.map((row) => ({
      ...personOf(platform, row, 'performer')!,
      // Stored in hundredths of a per cent.
      rates: COMMISSION_KEYS.flatMap((key) =>
        row.rates[key] === undefined ? [] : { key, rate: row.rates[key] / 100, ...setOf(changeOf(row.performer_id!, key)) },
      ),
      gross: hundredthsToNumber(row.gross),
      commission: hundredthsToNumber(row.commission),
    })),
    ...totals,
  };
};
