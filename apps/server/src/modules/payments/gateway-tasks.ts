import { sql } from 'kysely';
import type { CardGateway, RefundRequest } from '../../gateways/gateway.ts';
import type { Gateways } from '../../gateways/registry.ts';
import type { Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordCancellation } from './gateway-cancellations.store.ts';

// Requests to a gateway: enqueued in the transaction that causes them, and retried by a job until they succeed.

const REFUND_TASK = 'payments:refund';
const CANCEL_TASK = 'payments:cancelSubscription';
/** With the worker's exponential backoff, some days. */
const MAX_ATTEMPTS = 20;

export interface RefundOrder {
  /** Unique per reason to refund. */
  key: string;
  gateway: string;
  paymentId: string;
  /** The company's id of the sale; null if it has none besides the payment's. */
  saleId: string | null;
  orderId: string;
  /** Hundredths of the currency. */
  amount: bigint;
  currency: string;
}

/**
 * Refunds of one sale are sent one after the other: how many a company has made tells whether one arrived.
 * @param attempts made before, which tell a later series of tries from the first
 */
export const enqueueRefund = (
  platform: Platform,
  trx: Trx,
  refund: { id: string; gateway: string; paymentId: string; saleId: string | null },
  attempts: number,
): Promise<void> =>
  platform.jobs.enqueue(
    trx,
    REFUND_TASK,
    { refundId: refund.id },
    {
      key: `${REFUND_TASK}:${refund.id}:${attempts}`,
      queue: `${REFUND_TASK}:${refund.gateway}:${refund.saleId ?? refund.paymentId}`,
      maxAttempts: MAX_ATTEMPTS,
    },
  );

