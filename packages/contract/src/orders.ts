import { z } from 'zod';
import { couponCode } from './coupons.ts';
import { endpoints } from './endpoint.ts';
import { COMPLAINT_STATES } from './orders.values.ts';
import { amount, id, idParams, instant, line, listOf, paging, sortable, text, csvFile, madeIn } from './shapes.ts';
import { counterparty, payErrors, receipt } from './wallet.ts';

/** Delivery states of a sale. Digital goods are delivered when they are paid. */
export const DELIVERY_STATES = ['created', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An address on the web, or nothing. */
const webAddress = z
  .string()
  .trim()
  .max(500)
  .refine((value) => value === '' || /^https?:\/\/[^\s]+\.[^\s]+$/i.test(value), { params: { rule: 'url' } });

export const deliveryAddress = z.object({
  name: line(120),
  street: line(160),
  more: text(160).default(''),
  city: line(80),
  region: text(80).default(''),
  postalCode: text(20).default(''),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  phone: text(30).default(''),
});
export type DeliveryAddress = z.output<typeof deliveryAddress>;

/** The cart's products, and the delivery address of physical ones. */
export const productsToBuy = z.object({
  products: z
    .array(z.object({ productId: id, quantity: z.number().int().min(1).max(99).default(1), priceVersion: z.number().int().optional() }))
    .min(1)
    .max(50)
    .refine((products) => new Set(products.map(({ productId }) => productId)).size === products.length, { params: { rule: 'unique' } }),
  couponCode: couponCode.optional(),
  deliveryAddress: deliveryAddress.optional(),
});
export type ProductsToBuy = z.output<typeof productsToBuy>;

/** One kind of product of an order, as its buyer and its seller see it. */
export const orderLine = z.object({
  _id: id,
  orderId: id,
  product: z.object({ _id: id, name: z.string(), type: z.enum(['physical', 'digital']) }),
  quantity: z.number().int(),
  /** Tokens for each, taken off by a coupon, and for all. */
  unitPrice: amount,
  discount: amount,
  total: amount,
  /** The last in the site's currency. */
  money: amount,
  /** The sum of its refunds, without the postage. */
  refunded: amount,
  refundedMoney: amount,
  currency: z.string(),
  method: z.enum(['wallet', 'card']),
  delivery: z.enum(DELIVERY_STATES),
  shippingNote: z.string(),
  /** Where the parcel can be followed; empty when the seller gave none. */
  trackingUrl: z.string(),
  /** Tokens for postage that the seller got with this order, for all that they send of it. */
  postage: amount,
  /** The buyer said that it arrived. */
  confirmedAt: instant.nullable(),
  /** Until then the buyer confirms or complains; with neither it counts as delivered. Null unless it is on its way. */
  confirmBy: instant.nullable(),
  /** The buyer may complain until then. */
  complainBy: instant.nullable(),
  complaint: z
    .object({
      state: z.enum(COMPLAINT_STATES),
      text: z.string(),
      /** The admin's words about the decision. */
      note: z.string(),
      createdAt: instant,
      decidedAt: instant.nullable(),
    })
    .nullable(),
  buyer: counterparty,
  seller: counterparty,
  /** Until then the seller accepts, or it is refunded. */
  acceptBy: instant.nullable(),
  shippedAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  createdAt: instant,
});
export type OrderLine = z.output<typeof orderLine>;

/** What a buyer paid at once. */
export const productOrder = z.object({
  _id: id,
  total: amount,
  discount: amount,
  /** The part of the total that is postage. */
  postage: amount,
  money: amount,
  /** The sum of all refunds, postage included. */
  refunded: amount,
  refundedMoney: amount,
  currency: z.string(),
  method: z.enum(['wallet', 'card']),
  state: z.enum(['paid', 'refunded', 'chargedBack']),
  details: z.array(orderLine),
  createdAt: instant,
});
export type ProductOrder = z.output<typeof productOrder>;

/** The price of a cart, with postage for each seller who sends something. */
const cartQuote = z.object({
  /** Tokens for the products, before the coupon. */
  subtotal: amount,
  discount: amount,
  shipping: z.array(z.object({ seller: z.object({ _id: id, username: z.string() }), price: amount, money: amount })),
  postage: amount,
  total: amount,
  /** The last in the site's currency. */
  money: amount,
});

/** A product with its sales. */
const soldProduct = z.object({
  _id: id,
  name: z.string(),
  type: z.enum(['physical', 'digital']),
  quantity: z.number().int(),
  total: amount,
  lastAt: instant,
  counterparty,
});

const orderLineFilter = z.object({ delivery: z.enum(DELIVERY_STATES).optional(), q: text(60).optional(), ...madeIn });
const orderLineSearch = sortable(paging, ['createdAt', 'updatedAt']).extend(orderLineFilter.shape);
/** `lastAt`: bought last first. */
const soldSearch = sortable(paging, ['lastAt', 'createdAt', 'updatedAt']);

export const orders = endpoints({
  'POST /payment-wallet/purchase-products': {
    summary: 'Buy what is in the cart from the wallet: all of it or nothing, of one seller or of several.',
    who: 'user',
    verified: true,
    body: productsToBuy,
    output: receipt,
    errors: [
      ...payErrors,
      'PRICE_CHANGED',
      'ALREADY_PURCHASED',
      'NOT_FOR_SALE',
      'COUPON_INVALID',
      'OUT_OF_STOCK',
      'ADDRESS_REQUIRED',
      'SHIPPING_NOT_OFFERED',
    ],
    limit: 'money',
    idempotency: 'ledger',
  },
  'POST /orders/quote': {
    summary: 'What a cart would cost, sent to a country: products, discount, postage, total. Nothing is bought or reserved.',
    who: 'user',
    body: productsToBuy.omit({ deliveryAddress: true }).extend({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    output: cartQuote,
    errors: [
      'BLOCKED_PAIR',
      'OWN_ITEM',
      'PRICE_CHANGED',
      'ALREADY_PURCHASED',
      'NOT_FOR_SALE',
      'COUPON_INVALID',
      'OUT_OF_STOCK',
      'ADDRESS_REQUIRED',
      'SHIPPING_NOT_OFFERED',
    ],
    idempotency: 'none',
  },
  'GET /orders/details/search': {
    summary: 'What was ordered of the performer, newest first.',
    who: 'performer',
    query: orderLineSearch,
    output: listOf(orderLine),
  },
  'GET /orders/details/search/export': {
    ...csvFile('sales.csv'),
    summary: 'The same orders as a CSV file, newest first.',
    who: 'performer',
    query: orderLineFilter,
  },
  'GET /orders/users/search': {
    summary:
      'The caller’s orders of products, newest first, each with its lines; those with a line that is searched for; with `orderId`, that one.',
    who: 'user',
    query: orderLineSearch.extend({ orderId: id.optional() }),
    output: listOf(productOrder),
  },
  'GET /orders/users/details/search': {
    summary: 'What the caller ordered, a product a row, newest first.',
    who: 'user',
    query: orderLineSearch,
    output: listOf(orderLine),
  },
  'GET /orders/users/products/search': {
    summary: 'The products the caller has bought.',
    who: 'user',
    query: soldSearch,
    output: listOf(soldProduct),
  },
  'GET /orders/performers/products/search': {
    summary: 'The performer’s products that were bought, with how many and for how much.',
    who: 'performer',
    query: soldSearch,
    output: listOf(soldProduct),
  },
  'GET /orders/details/{id}': {
    summary: 'One product of an order, for its buyer and its seller, with the address it goes to.',
    who: 'user',
    params: idParams,
    output: orderLine.extend({ deliveryAddress: deliveryAddress.nullable() }),
  },
});

/** Steps of an order line between payment and delivery. */
export const orderSteps = endpoints({
  'PUT /orders/{id}/update': {
    summary:
      'The seller accepts an order line, sends it, says that it has arrived, or declines it while it isn’t accepted: then the buyer gets everything back. No step is left out. Without `delivery`, or with the present one, note and tracking link are corrected.',
    who: 'performer',
    params: idParams,
    body: z.object({
      delivery: z.enum(['processing', 'shipped', 'delivered', 'cancelled']).optional(),
      shippingNote: text(200).optional(),
      trackingUrl: webAddress.optional(),
    }),
    output: orderLine,
    errors: ['DELIVERY_STATE'],
  },
  'POST /orders/{id}/cancel': {
    summary: 'The buyer calls an order line off before the seller accepts it, and gets everything back.',
    who: 'user',
    params: idParams,
    output: orderLine,
    errors: ['DELIVERY_STATE'],
  },
  'POST /orders/{id}/confirm': {
    summary: 'The buyer says that what was sent has arrived; an open complaint is taken back.',
    who: 'user',
    params: idParams,
    output: orderLine,
    errors: ['DELIVERY_STATE'],
  },
  'POST /orders/{id}/complain': {
    summary: 'The buyer complains, within 14 days of shipping: the seller’s earnings wait until an admin decides.',
    who: 'user',
    params: idParams,
    body: z.object({ text: text(2000).refine((value) => value.length >= 10, { params: { rule: 'tooShort', minimum: 10 } }) }),
    output: orderLine,
    errors: ['DELIVERY_STATE'],
  },
  'GET /admin/complaints': {
    summary: 'Complaints about orders: those that wait, the oldest first; decided ones, the newest first.',
    who: 'admin',
    permission: 'money',
    query: sortable(paging, ['queue', 'createdAt', 'updatedAt'], 'asc').extend({ state: z.enum(COMPLAINT_STATES).default('open') }),
    output: listOf(orderLine),
  },
  'POST /admin/complaints/{id}/decide': {
    summary: 'Decide a complaint about an order line: give everything back, or free the seller’s earnings.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    body: z.object({ decision: z.enum(['refund', 'reject']), note: line(500) }),
    output: orderLine,
    errors: ['DELIVERY_STATE'],
  },
});
