export { completePayment, pollOpenPayments } from './complete-payment.ts';
export { createOrder } from './create-order.ts';
export { payOrderFromWallet } from './pay-order.ts';
export { registerPaymentJobs } from './payments.jobs.ts';
export { bindGateways, bindPayments } from './payments.routes.ts';
