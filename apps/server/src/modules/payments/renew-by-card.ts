import type { Receiver } from '@stagedoor/contract/payments.values';
import { sql } from 'kysely';
import { type CurrencyAmount, moneyOf } from '../../ledger/index.ts';
import type { PaymentNotice } from '../../gateways/gateway.ts';
import { type Trx, isUniqueViolation, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { type Offer, EMPTY_OFFER, findSeller, rateOf, settleOffer } from '../orders/index.ts';
import { tokenValueOf } from '../access/index.ts';
import { bookFee } from './book-fee.ts';
import { type NoticeOutcome, recordNotice, wasProcessed, wasToldOtherwise } from './gateway-events.store.ts';
import { requestCancellation, requestRefund } from './gateway-tasks.ts';
import { setEnded } from './set-ended.ts';
import { type SubscriptionRow, lockByNotice } from './subscription-notices.ts';
import { tellReturned } from './tell-returned.ts';

const DAY_MS = 86_400_000;
/** Days of access after a period whose renewal failed or is still unknown. */
export const GRACE_DAYS = 3;
/**
 * A failed renewal refers to a period that has ended or ends within this time. Companies name days: `paid_until` is the end of the day in the latest zone,
 * and the card may be refused when that day begins in the earliest.
 */
const DUE_WITHIN_MS = 2 * DAY_MS;

/** Access is kept at most this long after a period, however late the company tries the card again. */
const MAX_GRACE_DAYS = 14;

const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS);
/** The end of access after a declined renewal: some days, or a day after the company's next try. */
const graceAfter = (paidUntil: Date, nextTryAt: Date | null = null): Date => {
  const untilTry = nextTryAt ? Math.min(daysAfter(nextTryAt, 1).getTime(), daysAfter(paidUntil, MAX_GRACE_DAYS).getTime()) : 0;
  return new Date(Math.max(daysAfter(paidUntil, GRACE_DAYS).getTime(), untilTry));
};

/** The days of a period that the buyer agreed to, where the company counts days: those of the order before. */
const periodOf = async (trx: Trx, paidBy: string | null): Promise<{ periodDays?: number }> => {
  if (paidBy === null) return {};
  const { rows } = await sql<{
    days: number | null;
  }>`select (detail ->> 'periodDays')::int as days from orders where id = ${paidBy}::uuid`.execute(trx);
  const days = rows[0]?.days ?? null;
  return days === null ? {} : { periodDays: days };
};

/** The next period at the price the fan agreed to, with the current commission. */
const offerRenewal = async (platform: Platform, trx: Trx, row: SubscriptionRow, money: CurrencyAmount): Promise<Offer> => {
  const seller = await findSeller(trx, row.performer_id, { id: row.fan_id, country: null });
  const type = row.type === 'yearly' ? 'yearly' : 'monthly';
  return {
    ...EMPTY_OFFER,
    orderKind: 'renewal',
    transactionKind: 'subscriptionRenewal',
    buyerId: row.fan_id,
    sellerId: row.performer_id,
    tokens: row.price_amount,
    money,
    tokenValue: tokenValueOf(platform.settings),
    commissionRate: rateOf(platform, { kind: 'subscriptionRenewal', period: type }, seller?.commissionOverrides ?? {}),
    renewal: { subscriptionId: row.id, anchoredAt: row.anchored_at, paidUntil: row.paid_until, type, nextType: null },
    orderFacts: { type, ...(await periodOf(trx, row.order_id)) },
  };
};

