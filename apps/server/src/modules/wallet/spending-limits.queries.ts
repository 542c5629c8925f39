import type { LimitKind, SpendingLimits } from '@stagedoor/contract/spending-limits';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { SpendingLimits as LimitsTable } from '../../platform/database/schema.gen.ts';
import type { Platform } from '../../platform/platform.ts';
import { type StoredLimit, limitAt } from './limits.rules.ts';

const DAY_MS = 86_400_000;

export type LimitsRow = Selectable<LimitsTable>;

export const storedOf = (row: LimitsRow | undefined, kind: LimitKind): StoredLimit => ({
  amount: row?.[`${kind}_amount`] ?? null,
  nextAmount: row?.[`${kind}_next_amount`] ?? null,
  nextAt: row?.[`${kind}_next_at`] ?? null,
});

const money = (hundredths: bigint | null): number | null => (hundredths === null ? null : hundredthsToNumber(hundredths));

/**
 * The caller's limits with what is spent and left, by the same sums as the ledger's own (functions/ledger-limits.sql).
 * @param options.streamId a show of which it is told too; of one that isn't there, or that the caller paid nothing in, nothing is spent
 */
export const getSpendingLimits = async (
  platform: Platform,
  accountId: string,
  { streamId, executor = platform.database }: { streamId?: string | undefined; executor?: Executor } = {},
): Promise<SpendingLimits> => {
  const at = platform.clock.now();
  const row = await executor.selectFrom('spending_limits').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  const { rows } = await sql<{
    day: Date;
    month: Date;
    day_spent: bigint;
    month_spent: bigint;
    day_topped: bigint;
    month_topped: bigint;
    reserved: bigint;
    show_spent: bigint;
    show_reserved: bigint;
  }>`
    select p.day, p.month, m.of_day as day_spent, m.of_month as month_spent,
      ledger.topped_up_since(p.account_id, p.day) as day_topped, ledger.topped_up_since(p.account_id, p.month) as month_topped,
      m.promised as reserved, s.spent as show_spent, s.reserved as show_reserved
    from (select ${accountId}::uuid as account_id, date_trunc('day', ${at}::timestamptz, 'UTC') as day,
      date_trunc('month', ${at}::timestamptz, 'UTC') as month) p
    cross join lateral ledger.spending_of(p.account_id, p.month, p.day) m
    left join lateral ledger.spent_in_show(p.account_id, ${streamId ?? null}::uuid, ${at}::timestamptz) s
      on ${streamId ?? null}::uuid is not null`.execute(executor);
  const sums = rows[0]!;
  const own = (kind: LimitKind) => {
    const { amount, nextAmount, nextAt } = limitAt(storedOf(row, kind), at);
    return { limit: money(amount), next: nextAt && { limit: money(nextAmount), at: nextAt.toISOString() } };
  };
  const leftOf = (kind: LimitKind, used: bigint): number | null => {
    const { amount } = limitAt(storedOf(row, kind), at);
    return amount === null ? null : hundredthsToNumber(amount > used ? amount - used : 0n);
  };
  const period = (kind: 'daily' | 'monthly', spent: bigint, toppedUp: bigint, until: Date) => ({
    ...own(kind),
    spent: hundredthsToNumber(spent),
    reserved: hundredthsToNumber(sums.reserved),
    left: leftOf(kind, spent + sums.reserved),
    topUpLeft: leftOf(kind, toppedUp),
    until: until.toISOString(),
  });
  const nextMonth = new Date(sums.month);
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1);
  return {
    currency: platform.settings.get('currency'),
    daily: period('daily', sums.day_spent, sums.day_topped, new Date(sums.day.getTime() + DAY_MS)),
    monthly: period('monthly', sums.month_spent, sums.month_topped, nextMonth),
    show: {
      ...own('show'),
      inShow: streamId
        ? {
            spent: hundredthsToNumber(sums.show_spent),
            reserved: hundredthsToNumber(sums.show_reserved),
            left: leftOf('show', sums.show_spent + sums.show_reserved),
          }
        : null,
    },
    coolOffUntil: row?.cool_off_until && row.cool_off_until > at ? row.cool_off_until.toISOString() : null,
  };
};
