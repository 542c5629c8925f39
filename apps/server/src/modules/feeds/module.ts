import { defineModule } from '../../platform/module.ts';
import { registerFeedEvents } from './feeds.events.ts';
import { registerFeedJobs } from './feeds.jobs.ts';
import { bindFeeds } from './feeds.routes.ts';
import { registerFeedData } from './personal-data.ts';

export const feeds = defineModule({
  name: 'feeds',
  tables: ['feeds', 'feed_files', 'timelines', 'polls', 'poll_options', 'poll_votes'],
  endpoints: ({ bind, platform }) => bindFeeds(bind, platform),
  personalData: ({ platform }) => registerFeedData(platform),
  jobs: ({ platform }) => registerFeedJobs(platform),
  events: ({ platform, outbox, realtime }) => registerFeedEvents(platform, outbox, realtime),
});
