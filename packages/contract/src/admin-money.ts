import { keysOf } from './keys.values.ts';
import { z } from 'zod';
import { LEDGER_INVARIANTS } from './admin.ts';
import { CLOCK_STEPS, LEDGER_ACCOUNT_KINDS } from './admin-money.values.ts';
import { endpoints } from './endpoint.ts';
import { DELIVERY_STATES } from './orders.ts';
import { GATEWAY_REFUND_STATES, ORDER_KINDS, ORDER_STATES, RECEIVERS } from './payments.values.ts';
import { amount, flag, id, idParams, instant, line, listOf, paging, positiveAmount, sortable, text, csvFile, madeIn } from './shapes.ts';
import { TRANSACTION_KINDS } from './wallet.ts';

export { CLOCK_STEPS, type ClockStep, LEDGER_ACCOUNT_KINDS, type LedgerAccountKind } from './admin-money.values.ts';

export const person = z.object({ _id: id, username: z.string(), name: z.string(), avatar: z.string() });

/** An order in the administration's list. */
export const adminOrderRow = z.object({
  _id: id,
  kind: z.enum(ORDER_KINDS),
  state: z.enum(ORDER_STATES),
  method: z.enum(['wallet', 'card']),
  gateway: z.string().nullable(),
  tokens: amount.nullable(),
  money: amount,
  currency: z.string(),
  buyer: person.nullable(),
  seller: person.nullable(),
  title: z.string(),
  createdAt: instant,
  paidAt: instant.nullable(),
});
export type AdminOrderRow = z.output<typeof adminOrderRow>;

export const ledgerTransaction = z.object({
  _id: id,
  key: z.string(),
  kind: z.enum(TRANSACTION_KINDS),
  buyer: person.nullable(),
  seller: person.nullable(),
  title: z.string(),
  /** Amounts of a reversal are above zero; those of a `chargebackReversal`, its opposite, below. */
  tokens: amount.nullable(),
  gross: amount.nullable(),
  commission: amount.nullable(),
  net: amount.nullable(),
  /** Per cent. */
  commissionRate: z.number().nullable(),
  reversesId: id.nullable(),
  reversedById: id.nullable(),
  orderId: id.nullable(),
  /** The side that got the money of a sale by card: the site, or the performer's own account at the company, so that the commission alone is posted. */
  receiver: z.enum(RECEIVERS),
  note: z.string(),
  createdAt: instant,
});
export type LedgerTransaction = z.output<typeof ledgerTransaction>;

const entry = z.object({
  line: z.number().int(),
  account: z.enum(LEDGER_ACCOUNT_KINDS),
  /** Null for the site's own accounts. */
  owner: person.nullable(),
  /** The card company whose clearing or fees these are. */
  gateway: z.string().nullable(),
  unit: z.enum(['token', 'currency']),
  /** What the site owes the owner more, or, below zero, less. */
  amount,
  /** What a wallet or hold held then. */
  balanceAfter: amount.nullable(),
});
export type LedgerEntry = z.output<typeof entry>;

const withEntries = ledgerTransaction.extend({
  entries: z.array(entry),
  actor: person.nullable(),
  /** Its place in the chain of hashes; null until it is sealed. */
  seal: z.object({ position: z.number().int(), hash: z.string() }).nullable(),
});
export type LedgerTransactionDetail = z.output<typeof withEntries>;

export const adminOrder = adminOrderRow.extend({
  /** In what it was paid with: tokens, or money by card and for a top-up. */
  refunded: amount,
  /** In the currency. */
  refundedMoney: amount,
  refundable: amount,
  discount: amount,
  buyerCountry: z.string().nullable(),
  paymentId: z.string().nullable(),
  /** The sandbox company's console for this payment. */
  consolePath: z.string().nullable(),
  expiresAt: instant.nullable(),
  /** The order lines. */
  details: z.array(
    z.object({
      _id: id,
      title: z.string(),
      quantity: z.number().int(),
      tokens: amount,
      delivery: z.enum(DELIVERY_STATES),
      seller: person.nullable(),
      acceptBy: instant.nullable(),
      isRefundable: z.boolean(),
    }),
  ),
  transactions: z.array(withEntries),
  /** Notices of the gateway, with their outcomes. */
  events: z.array(z.object({ _id: id, event: z.string(), outcome: z.string(), at: instant, payload: z.record(z.string(), z.unknown()) })),
  /** Refunds requested from the gateway. */
  refunds: z.array(
    z.object({
      _id: id,
      amount,
      state: z.enum(GATEWAY_REFUND_STATES),
      attempts: z.number().int(),
      failure: z.string(),
      createdAt: instant,
      doneAt: instant.nullable(),
    }),
  ),
});
export type AdminOrder = z.output<typeof adminOrder>;

