import { defineModule } from '../../platform/module.ts';
import { bindPayouts } from './payouts.routes.ts';
import { registerPayoutEvents } from './payouts.events.ts';
import { registerPayoutData } from './personal-data.ts';

export const payouts = defineModule({
  name: 'payouts',
  tables: ['payout_requests', 'payout_batches', 'payout_statements'],
  endpoints: ({ bind, platform }) => bindPayouts(bind, platform),
  personalData: ({ platform }) => registerPayoutData(platform),
  events: ({ outbox, realtime }) => registerPayoutEvents(outbox, realtime),
});
