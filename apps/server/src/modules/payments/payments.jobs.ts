import type { CardGateway } from '../../gateways/gateway.ts';
import type { SandboxGateway } from '../../gateways/sandbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { expireWalletOrders, pollOpenPayments } from './complete-payment.ts';
import { registerGatewayTasks } from './gateway-tasks.ts';
import { reconcileCardSubscriptions } from './renew-by-card.ts';
import { refundUnaccepted } from './reverse-payment.ts';

export const registerPaymentJobs = (platform: Platform, gateway: CardGateway | undefined): void => {
  platform.jobs.schedule('payments:refundUnaccepted', '*/5 * * * *', () => refundUnaccepted(platform));
  platform.jobs.schedule('payments:expireWalletOrders', '*/5 * * * *', () => expireWalletOrders(platform));
  if (!gateway) return;
  registerGatewayTasks(platform, gateway);
  platform.jobs.schedule('payments:poll', '* * * * *', () => pollOpenPayments(platform, gateway));
  platform.jobs.schedule('payments:tendSubscriptions', '*/5 * * * *', () => reconcileCardSubscriptions(platform));
};

/** The periodic work of the simulated gateway company. */
export const registerSandboxJobs = (platform: Platform, sandbox: SandboxGateway | undefined): void => {
  if (sandbox) platform.jobs.schedule('sandbox:work', '* * * * *', () => sandbox.work());
};
