import type { Gateways } from '../../gateways/registry.ts';
import { defineModule } from '../../platform/module.ts';
import { registerSubscriptionData } from './personal-data.ts';
import { registerSubscriptionJobs } from './renew-subscriptions.ts';
import { registerSubscriptionEvents } from './subscriptions.events.ts';
import { bindOffers, bindSubscriptions } from './subscriptions.routes.ts';

export const subscriptions = defineModule<{ gateways: Gateways }>({
  name: 'subscriptions',
  tables: ['subscriptions'],
  endpoints: ({ bind, platform, gateways }) => {
    bindSubscriptions(bind, platform, gateways);
    bindOffers(bind, platform);
  },
  personalData: ({ platform }) => registerSubscriptionData(platform),
  jobs: ({ platform }) => registerSubscriptionJobs(platform),
  events: ({ platform, outbox }) => registerSubscriptionEvents(platform, outbox),
});