/** What a refund would do, found out by doing it and taking it back. */
export const refundPreview = z.object({
  /** Why it isn't possible; then the other fields are empty. */
  refusal: z.enum(['ORDER_STATE', 'INSUFFICIENT_TOKENS', 'AMOUNT_OUT_OF_BOUNDS']).nullable(),
  /** Tokens to the buyer's wallet; of a top-up, below zero: out of it. */
  tokens: amount.nullable(),
  /** By the gateway to the buyer's card. */
  money: amount.nullable(),
  /** Items that the buyer may no longer see. */
  revoked: z.number().int(),
  endsSubscription: z.boolean(),
  /** The card company's abilities, and whether a refund makes it end a subscription; null when no card paid. */
  company: z.object({ refund: z.enum(['none', 'whole', 'partial']), endsSubscription: z.boolean() }).nullable(),
  stateAfter: z.enum(ORDER_STATES),
  sellers: z.array(
    z.object({
      seller: person,
      net: amount,
      /** `own`: it is in the performer's own account at the company, and the commission comes back. */
      from: z.enum(['pending', 'available', 'own']),
      /** What is free to be paid out then; may be below zero. */
      availableAfter: amount,
    }),
  ),
});
export type RefundPreview = z.output<typeof refundPreview>;

export const chargebackRow = z.object({
  _id: id,
  orderId: id,
  kind: z.enum(ORDER_KINDS),
  buyer: person.nullable(),
  seller: person.nullable(),
  title: z.string(),
  /** What the bank took. */
  money: amount,
  currency: z.string(),
  /** What the buyer owes because of it. */
  owed: amount,
  isFrozen: z.boolean(),
  at: instant,
});
export type ChargebackRow = z.output<typeof chargebackRow>;

/** Statements of gateways that were refused. */
export const REFUSED_OUTCOMES = ['unknownOrder', 'amountMismatch'] as const;
export type RefusedOutcome = (typeof REFUSED_OUTCOMES)[number];

/** A refused notice of a gateway: selected fields only, never its whole text, which may contain card data. */
export const refusedEvent = z.object({
  _id: id,
  gateway: z.string(),
  event: z.string(),
  outcome: z.enum(REFUSED_OUTCOMES),
  at: instant,
  paymentId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  /** What it named as our order. */
  orderName: z.string().nullable(),
  /** The amount in the notice; null without one. */
  amount: amount.nullable(),
  currency: z.string().nullable(),
  /** The order it is about, where one was found. */
  order: z
    .object({
      _id: id,
      kind: z.enum(ORDER_KINDS),
      state: z.enum(ORDER_STATES),
      money: amount,
      currency: z.string(),
      buyer: person.nullable(),
    })
    .nullable(),
  /** The outcome of a repetition of the notice; null when it was never accepted. */
  takenAs: z.string().nullable(),
});
export type RefusedEvent = z.output<typeof refusedEvent>;

const ledgerCheck = z.object({
  _id: id,
  ok: z.boolean(),
  checks: z.array(
    z.object({
      invariant: z.enum(keysOf(LEDGER_INVARIANTS)),
      ok: z.boolean(),
      /** How many were looked at, where the check counts. */
      count: z.number().int().nullable(),
      detail: z.string(),
    }),
  ),
  tookMs: z.number().int(),
  /** Null for the nightly one. */
  actor: person.nullable(),
  at: instant,
});
export type LedgerCheck = z.output<typeof ledgerCheck>;

const clock = z.object({
  /** Only with the sandbox gateway. */
  isMovable: z.boolean(),
  now: instant,
  /** Seconds ahead of the real time. */
  ahead: z.number().int(),
});

export const orderFilter = z.object({
  q: text(254).optional(),
  kind: z.enum(ORDER_KINDS).optional(),
  state: z.enum(ORDER_STATES).optional(),
  method: z.enum(['wallet', 'card']).optional(),
  accountId: id.optional(),
  ...madeIn,
});
const orderList = sortable(paging, ['createdAt', 'updatedAt']).extend(orderFilter.shape);
export const transactionFilter = z.object({
  q: text(254).optional(),
  kind: z.enum(TRANSACTION_KINDS).optional(),
  account: z.enum(LEDGER_ACCOUNT_KINDS).optional(),
  ownerId: id.optional(),
  ...madeIn,
});
const transactionList = sortable(paging, ['createdAt', 'updatedAt']).extend(transactionFilter.shape);

