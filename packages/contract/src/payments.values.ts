// Kinds and states of orders, as constants without Zod so that the web shares them.
import { SOLD_KINDS } from './items.values.ts';

export const ORDER_KINDS = ['topUp', 'debt', 'subscription', 'renewal', ...SOLD_KINDS, 'product', 'tip', 'gift', 'emoji'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Payment states of an order. Delivery has states of its own. */
export const ORDER_STATES = ['created', 'paid', 'failed', 'cancelled', 'expired', 'refunded', 'chargedBack'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The side that got the money of a payment by card: the site, or the performer's own account at the card company. */
export const RECEIVERS = ['site', 'performer'] as const;
export type Receiver = (typeof RECEIVERS)[number];

export const PAYMENT_METHODS = ['wallet', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * The states of a refund at its card company. `sent`: the company says later how it ended. `byOwner`: the owner makes it in the company's console.
 * `failed`: the company refused it, or it didn't reach the buyer. `superseded`: the buyer's bank took the money back first.
 */
export const GATEWAY_REFUND_STATES = ['pending', 'sent', 'byOwner', 'done', 'failed', 'superseded'] as const;

/** What the sandbox gateway's page can do with an open payment. */
export const SANDBOX_PAY_ACTIONS = ['approve', 'decline', 'cancel', 'repeat', 'delay'] as const;
/** And its console with one that was paid. */
export const SANDBOX_LATER_ACTIONS = [
  'resend',
  'refund',
  'failRefund',
  'chargeBack',
  'winDispute',
  'renew',
  'failRenewal',
  'cancelSubscription',
] as const;
export type SandboxLaterAction = (typeof SANDBOX_LATER_ACTIONS)[number];
