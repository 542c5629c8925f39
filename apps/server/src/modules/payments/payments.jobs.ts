import type { CardGateway } from '../../gateways/gateway.ts';
import type { Platform } from '../../platform/platform.ts';
import { pollOpenPayments } from './complete-payment.ts';

export const registerPaymentJobs = (platform: Platform, gateway: CardGateway | undefined): void => {
  if (gateway) platform.jobs.schedule('payments:poll', '* * * * *', () => pollOpenPayments(platform, gateway));
};
