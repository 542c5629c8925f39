import type { Gateways } from '../../gateways/registry.ts';
import type { SandboxGateway } from '../../gateways/sandbox.ts';
import { defineModule } from '../../platform/module.ts';
import { registerPaymentData } from './personal-data.ts';
import { registerPaymentEvents } from './payments.events.ts';
import { registerPaymentJobs, registerSandboxJobs } from './payments.jobs.ts';
import { bindOrderSteps } from './order-steps.routes.ts';
import { bindGateways, bindPayments } from './payments.routes.ts';

export const payments = defineModule<{ gateways: Gateways; sandbox: SandboxGateway | undefined }>({
  name: 'payments',
  tables: [
    'gateway_events',
    'gateway_cancellations',
    'gateway_refunds',
    'gateway_rejections',
    'payment_pages',
    'card_attempts',
    'card_pauses',
  ],
  endpoints: ({ bind, platform, gateways, sandbox }) => {
    bindPayments(bind, platform, gateways);
    bindOrderSteps(bind, platform);
    bindGateways(bind, sandbox);
  },
  jobs: ({ platform, gateways, sandbox }) => {
    registerPaymentJobs(platform, gateways);
    registerSandboxJobs(platform, sandbox);
  },
  personalData: ({ platform }) => registerPaymentData(platform),
  events: ({ platform, outbox, realtime }) => registerPaymentEvents(platform, outbox, realtime),
});
