import { z } from 'zod';
import { couponCode } from './coupons.ts';
import { callsOfKinds, endpoints } from './endpoint.ts';
import { GATEWAY_NAMES } from './gateways.values.ts';
import { type BoughtKind, boughtKinds } from './items.values.ts';
import { offerErrors } from './offer-links.values.ts';
import { productsToBuy } from './orders.ts';
import { ORDER_KINDS, ORDER_STATES, PAYMENT_METHODS, SANDBOX_LATER_ACTIONS, SANDBOX_PAY_ACTIONS } from './payments.values.ts';
import { amount, boundedAmount, id, idParams, instant, listOf, paging, positiveAmount, sortable, text, payableTokens } from './shapes.ts';
import { offerCode } from './subscriptions.ts';
import { counterparty, itemId, limitErrors } from './wallet.ts';

/** `redirectUrl` is the card page; empty when the order can be paid from the wallet only. */
const toPay = z.object({ orderId: id, redirectUrl: z.string() });
const returnTo = text(300).optional();
/** The card company that the buyer chose; by default the first that takes the payment. */
const gateway = z.enum(GATEWAY_NAMES).optional();
const byCard = { returnTo, gateway };
/**
 * What the order will be paid by, for what has no wallet call of its own: `card` is refused with GATEWAY_UNAVAILABLE where no cards are
 * taken, `wallet` asks for no card page. Left out, it can be paid by either, where cards are taken.
 */
const method = z.enum(PAYMENT_METHODS).optional();
const cardErrors = ['GATEWAY_UNAVAILABLE', 'NOT_BY_CARD', 'CARD_PAUSED'] as const;
const orderErrors = ['OWN_ITEM', 'BLOCKED_PAIR', ...cardErrors, ...limitErrors] as const;

const itemOrder = { priceVersion: z.number().int().optional(), ...byCard };
const itemOrdered = { output: toPay, status: 201, limit: 'money' } as const;
const itemErrors = [...orderErrors, 'ALREADY_PURCHASED', 'NOT_FOR_SALE', 'PRICE_CHANGED'] as const;

const cardSale = <K extends BoughtKind>(kind: K) =>
  ({
    summary: `Order a ${kind} by card.`,
    who: 'user',
    verified: true,
    body: z.object({ ...itemId(kind), ...itemOrder, couponCode: couponCode.optional() }),
    ...itemOrdered,
    errors: [...itemErrors, 'COUPON_INVALID'],
  }) as const;
type CardSales = { [K in BoughtKind as `POST /payment/purchase-${K}`]: ReturnType<typeof cardSale<K>> };
const cardSales = callsOfKinds<CardSales, BoughtKind>(boughtKinds(), (kind) => `POST /payment/purchase-${kind}`, cardSale);

/** A card event, or any purchase: two views of one ledger (docs/domains/money.md). */
export const purchaseRow = z.object({
  _id: id,
  orderId: id,
  kind: z.enum(ORDER_KINDS),
  state: z.enum(ORDER_STATES),
  method: z.enum(PAYMENT_METHODS),
  /** Tokens; null when paid in money only. */
  tokens: amount.nullable(),
  money: amount,
  currency: z.string(),
  /** The card company; null when it was paid from the wallet. */
  gateway: z.enum(GATEWAY_NAMES).nullable(),
  /** Days between the charges of a subscription, where that company counts so. */
  periodDays: z.number().int().nullable(),
  counterparty,
  item: z.object({ kind: z.string(), id, title: z.string() }).nullable(),
  /** The first two products of an order of products, and how many there are. */
  products: z.object({ names: z.array(z.string()), count: z.number().int() }).nullable(),
  createdAt: instant,
  paidAt: instant.nullable(),
});
export type PurchaseRow = z.output<typeof purchaseRow>;

/** A card company that takes a payment, with what the buyer agrees to. */
export const cardCompany = z.object({
  name: z.enum(GATEWAY_NAMES),
  /** Its name for people. */
  title: z.string(),
  /** Text of the card's statement; empty if it isn't known. */
  statement: z.string(),
  /** Days of a period of a subscription where the company counts so; null where it renews by the calendar. */
  periodDays: z.number().int().nullable(),
  currency: z.string(),
});
export type CardCompany = z.output<typeof cardCompany>;

