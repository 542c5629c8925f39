import { sql } from 'kysely';
import type { Restore } from '@stagedoor/contract/admin-restore';
import { findRestore } from '../../backup/restores.store.ts';
import type { PaymentNotice } from '../../gateways/gateway.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { countOpenShows } from '../streams/index.ts';
import { type StoredAnswer, type StoredUnbooked, answersOf } from './stored-answers.ts';

export const findOpenOrders = (executor: Executor, gateway: string) =>
  executor.selectFrom('orders').select('id').where('state', '=', 'created').where('gateway', '=', gateway).orderBy('created_at').execute();

/** Subscriptions that a company renews, with what they are paid until. */
export const findRunningSubscriptions = async (executor: Executor, gateway: string): Promise<{ saleId: string; paidUntil: Date }[]> => {
  const rows = await executor
    .selectFrom('subscriptions')
    .select(['gateway_subscription_id', 'paid_until'])
    .where('state', '=', 'active')
    .where('gateway', '=', gateway)
    .where('gateway_subscription_id', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ saleId: row.gateway_subscription_id!, paidUntil: row.paid_until }));
};

export const hasOrders = async (executor: Executor, gateway: string): Promise<boolean> =>
  (await executor.selectFrom('orders').select('id').where('gateway', '=', gateway).limit(1).executeTakeFirst()) !== undefined;

/** Tells whether a sale paid an order that the site knows. */
export const isSaleKnown = async (executor: Executor, { gateway, saleId }: Pick<PaymentNotice, 'gateway' | 'saleId'>): Promise<boolean> =>
  (await executor
    .selectFrom('orders')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_sale_id', '=', saleId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Tells whether a listed refund may be in another currency than its order's: the list names none. The amount of a whole payment of the sale is certain, and
 * on a site in dollars, which companies keep their books in, every amount is.
 */
export const isUnclearReturn = async (
  executor: Executor,
  { gateway, saleId, amount }: PaymentNotice,
  currency: string,
): Promise<boolean> => {
  if (currency === 'USD') return false;
  const orders = await executor
    .selectFrom('orders')
    .select('money_amount')
    .where('gateway', '=', gateway)
    .where('gateway_sale_id', '=', saleId)
    .execute();
  return orders.length > 0 && orders.every(({ money_amount: paid }) => paid !== amount);
};

/** First payments whose callbacks came since the restore, and whose orders the site doesn't know: nobody has booked them. */
const findUnknownCallbacks = async (executor: Executor, since: Date): Promise<(StoredUnbooked & { company: string })[]> => {
  const { rows } = await sql<{
    gateway: string;
    payload: Record<string, unknown>;
    amount: bigint | null;
    payment_id: string | null;
    at: Date;
  }>`
    select e.gateway, e.payload, e.amount, e.payment_id, coalesce(e.sent_at, e.received_at) as at from gateway_events e
    where e.outcome = 'unknownOrder' and e.event = 'approved' and e.received_at >= ${since}::timestamptz and e.event_key not like 'list:%'
      and not exists (select from gateway_events s where s.gateway = e.gateway and s.event_key = e.event_key and s.outcome in ('settled', 'late', 'repeated'))
    order by e.received_at`.execute(executor);
  return rows.map(({ gateway, payload, amount, payment_id: paymentId, at }) => ({
    company: gateway,
    event: 'approved',
    reason: 'unknownOrder',
    at: at.toISOString(),
    amount: amount === null ? null : amount.toString(),
    currency: String(payload['billedCurrency'] ?? payload['priceCurrency'] ?? '') || null,
    saleId: String(payload['subscriptionId'] ?? payload['saleID'] ?? ''),
    paymentId,
  }));
};

/** Returns what a company told and nobody has booked yet: payments that a callback has booked since are no longer listed. */
const stillUnbooked = async (executor: Executor, { company, unbooked }: StoredAnswer): Promise<StoredUnbooked[]> => {
  const left: StoredUnbooked[] = [];
  for (const one of unbooked)
    if (one.event !== 'approved' || !(await isSaleKnown(executor, { gateway: company, saleId: one.saleId }))) left.push(one);
  return left;
};

/** The newest restore for its owner; null if there was none. */
export const readRestore = async ({ database }: Pick<Platform, 'database'>): Promise<Restore | null> => {
  const row = await findRestore(database);
  if (!row) return null;
  const callbacks = row.confirmed_at ? [] : await findUnknownCallbacks(database, row.restored_at);
  const answers = [];
  for (const answer of answersOf(row)) {
    const listed = await stillUnbooked(database, answer);
    const come = callbacks.filter(({ company, saleId }) => company === answer.company && !listed.some((one) => one.saleId === saleId));
    const all: StoredUnbooked[] = [...listed, ...come];
    answers.push({ ...answer, unbooked: all.map((one) => ({ ...one, amount: one.amount === null ? null : Number(one.amount) / 100 })) });
  }
  return {
    _id: row.id,
    backupName: row.backup_name,
    recoveredUntil: row.recovered_until.toISOString(),
    restoredAt: row.restored_at.toISOString(),
    erasuresRepeated: row.erasures_repeated,
    askedAt: row.asked_at?.toISOString() ?? null,
    answers,
    runningShows: row.confirmed_at ? 0 : await countOpenShows(database),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
};
