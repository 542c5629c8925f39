import type { PaymentNotice } from './gateway.ts';

type Told = Pick<PaymentNotice, 'gateway' | 'eventKey' | 'event'> & Partial<PaymentNotice>;

const LISTED = 'list:';

/** The key of the n-th event, from 1, that shares a list key. */
export const listedKey = (listKey: string, n: number): string => `${LISTED}${listKey}#${n}`;

/** The number of a listed event among those that share its list key; null for the event of a callback. */
export const listedNumber = (eventKey: string): number | null => (eventKey.startsWith(LISTED) ? Number(eventKey.split('#').at(-1)) : null);

/** A notice with what the company told; everything else is null. */
export const noticeOf = (told: Told): PaymentNotice => ({
  account: null,
  listKey: null,
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
