import type { DomainEvents } from '@stagedoor/contract/domain-events';
import { ORDER_KINDS } from '@stagedoor/contract/payments.values';
import { TRANSACTION_KINDS } from '@stagedoor/contract/wallet';
import { z } from 'zod';
import type { Idempotency } from '../platform/database/database.ts';
import type { AccountKind } from './lines.ts';

// This schema describes the input of `ledger.settle` (functions/ledger-settle.sql). The types of the callers, docs/domains/settlement.md and the test
// that feeds every variant to the database come from it. It isn't parsed at run time: the compiler checks callers, and the database checks values.

const id = z.uuid();
/** Hundredths of a token or of the site's currency. */
const hundredths = z.bigint();
const instant = z.date();
const plan = z.enum(['monthly', 'yearly']);
const renewsBy = z.enum(['wallet', 'card']);
/** When the wallet pays the next period; null for one that the gateway renews, or nothing. */
const nextAttemptAt = instant.nullable();

const startedSubscription = z.object({
  move: z.literal('start'),
  fanId: id,
  performerId: id,
  type: plan,
  renewsBy: renewsBy.nullable(),
  price: hundredths.describe('The price that the fan agreed to for the renewals'),
  expiresAt: instant,
  nextAttemptAt,
});
const renewedSubscription = z.object({
  move: z.literal('renew'),
  id,
  paidUntil: instant.describe('The end that the renewal was computed from; another one means that it was renewed meanwhile'),
  type: plan.describe('The plan of the new period'),
  nextType: z.literal('monthly').nullable().describe('The change of plan that was asked for'),
  anchoredAt: instant,
  expiresAt: instant,
  price: hundredths,
  nextAttemptAt,
});
const changedSubscription = z.object({
  move: z.literal('change'),
  id,
  from: plan,
  state: z.enum(['active', 'cancelled']),
  paidUntil: instant,
  paidBy: id.nullable().describe('The order of the running period'),
  renewedBy: z.literal('wallet').nullable().describe('What renewed it before; stays after cancelling'),
  renewsBy: z.literal('wallet').nullable(),
  type: plan,
  price: hundredths,
  credit: hundredths.describe('Deducted for the unused days of the running period'),
  expiresAt: instant,
  nextAttemptAt,
});

const price = z.object({
  source: z.enum(['item', 'performer', 'gift', 'emoji']),
  id,
  version: z.int().describe('The version that the buyer saw; another one is refused'),
});
const entitlement = z.object({ accountId: id, itemId: id, itemKind: z.string() });
const orderLine = z.object({
  line: z.int(),
  buyerId: id,
  sellerId: id,
  productId: id,
  title: z.string(),
  priceVersion: z.int(),
  quantity: z.int().describe('Taken from the stock, where there is one'),
  unitAmount: hundredths,
  discount: hundredths,
  tokens: hundredths,
  money: hundredths,
  commissionRate: z.int(),
  acceptBy: instant,
});
const shipping = z.object({ sellerId: id, tokens: hundredths, money: hundredths });
const transaction = z.object({
  kind: z.enum(TRANSACTION_KINDS),
  buyerId: id,
  sellerId: id.nullable(),
  itemKind: z.string().nullable(),
  itemId: id.nullable(),
  itemTitle: z.string().nullable(),
  tokenValue: hundredths,
  commissionRate: z.int().nullable().describe('Hundredths of a percent; null for a top-up'),
  tokens: hundredths.nullable(),
  gross: hundredths.nullable(),
  commission: hundredths.nullable(),
  net: hundredths.nullable(),
  availableAt: instant.nullable().describe('When the earnings can be paid out; null for what is sent by post'),
  note: z.string(),
});
const line = z.object({ account: z.custom<AccountKind>(), owner: id.optional(), amount: hundredths });
type EventPayload = Omit<DomainEvents['orders.paid'], 'transactionId' | 'orderId' | 'balance' | 'at'>;
const event = z.object({
  name: z.literal('orders.paid'),
  payload: z.custom<EventPayload>().describe('The database adds the transaction, the order, the balance and the time'),
});

const sale = z.object({
  price: price.nullable().describe('Null by card: the order’s price was agreed to before'),
  entitlement: entitlement.nullable().describe('Granted once per buyer and item'),
  subscription: z.discriminatedUnion('move', [startedSubscription, renewedSubscription, changedSubscription]).nullable(),
  orderLine: orderLine.nullable().describe('Of an order of products'),
  shipping: shipping.nullable().describe('The postage of one seller'),
  transaction,
  lines: z.array(line).describe('See `ledger.post`'),
  event,
});

const newOrder = z.object({
  kind: z.enum(ORDER_KINDS),
  buyerId: id,
  sellerId: id.nullable(),
  itemKind: z.string().nullable(),
  itemId: id.nullable(),
  itemTitle: z.string(),
  detail: z.record(z.string(), z.unknown()).describe('The facts of the order'),
  priceVersion: z.int().nullable(),
  tokens: hundredths.nullable(),
  money: hundredths,
  currency: z.string(),
  tokenValue: hundredths,
  buyerCountry: z.string().nullable(),
  method: renewsBy,
  deliveryAddress: z.string().nullable().describe('Encrypted, in hexadecimal digits'),
});
const openOrder = z.object({ id, method: renewsBy, gatewayPaymentId: z.string().optional(), gatewaySaleId: z.string().optional() });

/** Everything that one settlement does, whole or not at all. */
export const settlementSchema = z.object({
  at: instant,
  idempotency: z.custom<Idempotency>().optional().describe('The first answer is stored with the key; a retry returns it'),
  order: z.union([openOrder, z.object({ create: newOrder })]).describe('An open order to pay, or a new one'),
  coupon: z
    .object({ id, accountId: id, discount: hundredths })
    .nullable()
    .describe('Used once more, within its bounds; already deducted from the amounts'),
  offerLink: z
    .object({ id, fanId: id, discount: hundredths })
    .nullable()
    .describe('The fan’s use of it; already deducted from the amounts'),
  sales: z
    .tuple([sale], sale)
    .describe('More than one only for an order of products, sorted by product, so that concurrent orders can’t deadlock'),
});

export type Settlement = z.output<typeof settlementSchema>;
/** One item of a paid order: one seller, one transaction. */
export type Sale = Settlement['sales'][number];
/** The event of a sale; the database function adds what it knows itself. */
export type SaleEvent = Sale['event'];