/** The administration of money: orders and their reversals, the ledger, the operators' clock. */
export const adminMoney = endpoints({
  'GET /admin/orders': {
    summary: 'Orders, newest first; `q` is an order’s or payment’s id, or the beginning of a username or address.',
    who: 'admin',
    permission: 'money',
    query: orderList,
    output: listOf(adminOrderRow),
  },
  'GET /admin/orders/export': {
    ...csvFile('orders.csv'),
    summary: 'The same orders as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'money',
    query: orderFilter,
  },
  'GET /admin/orders/{id}': {
    summary: 'One order: lines, ledger transactions, what the gateway said, refunds.',
    who: 'admin',
    permission: 'money',
    params: idParams,
    output: adminOrder,
  },
  'GET /admin/orders/{id}/dispute-pack': {
    summary: 'What answers a bank about a payment: order, receipts, consents, log-ins, and how it was used. Each download is logged.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    output: z.custom<AsyncIterable<string>>(),
    costly: true,
    download: { contentType: 'application/json', name: 'dispute.json' },
  },
  'GET /admin/orders/{id}/refund-preview': {
    summary: 'What a refund of an order, of one line of it, or of a part would do.',
    who: 'admin',
    permission: 'money',
    params: idParams,
    query: z.object({ detailId: id.optional(), amount: positiveAmount.optional(), endsAccess: flag.optional() }),
    output: refundPreview,
  },
  'POST /admin/orders/{id}/refund': {
    summary: 'Refund a paid order, one line of it, or a part: tokens at once, money of a card by the gateway.',
    who: 'admin',
    permission: 'money',
    stepUp: true,
    params: idParams,
    body: z.object({
      reason: line(300),
      /** One order line; by default the whole order. */
      detailId: id.optional(),
      /** A part, in what was paid: tokens, or money by card and for a top-up. By default all that is left. */
      amount: positiveAmount.optional(),
      /** A part ends the access too. */
      endsAccess: z.boolean().optional(),
    }),
    output: adminOrder,
    errors: ['ORDER_STATE', 'INSUFFICIENT_TOKENS', 'AMOUNT_OUT_OF_BOUNDS'],
  },
  'GET /admin/chargebacks': {
    summary: 'What banks took back, newest first.',
    who: 'admin',
    permission: 'money',
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(chargebackRow),
  },
  'GET /admin/gateway-events': {
    summary:
      'Statements of gateways that were not taken: about no order of ours, or with another amount or currency; newest first. `q` is an order, a payment or a subscription of the gateway’s.',
    who: 'admin',
    permission: 'money',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ q: text(100).optional(), outcome: z.enum(REFUSED_OUTCOMES).optional() }),
    output: listOf(refusedEvent),
  },
  'GET /admin/ledger/transactions': {
    summary: 'Transactions of the ledger, newest first; `q` is an id, a key, or the beginning of a username.',
    who: 'admin',
    permission: 'money',
    query: transactionList,
    output: listOf(ledgerTransaction),
  },
  'GET /admin/ledger/transactions/export': {
    ...csvFile('ledger.csv'),
    summary: 'The same transactions as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'money',
    query: transactionFilter,
  },
  'GET /admin/ledger/transactions/{id}': {
    summary: 'One transaction with its entries and its place in the chain.',
    who: 'admin',
    permission: 'money',
    params: idParams,
    output: withEntries,
  },
  'GET /admin/ledger/accounts': {
    summary: 'Accounts of the ledger with their balances; `q` is the beginning of a username.',
    who: 'admin',
    permission: 'money',
    /** `balance`: the site's own accounts, then the others, those that hold or owe most first. */
    query: sortable(paging, ['balance', 'createdAt', 'updatedAt']).extend({
      q: text(60).optional(),
      kind: z.enum(LEDGER_ACCOUNT_KINDS).optional(),
    }),
    output: listOf(
      z.object({
        _id: z.string(),
        kind: z.enum(LEDGER_ACCOUNT_KINDS),
        owner: person.nullable(),
        /** The card company whose clearing or fees these are. */
        gateway: z.string().nullable(),
        unit: z.enum(['token', 'currency']),
        balance: amount,
        entries: z.number().int(),
      }),
    ),
  },
  'GET /admin/ledger/checks': {
    summary: 'What the last checks of the ledger’s invariants found, newest first.',
    who: 'admin',
    permission: 'money',
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(ledgerCheck),
  },
  'POST /admin/ledger/checks': {
    summary: 'Check every invariant of the ledger now.',
    who: 'admin',
    permission: 'money',
    output: ledgerCheck,
    status: 201,
    // Looked at again, it may have changed.
    idempotency: 'none',
  },
  'GET /admin/clock': {
    summary: 'The site’s clock, and whether it was moved ahead.',
    who: 'admin',
    permission: 'overview',
    output: clock,
  },
  'POST /admin/clock': {
    summary: 'Move the site’s clock ahead, never back; with the sandbox gateway alone. What is due then is done at once.',
    who: 'admin',
    permission: 'money',
    body: z.object({ step: z.enum(keysOf(CLOCK_STEPS)) }),
    output: clock,
  },
});
