import type { GatewaySettings } from '../../gateways/gateway-settings.ts';
import { defineModule } from '../../platform/module.ts';
import { bindPayoutDetails } from './payout-details.routes.ts';
import { registerPerformerEvents } from './performers.events.ts';
import { registerPerformerJobs } from './performers.jobs.ts';
import { bindPerformers } from './performers.routes.ts';
import { registerPerformerData } from './personal-data.ts';

export const performers = defineModule<{ gatewaySettings: GatewaySettings }>({
  name: 'performers',
  tables: ['performers', 'performer_counters', 'performer_documents', 'performer_names', 'payout_details', 'profile_views'],
  endpoints: ({ bind, platform, gatewaySettings }) => {
    bindPerformers(bind, platform);
    bindPayoutDetails(bind, platform, gatewaySettings);
  },
  personalData: ({ platform }) => registerPerformerData(platform),
  jobs: ({ platform }) => registerPerformerJobs(platform),
  events: ({ platform, outbox, realtime }) => registerPerformerEvents(platform, outbox, realtime),
});
