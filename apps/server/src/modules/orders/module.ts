import { defineModule } from '../../platform/module.ts';
import { registerOrderEvents } from './orders.events.ts';
import { bindOrders } from './orders.routes.ts';
import { registerOrderJobs } from './orders.jobs.ts';
import { registerOrderData } from './personal-data.ts';

export const orders = defineModule({
  name: 'orders',
  tables: ['orders', 'order_lines', 'order_shipping', 'paid_events'],
  endpoints: ({ bind, platform }) => bindOrders(bind, platform),
  personalData: ({ platform }) => registerOrderData(platform),
  jobs: ({ platform }) => registerOrderJobs(platform),
  events: ({ platform, outbox, realtime }) => registerOrderEvents(platform, outbox, realtime),
});