/** Enqueues a refund to a buyer, once per key. */
export const requestRefund = async (platform: Platform, trx: Trx, refund: RefundOrder): Promise<void> => {
  const row = await trx
    .insertInto('gateway_refunds')
    .values({
      key: refund.key,
      gateway: refund.gateway,
      payment_id: refund.paymentId,
      sale_id: refund.saleId,
      order_id: refund.orderId,
      amount: refund.amount,
      currency: refund.currency,
      created_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await enqueueRefund(platform, trx, { ...refund, id: row.id }, 0);
};

/** A company's subscription, with the order that is known of it. */
interface EndedSubscription {
  gateway: string;
  subscriptionId: string;
  orderId: string | null;
}

/** Enqueues the cancellation of a subscription at the gateway. */
export const requestCancellation = (platform: Platform, trx: Trx, { gateway, subscriptionId, orderId }: EndedSubscription): Promise<void> =>
  platform.jobs.enqueue(
    trx,
    CANCEL_TASK,
    { gateway, subscriptionId, orderId },
    { key: `${CANCEL_TASK}:${gateway}:${subscriptionId}`, maxAttempts: MAX_ATTEMPTS },
  );

/** The company's answer to a refund: refunds that it can't make by a call, or refuses for good, are left to the owner. */
const sendToCompany = async (gateway: CardGateway, request: RefundRequest): Promise<'done' | 'sent' | 'byOwner'> => {
  const { refund } = gateway.capabilities;
  if (refund === 'none' || (refund === 'whole' && request.amount < request.paid)) return 'byOwner';
  const answer = await gateway.refund(request);
  return answer === 'pending' ? 'sent' : answer;
};

/**
 * The company's sale that a refund belongs to: how many refunds of it are known to have been made, and if it was charged again since. Companies that take no
 * id of a refund are asked by these.
 */
const historyOf = async ({ database }: Pick<Platform, 'database'>, refundId: string) => {
  const { rows } = await sql<{ refunds: number; is_last: boolean }>`
    with mine as (
      select r.id, r.gateway, r.sale_id, o.id as order_id, coalesce(o.paid_at, o.created_at) as charged_at,
        o.gateway_sale_id is not distinct from r.sale_id as is_of_order
      from gateway_refunds r join orders o on o.id = r.order_id where r.id = ${refundId}::uuid),
    of_sale as (
      select o.id, coalesce(o.paid_at, o.created_at) as charged_at
      from mine join orders o on o.id = mine.order_id or (o.gateway = mine.gateway and o.gateway_sale_id = mine.sale_id))
    select
      (select count(*) from gateway_refunds r, mine
        where r.order_id in (select id from of_sale) and r.sale_id is not distinct from mine.sale_id
          and r.gateway = mine.gateway and r.state = 'done' and r.id <> mine.id)::int
      + (select count(*) from gateway_events e, mine
        where mine.is_of_order and e.order_id in (select id from of_sale)
          and e.gateway = mine.gateway and e.event = 'refunded' and e.outcome = 'reversed')::int as refunds,
      not exists (select from of_sale, mine where of_sale.charged_at > mine.charged_at) as is_last`.execute(database);
  return { refundsBefore: rows[0]!.refunds, isLastOfSale: rows[0]!.is_last };
};

/**
 * Sends a requested refund to the gateway of its payment. Idempotent: the gateway knows a refund by its id, or its adapter looks first.
 * @throws CodedError GATEWAY_UNAVAILABLE
 */
export const sendRefund = async (
  { database, clock }: Platform,
  gateways: Pick<Gateways, 'get' | 'ownAccounts'>,
  refundId: string,
): Promise<void> => {
  const refund = await database
    .selectFrom('gateway_refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .selectAll('r')
    .select(['o.money_amount', 'o.gateway_account', 'o.seller_id'])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  if (refund?.state !== 'pending') return;
  const end = (state: 'done' | 'sent' | 'byOwner' | 'failed' | 'pending', failure: string) =>
    database
      .updateTable('gateway_refunds')
      .set((set) => ({ state, attempts: set('attempts', '+', 1), failure, done_at: state === 'done' ? clock.now() : null }))
      .where('id', '=', refundId)
      .where('state', '=', 'pending')
      .execute();
  try {
    const state = await sendToCompany(gateways.get(refund.gateway), {
      orderId: refund.order_id,
      paymentId: refund.payment_id,
      saleId: refund.sale_id,
      refundId: refund.id,
      amount: refund.amount,
      paid: refund.money_amount,
      currency: refund.currency,
      attempt: refund.attempts + 1,
      account: await gateways.ownAccounts.ofOrder(refund),
      ...(await historyOf({ database }, refundId)),
    });
    await end(state, '');
  } catch (error) {
    const isFinal = error instanceof CodedError && error.code === 'ORDER_STATE';
    await end(isFinal ? 'failed' : 'pending', String(error).slice(0, 300));
    if (!isFinal) throw error;
  }
};

/**
 * Cancels a subscription that has ended on the site at its company. Where the company wants a confirmation on its page, nobody is there to give
 * it: the cancellation is recorded for the owner, who makes it in the company's console. So is one of an account that no call reaches.
 * @throws CodedError GATEWAY_UNAVAILABLE
 */
export const sendCancellation = async (
  { database, clock }: Platform,
  gateways: Pick<Gateways, 'get' | 'ownAccounts'>,
  subscription: EndedSubscription,
): Promise<void> => {
  const gateway = gateways.get(subscription.gateway);
  const record = () => recordCancellation(database, { ...subscription, askedBy: 'site' }, clock.now());
  if (gateway.capabilities.cancel === 'page') return record();
  const account = await gateways.ownAccounts.ofSale(subscription.gateway, subscription.subscriptionId);
  const { redirectUrl } = await gateway.cancelSubscription(subscription.subscriptionId, account);
  if (redirectUrl !== null) await record();
};

export const registerGatewayTasks = (platform: Platform, gateways: Gateways): void => {
  platform.jobs.register(REFUND_TASK, ({ refundId }) => sendRefund(platform, gateways, String(refundId)));
  platform.jobs.register(CANCEL_TASK, ({ gateway, subscriptionId, orderId }) =>
    sendCancellation(platform, gateways, {
      gateway: String(gateway),
      subscriptionId: String(subscriptionId),
      // Missing in jobs of older versions.
      orderId: typeof orderId === 'string' ? orderId : null,
    }),
  );
};
