import type { GatewayFact, GatewayName } from '@stagedoor/contract/gateways.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { CurrencyAmount } from '../ledger/index.ts';

/**
 * Events that a gateway reports.
 * - approved, declined, cancelled: how the buyer's payment on the gateway's page ended
 * - cardDeclined: a card was refused, and the page stays open for another
 * - renewed, renewalFailed: a subscription's next period was paid, or its card was refused
 * - refunded, refundFailed: a payment was returned by the merchant, or a refund of ours did not reach the buyer
 * - chargedBack, chargebackReversed: the buyer's bank took a payment back, or gave it to the site again
 * - subscriptionCancelled: there will be no further renewals; access lasts until `paidUntil`
 * - subscriptionExpired: access ends now
 * - subscriptionMoved: the period ends on another day, without a payment
 * - subscriptionResumed: a cancelled subscription renews again
 */
export const PAYMENT_EVENTS = [
  'approved',
  'declined',
  'cancelled',
  'cardDeclined',
  'renewed',
  'renewalFailed',
  'refunded',
  'refundFailed',
  'chargedBack',
  'chargebackReversed',
  'subscriptionCancelled',
  'subscriptionExpired',
  'subscriptionMoved',
  'subscriptionResumed',
] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** An amount that a company is asked to charge. */
export interface Charge {
  /** Due now, in hundredths of the currency. */
  amount: CurrencyAmount;
  /** ISO 4217, three letters. */
  currency: string;
  /** The amount that the company charges each period from then on; null for a one-time payment. */
  recurring: { amount: CurrencyAmount; period: 'month' | 'year' } | null;
}

/** A performer's own account at a company, which payments go to in place of the site's. */
export interface OwnAccount {
  /** The company's public number of it: a sub-account or a shop. */
  number: string;
  /** The form that buyers are sent to; empty where the company has none. */
  form: string;
  /** Signs its messages. */
  secret: string;
}

export interface PaymentRequest extends Charge {
  orderId: string;
  /** The performer's own account; by default the site's. */
  account?: OwnAccount | undefined;
  /** Counts the pages of an order from 1: a page that was closed unpaid is followed by another. */
  attempt: number;
  /** Shown on the company's page. */
  description: string;
  /** The page where the browser goes after the payment, and after a refused one. */
  returnUrl: string;
  /** When the order can no longer be paid. */
  expiresAt: Date;
  /** The buyer's account by its id, and the language of the page. No name or address is handed over. */
  buyer: { ref: string; locale: Locale };
}

/** A page where a payment is made. */
export interface PaymentPage {
  /** The company's id of the page, if it names one before the payment. */
  handle: string | null;
  url: string;
  /** When the company closes the page; null if it doesn't. */
  until: Date | null;
}

/** One attempt to pay an order, as far as it is known. */
export interface PaymentRef {
  orderId: string;
  attempt: number;
  handle: string | null;
  /** Null until the payment was made. */
  paymentId: string | null;
  /** As it was opened with. */
  account?: OwnAccount | undefined;
}