/** Creates the order of a renewal that the gateway has already charged. @param paidBy the order of the period before */
const insertRenewal = (
  platform: Platform,
  trx: Trx,
  offer: Offer,
  notice: PaymentNotice,
  paidBy: string | null,
  state: 'created' | 'cancelled',
) => {
  const now = platform.clock.now();
  return trx
    .insertInto('orders')
    .values({
      kind: 'renewal',
      buyer_id: offer.buyerId,
      seller_id: offer.sellerId,
      detail: JSON.stringify(offer.orderFacts),
      tokens_amount: offer.tokens,
      money_amount: offer.money,
      currency: notice.currency!,
      token_value: offer.tokenValue,
      commission_rate: offer.commissionRate,
      method: 'card',
      state,
      gateway: notice.gateway,
      gateway_payment_id: notice.paymentId,
      gateway_sale_id: notice.saleId,
      // The company pays each period to whom it paid the first.
      receiver: sql<Receiver>`coalesce((select o.receiver from orders o where o.id = ${paidBy}::uuid), 'site')`,
      gateway_account: sql<string | null>`(select o.gateway_account from orders o where o.id = ${paidBy}::uuid)`,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};

/**
 * The gateway charged the next period: creates an order and settles it. If the subscription was cancelled meanwhile, the money is
 * refunded.
 */
export const renewByCard = async (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> => {
  const { database, settings } = platform;
  const known = await database
    .selectFrom('orders')
    .select('id')
    .where('gateway', '=', notice.gateway)
    .where('gateway_payment_id', '=', notice.paymentId ?? '')
    .executeTakeFirst();
  if (known) {
    await recordNotice(platform, database, notice, known.id, 'repeated');
    return 'repeated';
  }
  try {
    return await transact(database, undefined, async (trx) => {
      if (await wasProcessed(trx, notice, ['renewed', 'late'])) return 'repeated';
      if (await wasToldOtherwise(trx, notice)) {
        await recordNotice(platform, trx, notice, null, 'repeated');
        return 'repeated';
      }
      const row = await lockByNotice(trx, notice);
      if (!row || !notice.paymentId) {
        await recordNotice(platform, trx, notice, null, 'unknownOrder');
        return 'unknownOrder';
      }
      const agreed = moneyOf(row.price_amount, tokenValueOf(settings));
      if (agreed !== notice.amount || settings.get('currency') !== notice.currency) {
        await recordNotice(platform, trx, notice, row.order_id, 'amountMismatch');
        return 'amountMismatch';
      }
      const offer = await offerRenewal(platform, trx, row, agreed);
      if (row.state !== 'active') {
        const { id } = await insertRenewal(platform, trx, offer, notice, row.order_id, 'cancelled');
        await requestRefund(platform, trx, {
          key: `late:${notice.gateway}:${notice.paymentId}`,
          gateway: notice.gateway,
          paymentId: notice.paymentId,
          saleId: notice.saleId,
          orderId: id,
          amount: agreed,
          currency: notice.currency,
        });
        await tellReturned(platform, trx, row.fan_id, notice);
        await requestCancellation(platform, trx, { gateway: notice.gateway, subscriptionId: notice.subscriptionId!, orderId: id });
        await recordNotice(platform, trx, notice, id, 'late');
        return 'late';
      }
      const { id } = await insertRenewal(platform, trx, offer, notice, row.order_id, 'created');
      await settleOffer(
        platform,
        offer,
        {
          method: 'card',
          orderId: id,
          gatewayPaymentId: notice.paymentId,
          gatewaySaleId: notice.saleId,
          paidUntil: notice.paidUntil,
          buyerCountry: null,
          idempotency: undefined,
        },
        trx,
      );
      await bookFee(platform, trx, id, notice);
      await recordNotice(platform, trx, notice, id, 'renewed');
      return 'renewed';
    });
  } catch (error) {
    // The same notice concurrently: the other one created the order.
    if (isUniqueViolation(error, 'orders_gateway_payment')) return 'repeated';
    throw error;
  }
};

const notifyFailure = async (platform: Platform, trx: Trx, row: SubscriptionRow, notice: PaymentNotice, until: Date): Promise<void> => {
  const performer = await trx.selectFrom('accounts').select('name').where('id', '=', row.performer_id).executeTakeFirstOrThrow();
  await enqueueMail(platform, trx, {
    kind: 'renewalDeclined',
    accountId: row.fan_id,
    values: {
      performer: performer.name,
      tokens: row.price_amount.toString(),
      money: moneyOf(row.price_amount, tokenValueOf(platform.settings)).toString(),
      currency: platform.settings.get('currency'),
      date: until.toISOString(),
      gateway: notice.gateway,
      nextTryAt: notice.nextTryAt?.toISOString() ?? null,
    },
  });
  await recordEvent(trx, 'subscriptions.renewalFailed', {
    subscriptionId: row.id,
    fanId: row.fan_id,
    performerId: row.performer_id,
    until: until.toISOString(),
  });
};

/** The card was declined: access continues for some days while the gateway retries. */
export const failRenewal = (platform: Platform, notice: PaymentNotice): Promise<NoticeOutcome> =>
  transact(platform.database, undefined, async (trx) => {
    const now = platform.clock.now();
    const row = await lockByNotice(trx, notice);
    const known = await trx
      .selectFrom('gateway_events')
      .select('id')
      .where('gateway', '=', notice.gateway)
      .where('event_key', '=', notice.eventKey)
      .where('outcome', '=', 'grace')
      .executeTakeFirst();
    const outcome = !row
      ? 'unknownOrder'
      : known
        ? 'repeated'
        : row.state !== 'active' || row.paid_until.getTime() > now.getTime() + DUE_WITHIN_MS
          ? 'stale'
          : 'grace';
    if (row && outcome === 'grace') {
      const until = graceAfter(row.paid_until, notice.nextTryAt);
      await trx
        .updateTable('subscriptions')
        .set((set) => ({
          expires_at: until,
          next_try_at: notice.nextTryAt,
          renewal_attempts: set('renewal_attempts', '+', 1),
          updated_at: now,
        }))
        .where('id', '=', row.id)
        .execute();
      // One mail per period, however often the gateway retries.
      if (row.renewal_attempts === 0) await notifyFailure(platform, trx, row, notice, until);
    }
    await recordNotice(platform, trx, notice, row?.order_id ?? null, outcome);
    return outcome;
  });

/**
 * Handles due subscriptions that a gateway renews: a period that ends without a notice of the gateway gets the same grace period as a
 * declined card; after that the subscription ends and is cancelled at the gateway.
 */
export const reconcileCardSubscriptions = async (platform: Platform): Promise<void> => {
  const { database, clock } = platform;
  const now = clock.now();
  const due = await database
    .selectFrom('subscriptions')
    .select('id')
    .where('state', '=', 'active')
    .where('gateway_subscription_id', 'is not', null)
    .where('paid_until', '<=', new Date(now.getTime() + DAY_MS / 24))
    .orderBy('paid_until')
    .limit(sql.lit(1000))
    .execute();
  for (const { id } of due)
    await transact(database, undefined, async (trx) => {
      const row = await trx.selectFrom('subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (row?.state !== 'active' || row.paid_until.getTime() > now.getTime() + DAY_MS / 24) return;
      const hasGrace = row.expires_at > row.paid_until;
      if (hasGrace && row.expires_at <= now) return setEnded(platform, trx, row, row.paid_until);
      // At least a day, also after a long downtime: the gateway's notices may still arrive.
      const until = new Date(Math.max(graceAfter(row.paid_until).getTime(), now.getTime() + DAY_MS));
      if (!hasGrace) await trx.updateTable('subscriptions').set({ expires_at: until, updated_at: now }).where('id', '=', id).execute();
    });
};

/** Cancels an ended subscription at its gateway, so that it is no longer charged. */
export const stopAtGateway = async (platform: Platform, trx: Trx, fanId: string, performerId: string): Promise<void> => {
  const row = await trx
    .selectFrom('subscriptions')
    .select(['gateway', 'gateway_subscription_id', 'order_id'])
    .where('fan_id', '=', fanId)
    .where('performer_id', '=', performerId)
    .where('state', '=', 'cancelled')
    .executeTakeFirst();
  if (row?.gateway && row.gateway_subscription_id)
    await requestCancellation(platform, trx, { gateway: row.gateway, subscriptionId: row.gateway_subscription_id, orderId: row.order_id });
};
