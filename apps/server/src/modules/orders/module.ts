import { defineModule } from '../../platform/module.ts';
import { registerOrderEvents } from './orders.events.ts';
import { bindOrders } from './orders.routes.ts';
import { registerOrderData } from './personal-data.ts';

export const orders = defineModule({
  name: 'orders',
  tables: ['orders', 'order_lines', 'paid_events'],
  endpoints: ({ bind, platform }) => bindOrders(bind, platform),
  personalData: ({ platform }) => registerOrderData(platform),
  events: ({ platform, outbox, realtime }) => registerOrderEvents(platform, outbox, realtime),
});