/** A verified event of a gateway. */
export interface PaymentNotice {
  gateway: string;
  /** The number of the performer's own account that reports it, and whose payments alone it may be about; null for the site's. */
  account: string | null;
  /** Identifies the event by the company's objects: the same for each delivery, and for a poll. */
  eventKey: string;
  /** Finds the event in the company's list of a period, if that names less than the callback: several events may share it. No `#` in it. */
  listKey?: string | null | undefined;
  event: PaymentEvent;
  /** Our order, if the gateway includes it: companies usually do for the initial payment, often not for later events. */
  orderId: string | null;
  /** The gateway's id of the page on which the payment was made. */
  handle: string | null;
  /**
   * The gateway's id of the payment; a renewal has its own. For refunds and chargebacks the payment that they return, as far as the company names it.
   * Null for events about a subscription only.
   */
  paymentId: string | null;
  /** The gateway's id of the sale, which its renewals, refunds and chargebacks share; null if it has none besides the payment's. */
  saleId: string | null;
  /** The gateway's id of the subscription. */
  subscriptionId: string | null;
  /** Null for events that move no money, and for returns of the whole payment whose amount isn't given. */
  amount: CurrencyAmount | null;
  currency: string | null;
  /** When the paid period ends: the company charges the subscription then, or access ends. Null if it doesn't say. */
  paidUntil: Date | null;
  /** When a declined renewal is tried again, if the company says so. */
  nextTryAt: Date | null;
  /** Our refund that this event is about, if the company names it. */
  refundId: string | null;
  /** The part of the payment that the company keeps, in hundredths, if it says so. */
  fee: CurrencyAmount | null;
  /** Stands for the card, the same for each payment by it, where the company tells one. Never a card number. */
  cardMark: string | null;
  /** The company's own time of the event, if it tells one to the second. */
  sentAt: Date | null;
  /** Facts about the company's protocol that this callback shows. */
  facts: readonly GatewayFact[];
  /** Fields that may be stored and shown to the owner: no name, address or card data. */
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

/** A card that the company refused while its page stays open for another. */
export interface Decline {
  /** As of notices: the same for each delivery. */
  eventKey: string;
  /** Our order, if the company names one. */
  orderId: string | null;
  /** Stands for the card, as in notices. */
  cardMark: string | null;
  /** The company's words or code. */
  reason: string;
}

/** An answer to a callback, as its company expects it. */
export interface CallbackAnswer {
  status: number;
  type: string;
  body: string;
}

export interface RefundRequest {
  orderId: string;
  paymentId: string;
  saleId: string | null;
  /** Our own id of this refund, which makes a retry idempotent where the company takes one. */
  refundId: string;
  amount: CurrencyAmount;
  /** The whole payment, which `amount` may be a part of. */
  paid: CurrencyAmount;
  currency: string;
  /** Counts the tries of this refund from 1. */
  attempt: number;
  /** Refunds of the sale that the site knows to have been made, besides this one. */
  refundsBefore?: number;
  /** No later payment of the sale is known. Companies may refund only the last by a call. */
  isLastOfSale?: boolean;
  /** The account that was paid. */
  account?: OwnAccount | undefined;
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
  /** The company answers how a payment ended. */
  poll: boolean;
  /** How a payment may end unpaid, as far as the company reports it. */
  reports: readonly ('declined' | 'cancelled')[];
}

/** The terms that a buyer agrees to when they pay by a company. */
export interface PaymentTerms {
  /** Days of a period where the company counts so; null where it renews by the calendar, and for a one-time payment. */
  periodDays: number | null;
  /** Text of the card's statement; empty if the owner hasn't entered it. */
  statement: string;
}

/** Why a company doesn't take a payment: its currency, an amount outside of its bounds, or the length of its periods. */
export type TermsRefusal = 'currency' | 'amount' | 'period';

/**
 * Why a company didn't tell all that happened.
 * - notSetUp: the owner hasn't entered what the question needs
 * - unreachable, unreadable: no answer, or none that can be read
 * - refused: it refuses to answer, or to answer more now
 */
export const REPORT_FAILURES = ['notSetUp', 'unreachable', 'unreadable', 'refused'] as const;

/** A company's account of a period. */
export interface PeriodReport {
  /**
   * In the order in which they happened. Those of a list that names less than callbacks have a `listKey`, and `eventKey` counts those that share it
   * (`listedKey`). A first payment doesn't name its order.
   */
  notices: readonly PaymentNotice[];
  /** Lines that can't be read, as they are; without persons' data. */
  unread: readonly string[];
  /** All until then was told. */
  until: Date;
  failure: { reason: (typeof REPORT_FAILURES)[number]; detail: string } | null;
}

/** One line of a check of the owner's settings. */
export interface GatewayCheck {
  subject: 'keys' | 'signature' | 'address' | 'credentials' | 'currency' | 'clock';
  state: 'ok' | 'failed' | 'untested';
  /** For the owner, from the company or about its answer: no secrets. */
  detail: string;
}

/**
 * A card gateway. An adapter only communicates with its company; `applyNotice` alone decides on the effect of an event, whether
 * it came by callback or by poll. Every adapter passes the suite of gateway-suite.ts.
 */
export interface CardGateway {
  readonly name: GatewayName;
  /** As the owner's settings allow them. */
  readonly capabilities: GatewayCapabilities;
  /** The owner has entered all that the company needs. */
  isReady(): boolean;
  /** The terms of a payment, or why the company doesn't take it. */
  termsOf(charge: Charge): PaymentTerms | { refusal: TermsRefusal };
  /**
   * Idempotent for each order and attempt: a retry returns the same page, so that an attempt can't be paid twice.
   * @throws CodedError GATEWAY_UNAVAILABLE
   */
  openPayment(request: PaymentRequest): Promise<PaymentPage>;
  /** Closes an unpaid page, where the company can. A payment that was made meanwhile is reported as always. */
  closePayment(payment: PaymentRef): Promise<void>;
  /** The final event of a payment, or null while it is open or unknown, or if the company answers no polls. */
  poll(payment: PaymentRef): Promise<PaymentNotice | null>;
  /**
   * Verifies a callback and reads its notices: none of an event without effect.
   * @throws CodedError SIGNATURE_INVALID, with a short word of ours as `reason` in its details
   */
  readCallback(callback: GatewayCallback): Promise<PaymentNotice[]>;
  /** The refused card that a callback without notices reports; null for all others. @throws CodedError SIGNATURE_INVALID */
  readDecline?(callback: GatewayCallback): Promise<Decline | null>;
  answer(outcome: CallbackOutcome, callback: GatewayCallback): CallbackAnswer;
  /**
   * Refunds a payment, in full or in part.
   * @returns `pending` when the company says later how it ended, also if its answer was lost and the refund must not be sent again; `byOwner` when
   *   the company takes no call for this payment, so that the owner makes it in the company's console
   * @throws CodedError ORDER_STATE when the company refuses it for good; GATEWAY_UNAVAILABLE when nothing was done and a retry is safe
   */
  refund(request: RefundRequest): Promise<'done' | 'pending' | 'byOwner'>;
  /** Lists what happened in a period, where the company has such a list. Failures are returned, never thrown. */
  listPeriod?(from: Date, until: Date): Promise<PeriodReport>;
  /**
   * Tells what became of a subscription since it was paid until a day: at most its newest renewal and its end. Where the company has no list.
   * @throws CodedError GATEWAY_UNAVAILABLE
   */
  askSubscription?(saleId: string, paidUntil: Date, account?: OwnAccount): Promise<PaymentNotice[]>;
  /** Cancels a subscription; idempotent. @returns the page where the buyer must confirm it, if the company requires that */
  cancelSubscription(subscriptionId: string, account?: OwnAccount): Promise<{ redirectUrl: string | null }>;
  /** The company's page where the buyer changes the card of a subscription; null if it has none. */
  cardPageOf(subscriptionId: string, account?: OwnAccount): string | null;
  /** Tries the owner's settings at the company, without a payment. */
  check(): Promise<GatewayCheck[]>;
}
