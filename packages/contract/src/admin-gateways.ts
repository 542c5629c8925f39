import { z } from 'zod';
import { person } from './admin-money.ts';
import { endpoints } from './endpoint.ts';
import { CALLBACK_REFUSALS, GATEWAY_NAMES } from './gateways.values.ts';
import { GATEWAY_REFUND_STATES, ORDER_KINDS } from './payments.values.ts';
import { amount, id, idParams, instant, listOf, paging, sortable } from './shapes.ts';

/** One line of a check of a company's settings. */
const check = z.object({
  subject: z.enum(['keys', 'signature', 'address', 'credentials', 'currency', 'clock']),
  state: z.enum(['ok', 'failed', 'untested']),
  detail: z.string(),
});

/** A card company as the owner sees it. Secrets are never among the values. */
export const gatewayCard = z.object({
  name: z.enum(GATEWAY_NAMES),
  isOn: z.boolean(),
  /** All that is required has been entered. */
  isReady: z.boolean(),
  position: z.number().int(),
  /** Sent back with a change: one that somebody else made meanwhile is refused. 0 before the first. */
  version: z.number().int(),
  values: z.record(z.string(), z.string()),
  /** Names of the secrets that are set. */
  secretsSet: z.array(z.string()),
  /** Address that the company is to report to. */
  callbackUrl: z.string(),
  can: z.object({
    recurring: z.boolean(),
    refund: z.enum(['none', 'whole', 'partial']),
    cancel: z.enum(['call', 'page']),
    poll: z.boolean(),
  }),
  /** The company takes the site's currency. */
  takesCurrency: z.boolean(),
  currency: z.string(),
  /** Facts of its protocol that its documents leave open, and when a live callback showed them. */
  facts: z.array(z.object({ name: z.string(), confirmedAt: instant.nullable() })),
  checks: z.array(check),
  checkedAt: instant.nullable(),
  health: z.object({
    lastNoticeAt: instant.nullable(),
    /** Notices of the last day. */
    notices: z.number().int(),
    refused: z.number().int(),
    forged: z.number().int(),
    failed: z.number().int(),
    /** Seconds that the company's clock is ahead of the site's, by the last notice that told its time. */
    clockAhead: z.number().nullable(),
  }),
  /** Orders that are open and older than ten minutes: nobody has said how they ended. */
  unanswered: z.number().int(),
  /** Refunds that the owner has to make or look at. */
  refundsToDo: z.number().int(),
  /** Subscriptions that were cancelled here, and that the company hasn't reported as cancelled. */
  cancellationsToDo: z.number().int(),
});
export type GatewayCard = z.output<typeof gatewayCard>;

const unanswered = z.object({
  _id: id,
  kind: z.enum(ORDER_KINDS),
  gateway: z.enum(GATEWAY_NAMES),
  buyer: person.nullable(),
  money: amount,
  currency: z.string(),
  /** Pages that were opened for it. */
  attempts: z.number().int(),
  createdAt: instant,
  expiresAt: instant.nullable(),
});
export type UnansweredPayment = z.output<typeof unanswered>;

const rejection = z.object({
  _id: z.string(),
  gateway: z.enum(GATEWAY_NAMES),
  outcome: z.enum(['forged', 'failed']),
  reason: z.enum(CALLBACK_REFUSALS),
  /** The sender's network; empty for further ones of the same day. */
  sender: z.string(),
  count: z.number().int(),
  firstAt: instant,
  lastAt: instant,
});
export type GatewayRejection = z.output<typeof rejection>;

const refund = z.object({
  _id: id,
  orderId: id,
  gateway: z.enum(GATEWAY_NAMES),
  buyer: person.nullable(),
  amount,
  currency: z.string(),
  state: z.enum(GATEWAY_REFUND_STATES),
  attempts: z.number().int(),
  failure: z.string(),
  paymentId: z.string(),
  /** Number of the performer's own account that was paid; null for the site's. */
  ownAccount: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
});
export type GatewayRefund = z.output<typeof refund>;

const cancellation = z.object({
  _id: id,
  gateway: z.enum(GATEWAY_NAMES),
  /** The company's id of the subscription. */
  subscriptionId: z.string(),
  /** The buyer has to confirm it on the company's page; the site's are made in the company's console. */
  askedBy: z.enum(['buyer', 'site']),
  askedAt: instant,
  buyer: person.nullable(),
  performer: person.nullable(),
  /** When the company charges next, as far as it is known. */
  renewsAt: instant.nullable(),
});
export type OpenCancellation = z.output<typeof cancellation>;

const pause = z.object({
  _id: id,
  /** The buyers that it concerns: an account, all new buyers of a network, or of the site. */
  kind: z.enum(['account', 'network', 'site']),
  reason: z.enum(['attempts', 'declines', 'card', 'smallTopUps', 'site']),
  /** The account whose try reached the limit; null for the site. */
  account: person.nullable(),
  until: instant,
  isOver: z.boolean(),
  createdAt: instant,
});
export type CardPause = z.output<typeof pause>;

