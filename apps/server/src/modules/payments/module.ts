import type { SandboxGateway } from '../../gateways/sandbox.ts';
import { defineModule } from '../../platform/module.ts';
import { registerPaymentEvents } from './payments.events.ts';
import { registerPaymentJobs, registerSandboxJobs } from './payments.jobs.ts';
import { bindOrderSteps } from './order-steps.routes.ts';
import { bindGateways, bindPayments } from './payments.routes.ts';

export const payments = defineModule<{ sandbox: SandboxGateway | undefined }>({
  name: 'payments',
  tables: ['gateway_events', 'gateway_refunds'],
  endpoints: ({ bind, platform, sandbox }) => {
    bindPayments(bind, platform, sandbox);
    bindOrderSteps(bind, platform);
    bindGateways(bind, platform, sandbox);
  },
  jobs: ({ platform, sandbox }) => {
    registerPaymentJobs(platform, sandbox);
    registerSandboxJobs(platform, sandbox);
  },
  events: ({ platform, outbox, realtime }) => registerPaymentEvents(platform, outbox, realtime),
});
