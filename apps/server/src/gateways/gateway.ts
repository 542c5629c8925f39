import type { CurrencyAmount } from '../ledger/index.ts';

/**
 * Events that a gateway reports.
 * - approved, declined, cancelled: how the buyer's payment on the gateway's page ended
 * - renewed, renewalFailed: a subscription's next period was paid, or its card was refused
 * - refunded, chargedBack: a payment was returned by the merchant or by the buyer's bank
 * - subscriptionCancelled: there will be no further renewals
 */
export const PAYMENT_EVENTS = [
  'approved',
  'declined',
  'cancelled',
  'renewed',
  'renewalFailed',
  'refunded',
  'chargedBack',
  'subscriptionCancelled',
] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

export interface PaymentRequest {
  orderId: string;
  description: string;
  /** Due now, in hundredths of the currency. */
  amount: CurrencyAmount;
  currency: string;
  /** The amount that the gateway charges each period from then on; null for a one-time payment. */
  recurring: { amount: CurrencyAmount; period: 'month' | 'year' } | null;
  /** Where the browser goes afterwards. */
  returnUrl: string;
}

/** A verified event of a gateway. */
export interface PaymentNotice {
  gateway: string;
  /** Identifies the event: the same each time it is delivered. */
  eventKey: string;
  event: PaymentEvent;
  /** Our order, if the gateway includes it: companies usually do for the initial payment, often not for later events. */
  orderId: string | null;
  /** The gateway's id of the payment; a renewal has its own. Null for events about a subscription only. */
  paymentId: string | null;
  /** The gateway's id of the subscription. */
  subscriptionId: string | null;
  /** Null for events that move no money. */
  amount: CurrencyAmount | null;
  currency: string | null;
  /** When the company charges the subscription next, which is when access ends; null if it doesn't say. */
  nextChargeAt: Date | null;
  payload: Record<string, unknown>;
}

/** A callback as the company sent it. */
export interface GatewayCallback {
  method: 'GET' | 'POST';
  /** By name in lower case. */
  headers: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** As it was sent, since signatures may cover the bytes; empty without a body. */
  body: Buffer;
  /** Address of the sender, behind trusted proxies. */
  ip: string;
}

/**
 * The fate of a callback.
 * - done: applied, also when it was applied before or has no effect
 * - later: of an order that isn't known yet: the company should send it again
 * - refused: another amount or currency than the order's
 * - forged: not the company's
 * - failed: could not be processed: the company should send it again
 */
export type CallbackOutcome = 'done' | 'later' | 'refused' | 'forged' | 'failed';

/** An answer to a callback, as its company expects it. */
export interface CallbackAnswer {
  status: number;
  type: string;
  body: string;
}

export interface RefundRequest {
  paymentId: string;
  /** Our own id of this refund, which makes a retry idempotent. */
  refundId: string;
  amount: CurrencyAmount;
  currency: string;
}

/** What a gateway supports; everything else is left to the company's own console. */
export interface GatewayCapabilities {
  /** Supports recurring payments. */
  recurring: boolean;
  refund: 'none' | 'whole' | 'partial';
  /** The company ends a subscription whose payment is refunded. */
  refundEndsSubscription: boolean;
  /** How a subscription is cancelled: by an API call, or by the buyer on the company's page. */
  cancel: 'call' | 'page';
}

/**
 * A card gateway. An adapter only communicates with its company; `applyNotice` alone decides on the effect of an event, whether
 * it came by callback or by poll. Every adapter passes the suite of gateway-suite.ts.
 */
export interface CardGateway {
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /**
   * Idempotent for each order: a retry returns the same payment, so that an order can't be paid twice.
   * @throws CodedError GATEWAY_UNAVAILABLE
   */
  createPayment(request: PaymentRequest): Promise<{ paymentId: string; redirectUrl: string }>;
  /** The page of an existing payment. */
  redirectUrlOf(paymentId: string): string;
  /** The final event of a payment, or null while it is open or unknown. */
  poll(paymentId: string): Promise<PaymentNotice | null>;
  /**
   * Verifies a callback and reads its notices: none of an event without effect.
   * @throws CodedError SIGNATURE_INVALID
   */
  readCallback(callback: GatewayCallback): Promise<PaymentNotice[]>;
  answer(outcome: CallbackOutcome, callback: GatewayCallback): CallbackAnswer;
  /**
   * Refunds a payment, in full or in part.
   * @throws CodedError ORDER_STATE when less than the amount is left
   */
  refund(request: RefundRequest): Promise<void>;
  /** Cancels a subscription; idempotent. @returns the page where the buyer must confirm it, if the company requires that */
  cancelSubscription(subscriptionId: string): Promise<{ redirectUrl: string | null }>;
}
