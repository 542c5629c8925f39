import { createHmac, timingSafeEqual } from 'node:crypto';
import { CodedError } from '../platform/errors.ts';
import { PAYMENT_EVENTS, type PaymentEvent, type PaymentNotice } from './gateway.ts';
import { noticeOf } from './notices.ts';

/** The payload of the sandbox company's callbacks. */
export interface SandboxStatement {
  key: string;
  event: PaymentEvent;
  /** Empty when the statement has none. */
  orderId: string;
  paymentId: string;
  subscriptionId: string;
  /** Hundredths, as digits. */
  amount: string;
  currency: string;
  /** When the subscription is charged next, as an ISO 8601 instant; empty for other events. */
  nextChargeAt?: string;
  /** The merchant's own id of a refund; empty for refunds made at the company. */
  refundId?: string;
  /** The part of the payment that the company keeps, in hundredths, as digits; empty if it tells none. */
  fee?: string;
}

export interface SignedStatement extends SandboxStatement {
  /** HMAC-SHA256 over the statement, in hexadecimal digits. */
  signature: string;
}

const digest = (
  secret: string,
  { key, event, orderId, paymentId, subscriptionId, amount, currency, nextChargeAt = '', refundId = '', fee = '' }: SandboxStatement,
): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([key, event, orderId, paymentId, subscriptionId, amount, currency, nextChargeAt, refundId, fee]))
    .digest();

export const signStatement = (secret: string, statement: SandboxStatement): SignedStatement => ({
  ...statement,
  signature: digest(secret, statement).toString('hex'),
});

const isText = (value: unknown): value is string => typeof value === 'string';
const isEvent = (value: unknown): value is PaymentEvent => PAYMENT_EVENTS.some((event) => event === value);

const parse = (body: Buffer): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    throw new CodedError('SIGNATURE_INVALID');
  }
};

/** @throws CodedError SIGNATURE_INVALID, also for a malformed statement */
export const readStatement = (secret: string, sent: Buffer): PaymentNotice => {
  const body = parse(sent);
  const { key, event, orderId, paymentId, subscriptionId, amount, currency, nextChargeAt = '', refundId = '', fee = '', signature } = body;
  if (
    !isText(key) ||
    !isEvent(event) ||
    !isText(orderId) ||
    !isText(paymentId) ||
    !isText(subscriptionId) ||
    !isText(amount) ||
    !/^\d{1,15}$/.test(amount) ||
    !isText(currency) ||
    !isText(nextChargeAt) ||
    (nextChargeAt !== '' && Number.isNaN(Date.parse(nextChargeAt))) ||
    !isText(refundId) ||
    !isText(fee) ||
    !/^\d{0,15}$/.test(fee) ||
    !isText(signature)
  )
    throw new CodedError('SIGNATURE_INVALID');
  const statement = { key, event, orderId, paymentId, subscriptionId, amount, currency, nextChargeAt, refundId, fee };
  const expected = digest(secret, statement);
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new CodedError('SIGNATURE_INVALID');
  return noticeOfStatement(statement);
};

export const noticeOfStatement = (statement: SandboxStatement): PaymentNotice =>
  noticeOf({
    gateway: 'sandbox',
    eventKey: statement.key,
    event: statement.event,
    orderId: statement.orderId || null,
    handle: statement.paymentId || null,
    paymentId: statement.paymentId || null,
    subscriptionId: statement.subscriptionId || null,
    amount: BigInt(statement.amount),
    currency: statement.currency,
    paidUntil: statement.nextChargeAt ? new Date(statement.nextChargeAt) : null,
    refundId: statement.refundId || null,
    fee: statement.fee ? BigInt(statement.fee) : null,
    payload: { ...statement },
  });
