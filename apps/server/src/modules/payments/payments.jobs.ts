import type { Gateways } from '../../gateways/registry.ts';
import type { SandboxGateway } from '../../gateways/sandbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { pruneCardAttempts } from './card-limits.ts';
import { expireWalletOrders, pollOpenPayments } from './complete-payment.ts';
import { registerGatewayTasks } from './gateway-tasks.ts';
import { reconcileCardSubscriptions } from './renew-by-card.ts';
import { refundUnaccepted } from './reverse-payment.ts';

export const registerPaymentJobs = (platform: Platform, gateways: Gateways): void => {
  platform.jobs.schedule('payments:refundUnaccepted', '*/5 * * * *', () => refundUnaccepted(platform));
  platform.jobs.schedule('payments:expireWalletOrders', '*/5 * * * *', () => expireWalletOrders(platform, gateways));
  // Also where the gateway was switched off: what it no longer renews gets the same grace as a declined card, and then ends.
  platform.jobs.schedule('payments:tendSubscriptions', '*/5 * * * *', () => reconcileCardSubscriptions(platform));
  platform.jobs.schedule('payments:pruneCardAttempts', '21 4 * * *', () => pruneCardAttempts(platform));
  // Without a gateway its tasks aren't taken: refunds and cancellations wait for it.
  if (gateways.all.length === 0) return;
  registerGatewayTasks(platform, gateways);
  platform.jobs.schedule('payments:poll', '* * * * *', async () => {
    for (const gateway of gateways.all) await pollOpenPayments(platform, gateway, gateways.ownAccounts);
  });
};

/** The periodic work of the simulated gateway company. */
export const registerSandboxJobs = (platform: Platform, sandbox: SandboxGateway | undefined): void => {
  if (sandbox) platform.jobs.schedule('sandbox:work', '* * * * *', () => sandbox.work());
};
