export { completePayment, pollOpenPayments } from './complete-payment.ts';
export { createOrder } from './create-order.ts';
export { payOrderFromWallet } from './pay-order.ts';
export { registerPaymentEvents } from './payments.events.ts';
export { registerPaymentJobs, registerSandboxJobs } from './payments.jobs.ts';
export { bindGateways, bindPayments } from './payments.routes.ts';
export { reconcileCardSubscriptions } from './renew-by-card.ts';
export { refundPaidOrder, refundUnaccepted } from './reverse-payment.ts';
