import type { MediaServers } from '../../live/ant-media/media-server.ts';
import { defineModule } from '../../platform/module.ts';
import { bindAdminSite } from './admin-site.routes.ts';
import { registerSiteEvents } from './site.events.ts';
import { bindSite, registerSiteJobs } from './site.routes.ts';

export const site = defineModule<{ mediaServers: MediaServers }>({
  name: 'site',
  tables: ['languages', 'page_versions', 'pages', 'promos', 'site_texts'],
  endpoints: ({ bind, platform, mediaServers }) => {
    bindSite(bind, platform);
    bindAdminSite(bind, platform, mediaServers);
  },
  jobs: ({ platform }) => registerSiteJobs(platform),
  events: ({ platform, realtime }) => registerSiteEvents(platform, realtime),
});
