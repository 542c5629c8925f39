import type { PaymentNotice } from './gateway.ts';

type Told = Pick<PaymentNotice, 'gateway' | 'eventKey' | 'event'> & Partial<PaymentNotice>;

/** A notice with what the company told; everything else is null. */
export const noticeOf = (told: Told): PaymentNotice => ({
  account: null,
  orderId: null,
  handle: null,
  paymentId: null,
  saleId: null,
  subscriptionId: null,
  amount: null,
  currency: null,
  paidUntil: null,
  nextTryAt: null,
  refundId: null,
  fee: null,
  cardMark: null,
  sentAt: null,
  facts: [],
  payload: {},
  ...told,
});