export const payments = endpoints({
  'GET /payment/gateways': {
    summary: 'The card companies that take a payment now, the first one first, with what the buyer agrees to.',
    who: 'user',
    suspended: true,
    query: z.object({
      /** Due now, in the site's currency. */
      amount: boundedAmount,
      /** A subscription's length of periods, and the price of the later ones if it isn't the first one's. */
      period: z.enum(['month', 'year']).optional(),
      renewal: boundedAmount.optional(),
    }),
    output: z.object({ data: z.array(cardCompany) }),
  },
  'POST /payment/purchase-tokens': {
    summary: 'Order a wallet package; answers where to pay.',
    who: 'user',
    verified: true,
    body: z.object({
      packageId: id,
      /** The package as it was shown: if it has changed since, nothing is ordered. */
      tokens: positiveAmount.optional(),
      price: positiveAmount.optional(),
      ...byCard,
    }),
    output: toPay,
    status: 201,
    errors: [...cardErrors, 'NOT_FOR_SALE', 'PRICE_CHANGED', ...limitErrors],
    limit: 'money',
  },
  'POST /payment/subscribe-performer': {
    summary: 'Order a subscription; pay by card at `redirectUrl`, or from the wallet by pay-wallet.',
    who: 'user',
    verified: true,
    body: z.object({
      performerId: z.string().max(60),
      type: z.enum(['monthly', 'yearly']).default('monthly'),
      /** Paid from the wallet: renew from it. By card the gateway renews. */
      renews: z.boolean().default(false),
      priceVersion: z.number().int().optional(),
      /** The code of an offer link with a discount: its plan counts, its use is reserved while the order is open. */
      offer: offerCode.optional(),
      method,
      ...byCard,
    }),
    output: toPay.extend({ price: amount, money: amount }),
    status: 201,
    errors: [...orderErrors, 'ALREADY_SUBSCRIBED', 'NOT_FOR_SALE', 'PRICE_CHANGED', ...offerErrors],
    limit: 'money',
  },
  ...cardSales,
  'POST /payment/purchase-single-photo': {
    summary: 'Order one photo by card; from the wallet by pay-wallet.',
    who: 'user',
    verified: true,
    body: z.object({ photoId: id, ...itemOrder, method }),
    ...itemOrdered,
    errors: itemErrors,
  },
  'POST /payment/purchase-message/{id}': {
    summary: 'Order what a message holds, by card; from the wallet by pay-wallet.',
    who: 'user',
    verified: true,
    params: idParams,
    body: z.object({ ...itemOrder, method }),
    ...itemOrdered,
    errors: itemErrors,
  },
  'POST /payment/purchase-products': {
    summary: 'Order what is in the cart, by card: of one seller or of several, as one payment.',
    who: 'user',
    verified: true,
    body: productsToBuy.extend(byCard),
    output: toPay,
    status: 201,
    errors: [
      ...orderErrors,
      'ALREADY_PURCHASED',
      'NOT_FOR_SALE',
      'PRICE_CHANGED',
      'COUPON_INVALID',
      'OUT_OF_STOCK',
      'ADDRESS_REQUIRED',
      'SHIPPING_NOT_OFFERED',
    ],
    limit: 'money',
  },
  'POST /payment/send-tip': {
    summary: 'Tip a performer by card.',
    who: 'user',
    verified: true,
    body: z.object({ performerId: z.string().max(60), amount: payableTokens(positiveAmount), message: text(300).default(''), ...byCard }),
    output: toPay,
    status: 201,
    errors: [...orderErrors, 'AMOUNT_OUT_OF_BOUNDS'],
    limit: 'money',
  },
  'GET /payment/debt': {
    summary: 'What the caller owes the site because a chargeback could not be covered.',
    who: 'user',
    personal: true,
    lite: true,
    suspended: true,
    output: z.object({ amount, currency: z.string() }),
  },
  'POST /payment/debt': {
    summary: 'Order the payment of the whole debt by card; once it is paid, an account that was frozen for it is open again.',
    who: 'user',
    suspended: true,
    body: z.object(byCard),
    output: toPay,
    status: 201,
    errors: ['NO_DEBT', ...cardErrors],
    limit: 'money',
  },
  'GET /payment/transactions': {
    summary: 'The caller’s card payments, newest first.',
    who: 'user',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ state: z.enum(ORDER_STATES).optional() }),
    output: listOf(purchaseRow),
  },
  'GET /transactions/user/search': {
    summary: 'All purchases of the caller, by wallet and by card.',
    who: 'user',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ kind: z.enum(ORDER_KINDS).optional() }),
    output: listOf(purchaseRow),
  },
  'GET /payment/orders/{id}': {
    summary: 'The state of one of the caller’s orders; what the return page watches.',
    who: 'user',
    suspended: true,
    params: idParams,
    output: purchaseRow.extend({
      returnTo: z.string().nullable(),
      /** Cards that the company refused for this order. It stays open for another card. */
      declines: z.number().int(),
    }),
  },
  'POST /payment/orders/{id}/page': {
    summary: 'Where an open order of the caller’s is paid by card: the page that is open, or a new one if the company has closed it.',
    who: 'user',
    suspended: true,
    params: idParams,
    output: z.object({ redirectUrl: z.string() }),
    errors: ['ORDER_STATE', 'GATEWAY_UNAVAILABLE'],
    idempotency: 'none',
    limit: 'money',
  },
});

const sandboxPayment = z.object({
  id: z.string(),
  description: z.string(),
  amount,
  refunded: amount,
  currency: z.string(),
  state: z.string(),
  returnUrl: z.string(),
  /** What is taken each period, when it is taken more than once. */
  recurring: z
    .object({
      amount,
      period: z.enum(['month', 'year']),
      /** Null before the first payment. */
      state: z.enum(['active', 'cancelled']).nullable(),
      renewsAt: instant.nullable(),
    })
    .nullable(),
});

export const gateways = endpoints({
  'GET /gateways/sandbox/payments/{id}': {
    summary: 'A payment at the sandbox gateway, for its page. The id is the gateway’s unguessable one.',
    open: 'always',
    who: 'public',
    params: z.object({ id: z.string().max(100) }),
    output: sandboxPayment,
  },
  'POST /gateways/sandbox/payments/{id}': {
    summary: 'Press a button of the sandbox gateway’s page.',
    open: 'always',
    who: 'public',
    params: z.object({ id: z.string().max(100) }),
    body: z.object({ action: z.enum([...SANDBOX_PAY_ACTIONS, ...SANDBOX_LATER_ACTIONS]) }),
    output: sandboxPayment,
    errors: ['ORDER_STATE'],
    idempotency: 'none',
  },
});
