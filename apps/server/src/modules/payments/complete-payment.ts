import { isId } from '@stagedoor/contract/ids.values';
import { offerErrors } from '@stagedoor/contract/offer-links.values';
import { sql } from 'kysely';
import type { CardGateway, PaymentNotice } from '../../gateways/gateway.ts';
import { NO_OWN_ACCOUNTS, type OwnAccounts } from '../../gateways/own-accounts.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { debtOf } from '../../ledger/index.ts';
import { type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { unfreeze } from '../accounts/index.ts';
import { type OrderRow, offerOfOrder, settleOffer } from '../orders/index.ts';
import { type NoticeOutcome, recordNotice } from './gateway-events.store.ts';
import { requestCancellation, requestRefund } from './gateway-tasks.ts';
import { recordCardOutcome } from './card-limits.ts';
import { bookFee } from './book-fee.ts';
import { closePage, refOf } from './payment-pages.ts';
import { failRefund } from './failed-refunds.ts';
import { failRenewal, renewByCard } from './renew-by-card.ts';
import { reinstateByNotice } from './reinstate-payment.ts';
import { reverseByNotice } from './reverse-payment.ts';
import { tellReturned } from './tell-returned.ts';
import { endCardSubscription, expireCardSubscription, moveCardSubscription } from './subscription-notices.ts';

/** Codes that mean the payment came too late: it is refunded. */
const REFUND_CODES: readonly string[] = [
  'ALREADY_PURCHASED',
  'ALREADY_SUBSCRIBED',
  'ORDER_STATE',
  'COUPON_INVALID',
  ...offerErrors,
  'OUT_OF_STOCK',
  // The item was deleted or taken down after it was ordered.
  'NOT_FOR_SALE',
  // The buyer began a pause from buying after ordering.
  'COOL_OFF',
];

/**
 * Processes every notice of a gateway, whether it came by callback or by poll, once or repeatedly, in order or not. Each is stored
 * verbatim with its outcome, in the transaction of its effects.
 */
export const applyNotice = async (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> => {
  if (notice.account !== null && !(await isOfAccount(platform, notice))) {
    await recordNotice(platform, platform.database, notice, null, 'unknownOrder');
    return 'unknownOrder';
  }
  switch (notice.event) {
    case 'renewed':
      return renewByCard(platform, notice);
    case 'renewalFailed':
      return failRenewal(platform, notice);
    case 'subscriptionCancelled':
      return endCardSubscription(platform, notice);
    case 'subscriptionExpired':
      return expireCardSubscription(platform, notice);
    case 'subscriptionMoved':
    case 'subscriptionResumed':
      return moveCardSubscription(platform, notice);
    case 'refunded':
    case 'chargedBack':
      return reverseByNotice(platform, notice);
    case 'refundFailed':
      return failRefund(platform, notice);
    case 'chargebackReversed':
      return reinstateByNotice(platform, notice);
    // Counted as it is taken (take-callback.ts); the order stays open.
    case 'cardDeclined':
      return Promise.resolve('stale');
    default:
      return endPayment(platform, notice);
  }
};

/**
 * Tells whether all that a notice of a performer's own account names was paid to that account: the performer knows its key, and could make up
 * notices of others' payments.
 */
const isOfAccount = async ({ database }: Pick<Platform, 'database'>, notice: PaymentNotice): Promise<boolean> => {
  const { gateway, account, orderId, paymentId, saleId, subscriptionId } = notice;
  const { rows } = await sql<{ known: number; own: number }>`
    select count(*)::int as known, (count(*) filter (where o.gateway_account = ${account}))::int as own from orders o
    where (o.id = ${orderId && isId(orderId) ? orderId : null}::uuid)
      or (o.gateway = ${gateway} and o.gateway_payment_id = any(${[paymentId, saleId]}::text[]))
      or (o.gateway = ${gateway} and o.gateway_sale_id = any(${[saleId, subscriptionId]}::text[]))
      or o.id in (select r.order_id from gateway_refunds r
        where r.gateway = ${gateway} and (r.payment_id = ${paymentId} or r.sale_id = ${saleId}))`.execute(database);
  const { known, own } = rows[0]!;
  return known > 0 && known === own;
};

/** Approved: settled, or refunded when it came too late. Declined or cancelled: the order is closed. */
const endPayment = async (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> => {
  const { database } = platform;
  const ended = async (outcome: NoticeOutcome, orderId: string | null): Promise<NoticeOutcome> => {
    await recordNotice(platform, database, notice, orderId, outcome);
    return outcome;
  };
  const order =
    notice.orderId && isId(notice.orderId)
      ? await database.selectFrom('orders').selectAll().where('id', '=', notice.orderId).executeTakeFirst()
      : undefined;
  if (!order || order.gateway !== notice.gateway || order.gateway_account !== notice.account || !notice.paymentId)
    return ended('unknownOrder', null);
  if (order.money_amount !== notice.amount || order.currency !== notice.currency) return ended('amountMismatch', order.id);
  if (notice.event !== 'approved')
    return transact(database, undefined, async (trx) => {
      const outcome = await closeOrder(platform, trx, order.id, notice.event === 'declined' ? 'failed' : 'cancelled');
      if (outcome === 'closed' && notice.event === 'declined') await recordCardOutcome(trx, order.id, false, notice.cardMark);
      await recordNotice(platform, trx, notice, order.id, outcome);
      return outcome;
    });
  if (isPaidBy(order, notice)) return ended('repeated', order.id);
  try {
    await transact(database, undefined, async (trx) => {
      const offer = await offerOfOrder(platform, order);
      await settleOffer(
        platform,
        offer,
        {
          method: 'card',
          orderId: order.id,
          gatewayPaymentId: notice.paymentId!,
          gatewaySaleId: notice.saleId,
          paidUntil: notice.paidUntil,
          buyerCountry: order.buyer_country,
          idempotency: undefined,
        },
        trx,
      );
      await recordCardOutcome(trx, order.id, true, notice.cardMark);
      await bookFee(platform, trx, order.id, notice);
      if (offer.subscription) await linkSubscription(trx, order.id, notice);
      if (order.kind === 'debt' && (await debtOf(trx, order.buyer_id)) === 0n) await unfreeze(platform, trx, order.buyer_id);
      await recordNotice(platform, trx, notice, order.id, 'settled');
    });
    return 'settled';
  } catch (error) {
    if (!(error instanceof CodedError) || !REFUND_CODES.includes(error.code)) throw error;
    return refundLatePayment(platform, notice, order.id);
  }
};

const isPaidBy = (order: Pick<OrderRow, 'paid_at' | 'method' | 'gateway_payment_id'>, notice: PaymentNotice): boolean =>
  order.paid_at !== null && order.method === 'card' && order.gateway_payment_id === notice.paymentId;

/** Links the subscription to the gateway's, which renews it from now on; without a gateway id nothing renews it. */
const linkSubscription = (trx: Trx, orderId: string, notice: PaymentNotice) =>
  trx
    .updateTable('subscriptions')
    .set({ gateway: notice.subscriptionId ? notice.gateway : null, gateway_subscription_id: notice.subscriptionId })
    .where('order_id', '=', orderId)
    .execute();

const refundLatePayment = (platform: Platform, notice: PaymentNotice, orderId: string): Promise<NoticeOutcome> =>
  transact(platform.database, undefined, async (trx) => {
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow();
    const outcome = isPaidBy(order, notice) ? 'repeated' : 'late';
    if (outcome === 'late') {
      await requestRefund(platform, trx, {
        key: `late:${notice.gateway}:${notice.paymentId}`,
        gateway: notice.gateway,
        paymentId: notice.paymentId!,
        saleId: notice.saleId,
        orderId,
        amount: notice.amount!,
        currency: notice.currency!,
      });
      await tellReturned(platform, trx, order.buyer_id, notice);
      if (notice.subscriptionId)
        await requestCancellation(platform, trx, { gateway: notice.gateway, subscriptionId: notice.subscriptionId, orderId });
      if (order.state === 'created') await closeOrder(platform, trx, orderId, 'cancelled');
    }
    await recordNotice(platform, trx, notice, orderId, outcome);
    return outcome;
  });

const closeOrder = async (
  platform: Platform,
  trx: Trx,
  orderId: string,
  state: 'failed' | 'cancelled' | 'expired',
): Promise<'closed' | 'repeated'> => {
  const closed = await trx
    .updateTable('orders')
    .set({ state, updated_at: platform.clock.now() })
    .where('id', '=', orderId)
    .where('state', '=', 'created')
    .returning(['id', 'buyer_id'])
    .executeTakeFirst();
  if (!closed) return 'repeated';
  await recordEvent(trx, 'orders.closed', { orderId, buyerId: closed.buyer_id, state });
  return 'closed';
};

/**
 * Expires orders that nobody polls and that were not paid in time, as they would keep what they reserve: those that are paid from the wallet alone, and
 * those of a gateway that the site doesn't speak to any more.
 */
export const expireWalletOrders = async (platform: Platform, gateways: Pick<Gateways, 'all'>): Promise<void> => {
  const { database, clock } = platform;
  const polled = gateways.all.map(({ name }) => name);
  const due = await database
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'created')
    .where(sql<boolean>`(gateway is null or gateway <> all(${polled}::text[]))`)
    .where('expires_at', '<=', clock.now())
    .orderBy('created_at')
    .limit(sql.lit(1000))
    .execute();
  for (const { id } of due) await transact(database, undefined, (trx) => closeOrder(platform, trx, id, 'expired'));
};

const POLL_AFTER_MS = 60_000;

const POLL_BATCH = 200;
/** Buyers pay within minutes. Orders that are open for longer are asked for four times an hour: most were left, and each is a call. */
const OFTEN_MINUTES = 30;
const SELDOM_MINUTES = 15;

const isAskedNow = (createdAt: Date, now: Date): boolean => {
  const minutes = Math.floor((now.getTime() - createdAt.getTime()) / 60_000);
  return minutes < OFTEN_MINUTES || minutes % SELDOM_MINUTES === 0;
};

/** Asks for each page of an order, since two may have been paid. @returns whether the company said how one ended */
export const pollOrder = async (
  platform: Platform,
  gateway: CardGateway,
  orderId: string,
  ownAccounts: OwnAccounts = NO_OWN_ACCOUNTS,
): Promise<boolean> => {
  const pages = await platform.database
    .selectFrom('payment_pages as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.order_id', 'p.attempt', 'p.handle', 'o.gateway', 'o.gateway_account', 'o.seller_id'])
    .where('p.order_id', '=', orderId)
    .where('p.gateway', '=', gateway.name)
    .orderBy('p.attempt')
    .execute();
  let isKnown = false;
  for (const page of pages) {
    const notice = await gateway.poll({ ...refOf(page), account: await ownAccounts.ofOrder(page) });
    if (!notice) continue;
    isKnown = true;
    await applyNotice(platform, notice);
  }
  return isKnown;
};

/** Expires an unpaid order; its page is closed first, so that nobody pays what has expired. */
const expireOrder = async (platform: Platform, gateway: CardGateway, orderId: string): Promise<void> => {
  await closePage(platform, gateway, orderId);
  await transact(platform.database, undefined, (trx) => closeOrder(platform, trx, orderId, 'expired'));
};

/**
 * Polls the gateway for payments whose callback is missing, and expires orders that waited too long. Pages by cursor, so that unpaid
 * orders don't block others.
 */
export const pollOpenPayments = async (
  platform: Platform,
  gateway: CardGateway,
  ownAccounts: OwnAccounts = NO_OWN_ACCOUNTS,
): Promise<void> => {
  const { database, clock, log } = platform;
  const now = clock.now();
  const waiting = database
    .selectFrom('orders')
    // As text: a Date would lose the microseconds.
    .select(['id', 'created_at', 'expires_at', sql<string>`created_at::text`.as('made')])
    .where('state', '=', 'created')
    .where('gateway', '=', gateway.name)
    .where('created_at', '<', new Date(now.getTime() - POLL_AFTER_MS))
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(POLL_BATCH));
  for (let last: { made: string; id: string } | undefined; ; ) {
    const isAfter = last && sql<boolean>`(created_at, id) > (${last.made}::timestamptz, ${last.id}::uuid)`;
    const open = await (isAfter ? waiting.where(isAfter) : waiting).execute();
    for (const order of open) {
      try {
        const isOver = order.expires_at !== null && order.expires_at <= now;
        if (!isOver && !isAskedNow(order.created_at, now)) continue;
        const isKnown = gateway.capabilities.poll && (await pollOrder(platform, gateway, order.id, ownAccounts));
        if (!isKnown && isOver) await expireOrder(platform, gateway, order.id);
      } catch (error) {
        log.warn({ err: error, orderId: order.id }, 'a payment could not be polled');
      }
    }
    if (open.length < POLL_BATCH) return;
    last = open.at(-1)!;
  }
};
