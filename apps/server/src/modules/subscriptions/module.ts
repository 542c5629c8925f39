import { defineModule } from '../../platform/module.ts';
import { registerSubscriptionData } from './personal-data.ts';
import { registerSubscriptionJobs } from './renew-subscriptions.ts';
import { registerSubscriptionEvents } from './subscriptions.events.ts';
import { bindOffers, bindSubscriptions } from './subscriptions.routes.ts';

export const subscriptions = defineModule({
  name: 'subscriptions',
  tables: ['subscriptions'],
  endpoints: ({ bind, platform }) => {
    bindSubscriptions(bind, platform);
    bindOffers(bind, platform);
  },
  personalData: ({ platform }) => registerSubscriptionData(platform),
  jobs: ({ platform }) => registerSubscriptionJobs(platform),
  events: ({ platform, outbox }) => registerSubscriptionEvents(platform, outbox),
});
