import { defineModule } from '../../platform/module.ts';
import { bindAdminSite } from './admin-site.routes.ts';
import { registerSiteEvents } from './site.events.ts';
import { bindSite, registerSiteJobs } from './site.routes.ts';

export const site = defineModule({
  name: 'site',
  tables: ['languages', 'pages', 'promos', 'site_texts'],
  endpoints: ({ bind, platform }) => {
    bindSite(bind, platform);
    bindAdminSite(bind, platform);
  },
  jobs: ({ platform }) => registerSiteJobs(platform),
  events: ({ platform, realtime }) => registerSiteEvents(platform, realtime),
});