const admin = { who: 'admin', permission: 'money' } as const;
const done = z.object({ success: z.boolean() });
const nameParams = z.object({ name: z.enum(GATEWAY_NAMES) });

export const adminGateways = endpoints({
  'GET /admin/gateways': {
    ...admin,
    summary:
      'The card companies that this site speaks to, in the order in which they are offered: settings without secrets, and their health.',
    output: z.object({ data: z.array(gatewayCard) }),
  },
  'PUT /admin/gateways/{name}': {
    inQuiet: true,
    ...admin,
    summary:
      'Change a card company’s settings or switch it. Fields that aren’t sent stay; an empty one is removed. Secrets can be set but not read.',
    permission: 'settings',
    stepUp: true,
    params: nameParams,
    body: z.object({
      version: z.number().int().min(0),
      isOn: z.boolean().optional(),
      values: z.record(z.string().max(40), z.string().max(4000)).optional(),
    }),
    output: done,
    errors: ['GATEWAY_SETTINGS_CHANGED', 'GATEWAY_INCOMPLETE'],
  },
  'PUT /admin/gateway-order': {
    inQuiet: true,
    ...admin,
    summary: 'The order in which buyers are offered the card companies.',
    permission: 'settings',
    body: z.object({ names: z.array(z.enum(GATEWAY_NAMES)).max(GATEWAY_NAMES.length) }),
    output: done,
  },
  'POST /admin/gateways/{name}/check': {
    inQuiet: true,
    ...admin,
    summary: 'Try a card company’s settings at the company, without a payment.',
    permission: 'settings',
    params: nameParams,
    output: gatewayCard,
    idempotency: 'none',
  },
  'GET /admin/gateways/unanswered': {
    ...admin,
    summary: 'Card payments that nobody has said the end of, oldest first.',
    query: sortable(paging, ['createdAt', 'updatedAt'], 'asc').extend({ gateway: z.enum(GATEWAY_NAMES).optional() }),
    output: listOf(unanswered),
  },
  'POST /admin/orders/{id}/ask-gateway': {
    ...admin,
    summary: 'Ask the card company how an order’s payment ended; the answer counts like its callback.',
    params: idParams,
    output: z.object({ state: z.string(), isKnown: z.boolean() }),
    errors: ['ORDER_STATE', 'GATEWAY_UNAVAILABLE'],
    idempotency: 'none',
  },
  'GET /admin/gateways/rejections': {
    ...admin,
    summary: 'Callbacks that were not a company’s or could not be processed, by day, reason and sender; the last first.',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ gateway: z.enum(GATEWAY_NAMES).optional() }),
    output: listOf(rejection),
  },
  'GET /admin/gateways/refunds': {
    ...admin,
    summary: 'Refunds at the card companies that aren’t done: waiting, for the owner to make, or failed; oldest first.',
    query: sortable(paging, ['createdAt', 'updatedAt'], 'asc').extend({
      gateway: z.enum(GATEWAY_NAMES).optional(),
      state: z.enum(GATEWAY_REFUND_STATES).optional(),
    }),
    output: listOf(refund),
  },
  'POST /admin/gateways/refunds/{id}/retry': {
    ...admin,
    summary: 'Send a failed refund to the card company once more.',
    stepUp: true,
    params: idParams,
    output: done,
    errors: ['REFUND_STATE'],
  },
  'POST /admin/gateways/refunds/{id}/done': {
    ...admin,
    summary: 'Record that a refund was made in the card company’s console.',
    stepUp: true,
    params: idParams,
    output: done,
    errors: ['REFUND_STATE'],
  },
  'GET /admin/gateways/cancellations': {
    ...admin,
    summary:
      'Cancelled subscriptions that their card company hasn’t reported as cancelled, oldest first: the site’s at once, a buyer’s after a day.',
    query: sortable(paging, ['createdAt', 'updatedAt'], 'asc').extend({ gateway: z.enum(GATEWAY_NAMES).optional() }),
    output: listOf(cancellation),
  },
  'POST /admin/gateways/cancellations/{id}/done': {
    ...admin,
    summary: 'Record that a subscription is cancelled in the card company’s console; one that still renews here ends with its paid period.',
    stepUp: true,
    params: idParams,
    output: done,
  },
  'GET /admin/gateways/pauses': {
    ...admin,
    summary: 'Card payments that are paused because cards were being tried, the last first.',
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(pause),
  },
  'POST /admin/gateways/pauses/{id}/lift': {
    ...admin,
    summary: 'Let card payments go on before a pause ends.',
    params: idParams,
    output: done,
  },
  'GET /admin/gateways/disputes': {
    ...admin,
    summary: 'The share of payments that banks took back, by month.',
    output: z.object({
      disputes: z.array(
        z.object({
          month: z.string(),
          gateway: z.enum(GATEWAY_NAMES),
          payments: z.number().int(),
          disputes: z.number().int(),
          /** Per cent. */
          ratio: z.number(),
          isAlert: z.boolean(),
        }),
      ),
    }),
  },
});
