export { takeCallback } from './take-callback.ts';
export { applyNotice, pollOpenPayments, pollOrder } from './complete-payment.ts';
export { markRefundMade, retryRefund } from './failed-refunds.ts';
export { getCardPage, pageCanceller } from './card-subscriptions.ts';
export { recordCancellation } from './gateway-cancellations.store.ts';
export { createOrder } from './create-order.ts';
export { payOrderFromWallet } from './pay-order.ts';
export { reconcileCardSubscriptions } from './renew-by-card.ts';
export { type RefundRequest, refundPaidOrder, refundUnaccepted } from './reverse-payment.ts';
