import { defineModule } from '../../platform/module.ts';
import { bindPayoutDetails } from './payout-details.routes.ts';
import { registerPerformerEvents } from './performers.events.ts';
import { registerPerformerJobs } from './performers.jobs.ts';
import { bindPerformers } from './performers.routes.ts';
import { registerPerformerData } from './personal-data.ts';

export const performers = defineModule({
  name: 'performers',
  tables: ['performers', 'performer_counters', 'performer_documents', 'performer_names', 'payout_details', 'profile_views'],
  endpoints: ({ bind, platform }) => {
    bindPerformers(bind, platform);
    bindPayoutDetails(bind, platform);
  },
  personalData: ({ platform }) => registerPerformerData(platform),
  jobs: ({ platform }) => registerPerformerJobs(platform),
  events: ({ platform, outbox, realtime }) => registerPerformerEvents(platform, outbox, realtime),
});
