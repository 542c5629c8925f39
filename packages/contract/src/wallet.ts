import { z } from 'zod';
import { GATEWAY_NAMES } from './gateways.values.ts';
import { recordOf } from './keys.values.ts';
import { callsOfKinds, endpoints } from './endpoint.ts';
import { type BoughtKind, type TippedKind, boughtKinds, idFieldOf, kindsWith, saleTransactions } from './items.values.ts';
import { couponCode } from './coupons.ts';
import { offerErrors } from './offer-links.values.ts';
import { priceVersion } from './entitlement.ts';
import {
  amount,
  boundedAmount,
  id,
  idOrUsernameParams,
  idParams,
  instant,
  line,
  listOf,
  paging,
  positiveAmount,
  sortable,
  text,
  wholePaging,
  payableTokens,
  payableMoney,
} from './shapes.ts';
import { MOVEMENT_GROUP_NAMES } from './wallet.values.ts';

/** The kinds of movement a ledger transaction can be (money.md). */
export const TRANSACTION_KINDS = [
  'topUpPackage',
  'topUpCustom',
  'debtPayment',
  'gatewayFee',
  ...saleTransactions(),
  'shipping',
  'tip',
  'gift',
  'emoji',
  'privateMinute',
  'groupMinute',
  'subscriptionStart',
  'subscriptionRenewal',
  'hold',
  'release',
  'refund',
  'chargeback',
  'chargebackReversal',
  'earningsRelease',
  'payoutRequest',
  'payoutApprove',
  'payoutPay',
  'payoutReject',
  'payoutChange',
  'payoutCancel',
  'payoutReturn',
  'adjustment',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** What a tip can be attached to. */
export const TIP_TARGETS = ['profile', ...kindsWith('isTipped'), 'stream'] as const;

export const counterparty = z.object({ _id: id, username: z.string(), name: z.string(), avatar: z.string() }).nullable();

/** A paid show in the wallet: all its minutes, what was given back of them, and what is still held. */
const walletShow = z.object({
  id,
  type: z.enum(['private', 'group']),
  /** Minutes that were charged and not given back. */
  minutes: z.number().int(),
  refundedMinutes: z.number().int(),
  /** Tokens that are held for it. */
  reserved: amount,
});

/** Something that happened in the wallet: the amount, and the balance after it. A paid show is one line, with its holds and minutes. */
export const walletTransaction = z.object({
  /** Its transaction; of a show the newest. */
  _id: id,
  /** A show that charged nothing is `hold` while tokens are held for it, then `release`. */
  kind: z.enum(TRANSACTION_KINDS),
  /** Negative when tokens left the wallet. */
  amount,
  balanceAfter: amount,
  /** What the tokens are worth in the site's currency, at the frozen rate. */
  money: amount,
  /** What a gateway charged for them, negative when it was returned; null when no money moved. Less than the worth by a package's discount. */
  charged: amount.nullable(),
  /** What one token was worth in it. */
  rate: amount,
  counterparty,
  orderId: id.nullable(),
  item: z.object({ kind: z.string(), id, title: z.string() }).nullable(),
  /** The kind of the transaction that a refund or a chargeback reversed, or whose chargeback was undone. */
  reverses: z.enum(TRANSACTION_KINDS).nullable(),
  show: walletShow.nullable(),
  createdAt: instant,
});
export type WalletTransaction = z.output<typeof walletTransaction>;

export const walletPackage = z.object({
  _id: id,
  name: z.string(),
  tokens: amount,
  /** What is paid, in the site's currency. */
  price: amount,
  /** What one token costs in this package. */
  unitPrice: amount,
  /** Per cent below the token's value, whole. */
  discountPercent: z.number().int(),
});
export type WalletPackage = z.output<typeof walletPackage>;

/** The receipt of a paid purchase or tip. */
export const receipt = z.object({
  transactionId: id,
  orderId: id,
  amount,
  money: amount,
  /** Tokens left in the wallet. */
  balance: amount,
  createdAt: instant,
});
export type Receipt = z.output<typeof receipt>;

/** State of the clock of a participant in a private show. */
export const minuteReceipt = z.object({
  /** The last minute paid, from 1; 0 for none. */
  minute: z.number().int(),
  /** This call paid it. */
  isCharged: z.boolean(),
  transactionId: id.nullable(),
  /** Tokens a minute, as agreed at joining. */
  price: amount,
  /** Tokens left in the wallet. */
  balance: amount,
  /** Null while one side is away. */
  nextMinuteAt: instant.nullable(),
});
export type MinuteReceipt = z.output<typeof minuteReceipt>;

/** What anything that costs may be refused for, because the buyer said so (spending-limits.ts). */
export const limitErrors = ['SPENDING_LIMIT', 'COOL_OFF'] as const;
/** What any payment from a wallet may be refused for. */
export const payErrors = ['INSUFFICIENT_TOKENS', 'OWN_ITEM', 'BLOCKED_PAIR', 'ACCOUNT_SUSPENDED', ...limitErrors] as const;
const bought = { priceVersion: priceVersion.optional(), couponCode: couponCode.optional() };
const purchased = {
  output: receipt,
  errors: [...payErrors, 'PRICE_CHANGED', 'ALREADY_PURCHASED', 'NOT_FOR_SALE', 'COUPON_INVALID'],
  limit: 'money',
  idempotency: 'ledger',
} as const;
const tipped = { output: receipt, errors: [...payErrors, 'AMOUNT_OUT_OF_BOUNDS'], limit: 'money', idempotency: 'ledger' } as const;
const tipBody = z.object({ amount: payableTokens(positiveAmount), message: text(300).default('') });

/** The id of an item of a kind, in a body. */
export const itemId = <K extends string>(kind: K): Record<`${K}Id`, typeof id> => recordOf([idFieldOf(kind)], () => id);

const walletSale = <K extends BoughtKind>(kind: K) =>
  ({
    summary: `Buy a ${kind} from the wallet: at once, once.`,
    who: 'user',
    verified: true,
    body: z.object({ ...itemId(kind), ...bought }),
    ...purchased,
  }) as const;
type WalletSales = { [K in BoughtKind as `POST /payment-wallet/purchase-${K}`]: ReturnType<typeof walletSale<K>> };
const walletSales = callsOfKinds<WalletSales, BoughtKind>(boughtKinds(), (kind) => `POST /payment-wallet/purchase-${kind}`, walletSale);

const walletTip = <K extends TippedKind>(kind: K) =>
  ({
    summary: `Tip the performer of a ${kind}.`,
    who: 'user',
    verified: true,
    body: tipBody.extend(itemId(kind)),
    ...tipped,
  }) as const;
type WalletTips = { [K in TippedKind as `POST /payment-wallet/tip-${K}`]: ReturnType<typeof walletTip<K>> };
const walletTips = callsOfKinds<WalletTips, TippedKind>(kindsWith('isTipped'), (kind) => `POST /payment-wallet/tip-${kind}`, walletTip);

const packageInput = z.object({
  name: line(60),
  tokens: boundedAmount,
  /** What is paid, in the site's currency. */
  price: payableMoney(boundedAmount),
  position: z.number().int().min(0).max(10_000),
  active: z.boolean(),
});
export type PackageInput = z.output<typeof packageInput>;

/** A package as the administration sees it, on sale or not. */
export const managedPackage = packageInput.extend({ _id: id, tokens: amount, price: amount });
export type ManagedPackage = z.output<typeof managedPackage>;

export const wallet = endpoints({
  'GET /admin/wallet-packages': {
    summary: 'Every token package, on sale or not, in the order they are shown.',
    who: 'admin',
    permission: 'money',
    query: sortable(wholePaging, ['position', 'createdAt', 'updatedAt'], 'asc'),
    output: listOf(managedPackage),
  },
  'POST /admin/wallet-packages': {
    summary: 'Make a token package.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    body: packageInput,
    output: managedPackage,
    status: 201,
  },
  'PUT /admin/wallet-packages/{id}': {
    summary: 'Change a token package, or take it off sale.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    body: packageInput,
    output: managedPackage,
  },
  'GET /wallet-package': {
    summary: 'The token packages on sale.',
    who: 'public',
    query: sortable(paging, ['position', 'createdAt', 'updatedAt'], 'asc'),
    output: listOf(walletPackage),
  },
  'POST /payment/purchase-wallet/custom-amount': {
    summary: 'Order any amount of tokens within the settings’ bounds; answers where to pay.',
    who: 'user',
    verified: true,
    body: z.object({ amount: payableTokens(positiveAmount), returnTo: text(300).optional(), gateway: z.enum(GATEWAY_NAMES).optional() }),
    output: z.object({ orderId: id, redirectUrl: z.string() }),
    status: 201,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'GATEWAY_UNAVAILABLE', 'NOT_BY_CARD', 'CARD_PAUSED', ...limitErrors],
    limit: 'money',
  },
  'POST /wallet-transactions/pay-wallet/{id}': {
    summary: 'Pay an unpaid order from the wallet.',
    who: 'user',
    verified: true,
    params: idParams,
    output: receipt,
    errors: [
      ...payErrors,
      'ORDER_STATE',
      'PRICE_CHANGED',
      'ALREADY_PURCHASED',
      'ALREADY_SUBSCRIBED',
      'NOT_FOR_SALE',
      'COUPON_INVALID',
      ...offerErrors,
      'OUT_OF_STOCK',
      'ADDRESS_REQUIRED',
      'SHIPPING_NOT_OFFERED',
    ],
    limit: 'money',
    idempotency: 'ledger',
  },
  'GET /wallet-transactions/user/search': {
    summary: 'What happened in the caller’s wallet, newest first, a paid show as one line; of one kind or one group of kinds.',
    who: 'user',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({
      kind: z.enum(TRANSACTION_KINDS).optional(),
      group: z.enum(MOVEMENT_GROUP_NAMES).optional(),
    }),
    output: listOf(walletTransaction),
  },
  'GET /wallet-transactions/user/export': {
    summary: 'Every movement of the caller’s wallet as a CSV file in the caller’s language, newest first.',
    who: 'user',
    costly: true,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'text/csv', name: 'wallet.csv' },
  },
  ...walletSales,
  'POST /payment-wallet/send-tip-wallet/{id}': {
    summary: 'Tip a performer, by id or username; with `streamId`, during that show.',
    who: 'user',
    inShow: true,
    verified: true,
    params: idOrUsernameParams,
    body: tipBody.extend({ streamId: id.optional() }),
    output: receipt,
    errors: [...payErrors, 'AMOUNT_OUT_OF_BOUNDS', 'LIVE_NOT_ON_AIR', 'LOCKED'],
    limit: 'money',
    idempotency: 'ledger',
  },
  ...walletTips,
});
