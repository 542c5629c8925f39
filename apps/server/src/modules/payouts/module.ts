import { defineModule } from '../../platform/module.ts';
import { issueMonthlyStatements } from './monthly-statements.ts';
import { bindPayouts } from './payouts.routes.ts';
import { registerPayoutEvents } from './payouts.events.ts';
import { registerPayoutData } from './personal-data.ts';

export const payouts = defineModule({
  name: 'payouts',
  tables: ['payout_requests', 'payout_batches', 'payout_statements', 'monthly_statements'],
  endpoints: ({ bind, platform }) => bindPayouts(bind, platform),
  personalData: ({ platform }) => registerPayoutData(platform),
  jobs: ({ platform }) =>
    platform.jobs.schedule('payouts:monthlyStatements', '43 4 1-7 * *', async () => void (await issueMonthlyStatements(platform))),
  events: ({ outbox, realtime }) => registerPayoutEvents(outbox, realtime),
});
