import { isId } from '@stagedoor/contract/ids.values';
import { REFUSED_OUTCOMES, type RefusedEvent, type RefusedOutcome } from '@stagedoor/contract/admin-money';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PersonColumns, personColumns, personOf } from './money-person.view.ts';

interface Row extends PersonColumns<'buyer'> {
  id: string;
  gateway: string;
  event: string;
  outcome: RefusedOutcome;
  received_at: Date;
  payment_id: string | null;
  payload: Record<string, unknown>;
  taken_as: string | null;
  order_id: string | null;
  kind: NonNullable<RefusedEvent['order']>['kind'];
  state: NonNullable<RefusedEvent['order']>['state'];
  money_amount: bigint;
  currency: string;
}

/** A short text field of a notice: nothing else of its payload leaves the server. */
const named = (payload: Record<string, unknown>, name: string): string | null => {
  const value = payload[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : null;
};

/** Hundredths, as digits. */
const amountIn = (payload: Record<string, unknown>): number | null => {
  const digits = named(payload, 'amount');
  return digits !== null && /^\d{1,15}$/.test(digits) && digits !== '0' ? hundredthsToNumber(BigInt(digits)) : null;
};

const eventOf = (platform: Platform, row: Row): RefusedEvent => ({
  _id: row.id,
  gateway: row.gateway,
  event: row.event,
  outcome: row.outcome,
  at: row.received_at.toISOString(),
  paymentId: row.payment_id,
  subscriptionId: named(row.payload, 'subscriptionId'),
  orderName: named(row.payload, 'orderId'),
  amount: amountIn(row.payload),
  currency: named(row.payload, 'currency'),
  order: row.order_id
    ? {
        _id: row.order_id,
        kind: row.kind,
        state: row.state,
        money: hundredthsToNumber(row.money_amount),
        currency: row.currency,
        buyer: personOf(platform, row, 'buyer'),
      }
    : null,
  takenAs: row.taken_as,
});

const REFUSED = sql.join(REFUSED_OUTCOMES.map((outcome) => sql.lit(outcome)));

/** Notices never change. */
const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`e.received_at`), updatedAt: by.instant(sql`e.received_at`) };

/** Gateway notices that were refused. */
export const listRefusedEvents = async (
  platform: Platform,
  search: ListQuery & { q?: string | undefined; outcome?: RefusedOutcome | undefined },
): Promise<List<RefusedEvent>> => {
  const { database } = platform;
  const { q, outcome } = search;
  const matching = !q
    ? null
    : isId(q)
      ? sql`(e.order_id = ${q}::uuid or e.payload ->> 'orderId' = ${q})`
      : sql`(e.payment_id = ${q} or e.payload ->> 'subscriptionId' = ${q} or e.payload ->> 'orderId' = ${q})`;
  const where = allOf(sql`e.outcome in (${REFUSED})`, matching, outcome && sql`e.outcome = ${outcome}`);
  const { order } = sorted(SORTS, search, sql`e.id`);
  const page = sql<Row>`
      select e.id, e.gateway, e.event, e.outcome, e.received_at, e.payment_id, e.payload,
        (select x.outcome from gateway_events x
          where x.gateway = e.gateway and x.event_key = e.event_key and x.outcome not in (${REFUSED}) order by x.id limit 1) as taken_as,
        o.id as order_id, o.kind, o.state, o.money_amount, o.currency, ${personColumns('b', 'buyer')}
      from gateway_events e left join orders o on o.id = e.order_id left join accounts b on b.id = o.buyer_id
      where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(database, search, page, sql`from gateway_events e where ${where}`);
  return { data: rows.map((row) => eventOf(platform, row)), ...totals };
};
