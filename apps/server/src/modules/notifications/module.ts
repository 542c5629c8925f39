import { defineModule } from '../../platform/module.ts';
import { forgetFacts, rollMonths } from './months.ts';
import { registerMailJob } from './notification-mails.ts';
import { registerNotificationEvents } from './notifications.events.ts';
import { bindNotifications } from './notifications.routes.ts';
import { registerNotificationData } from './personal-data.ts';
import { registerListenersJob } from './tell-listeners.ts';

export const notifications = defineModule({
  name: 'notifications',
  tables: ['notifications', 'notification_facts', 'bells', 'notification_choices'],
  endpoints: ({ bind, platform, realtime }) => bindNotifications(bind, platform, realtime),
  personalData: ({ platform }) => registerNotificationData(platform),
  jobs({ platform, realtime }) {
    registerMailJob(platform);
    registerListenersJob(platform, realtime);
    platform.jobs.schedule('notifications:rollMonths', '13 2 * * *', () => rollMonths(platform));
    platform.jobs.schedule('notifications:forgetFacts', '33 4 * * *', (_, { signal }) =>
      forgetFacts(platform.background, platform.clock.now(), signal),
    );
  },
  events: ({ platform, outbox, realtime }) => registerNotificationEvents(platform, outbox, realtime),
});
