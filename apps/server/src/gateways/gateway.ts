import type { CurrencyAmount } from '../ledger/index.ts';

/**
 * What a gateway says has happened.
 * - approved, declined, cancelled: the end of a payment that a buyer was sent to
 * - renewed, renewalFailed: a subscription's next period was paid, or its card was refused
 * - refunded, chargedBack: the money of a payment went back, by the merchant or by the buyer's bank
 * - subscriptionCancelled: nothing is renewed any more
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
  /** What the buyer pays now, in hundredths of the currency. */
  amount: CurrencyAmount;
  currency: string;
  /** What the gateway is to take by itself each period from then on; null for a payment made once. */
  recurring: { amount: CurrencyAmount; period: 'month' | 'year' } | null;
  /** Where the browser goes afterwards. */
  returnUrl: string;
}

/** A verified statement of a gateway. */
export interface PaymentNotice {
  gateway: string;
  /** The same for each repetition of one statement. */
  eventKey: string;
  event: PaymentEvent;
  /** Our order, as far as the gateway repeats its name: companies do for what the buyer was sent to, often not afterwards. */
  orderId: string | null;
  /** The gateway's name of the payment; a renewal has one of its own. Null for what is about a subscription alone. */
  paymentId: string | null;
  /** The gateway's name of what it renews. */
  subscriptionId: string | null;
  /** Null for what moves no money. */
  amount: CurrencyAmount | null;
  currency: string | null;
  payload: Record<string, unknown>;
}

/** A callback as it came, in whatever form the company sends it. */
export interface GatewayCallback {
  query: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
  /** Address of the sender, behind trusted proxies. */
  ip: string;
}

export interface RefundRequest {
  paymentId: string;
  /** Our own name of this refund: asked again by the same, nothing is given back twice. */
  refundId: string;
  amount: CurrencyAmount;
  currency: string;
}

/** What a company can do; what it can't is left to its own console. */
export interface GatewayCapabilities {
  /** Takes payments that renew by themselves. */
  recurring: boolean;
  refund: 'none' | 'whole' | 'partial';
  /** By a call of ours, or by the buyer on a page of the company's. */
  cancel: 'call' | 'page';
}

/**
 * A card gateway. Adapters talk to their company; what a statement of theirs does is decided by `completePayment` alone, whether
 * it came by callback or by poll. Every adapter passes the suite of gateway-suite.ts.
 */
export interface CardGateway {
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /**
   * Asked again for an order, it answers the same payment: two would be two pages to pay one order at.
   * @throws CodedError GATEWAY_UNAVAILABLE
   */
  createPayment(request: PaymentRequest): Promise<{ paymentId: string; redirectUrl: string }>;
  /** Where the buyer pays a payment made before. */
  redirectUrlOf(paymentId: string): string;
  /** The statement a payment has reached, or null while it is open or unknown. */
  poll(paymentId: string): Promise<PaymentNotice | null>;
  /**
   * Reads a callback; null for a statement that needs nothing done.
   * @throws CodedError SIGNATURE_INVALID
   */
  readCallback(callback: GatewayCallback): PaymentNotice | null;
  /**
   * Gives a payment back, whole or in part.
   * @throws CodedError ORDER_STATE when there is not so much left to give back
   */
  refund(request: RefundRequest): Promise<void>;
  /** Stops renewing. Repeating it changes nothing. Answers where the buyer has to go for it, if the company wants that. */
  cancelSubscription(subscriptionId: string): Promise<{ redirectUrl: string | null }>;
}
