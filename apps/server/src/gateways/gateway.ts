import type { CurrencyAmount } from '../ledger/index.ts';

/** What a gateway says has become of a payment. */
export type PaymentEvent = 'approved' | 'declined' | 'cancelled';

export interface PaymentRequest {
  orderId: string;
  description: string;
  /** Hundredths of the currency. */
  amount: CurrencyAmount;
  currency: string;
  /** Where the browser goes afterwards. */
  returnUrl: string;
}

/** A verified statement of a gateway about a payment. */
export interface PaymentNotice {
  gateway: string;
  /** The same for each repetition of one statement. */
  eventKey: string;
  orderId: string;
  paymentId: string;
  event: PaymentEvent;
  amount: CurrencyAmount;
  currency: string;
  payload: Record<string, unknown>;
}

/**
 * A card gateway. Adapters talk to their company; what a statement of theirs does is decided by
 * `completePayment` alone, whether it came by callback or by poll.
 */
export interface CardGateway {
  readonly name: string;
  /**
   * Asked again for an order, it answers the same payment: two would be two pages to pay one order at.
   * @throws CodedError GATEWAY_UNAVAILABLE
   */
  createPayment(request: PaymentRequest): Promise<{ paymentId: string; redirectUrl: string }>;
  /** Where the buyer pays a payment made before. */
  redirectUrlOf(paymentId: string): string;
  /** The statement a payment has reached, or null while it is open or unknown. */
  poll(paymentId: string): Promise<PaymentNotice | null>;
  /** Gives a payment back whole. Repeating it changes nothing. */
  refund(paymentId: string): Promise<void>;
}
