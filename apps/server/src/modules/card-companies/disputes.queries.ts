import { DISPUTE_ALERT, type GatewayName } from '@stagedoor/contract/gateways.values';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

/** Below so many payments in a month, one dispute alone would raise an alert. */
const MIN_PAYMENTS = 100;

/** The disputes of one company in one month (`2026-11`, in UTC). */
export interface Disputes {
  month: string;
  gateway: GatewayName;
  payments: number;
  disputes: number;
  /** Per cent. */
  ratio: number;
  /** The share is one that owners are warned of. */
  isAlert: boolean;
}

/** Counts card payments and disputes by gateway and by the month in which they happened. @param months with the current one */
export const listDisputes = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>, months: number): Promise<Disputes[]> => {
  const now = clock.now();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1));
  const { rows } = await sql<{ month: string; gateway: GatewayName; payments: number; disputes: number }>`
    select to_char(date_trunc('month', e.received_at at time zone 'UTC'), 'YYYY-MM') as month, e.gateway,
      count(distinct e.event_key) filter (where e.outcome in ('settled', 'renewed'))::int as payments,
      count(distinct e.event_key) filter (where e.event = 'chargedBack' and e.outcome in ('reversed', 'repeated'))::int as disputes
    from gateway_events e where e.received_at >= ${from} group by 1, 2 order by 1 desc, 2`.execute(database);
  return rows
    .filter(({ payments, disputes }) => payments + disputes > 0)
    .map((row) => {
      const ratio = Math.round((row.disputes * 10_000) / Math.max(row.payments, 1)) / 100;
      return { ...row, ratio, isAlert: row.disputes > 0 && ratio * 100 >= DISPUTE_ALERT && row.payments + row.disputes >= MIN_PAYMENTS };
    });
};
