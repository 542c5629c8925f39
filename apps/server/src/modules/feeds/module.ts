import { defineModule } from '../../platform/module.ts';
import { registerItemKind } from '../items/index.ts';
import { registerFeedEvents } from './feeds.events.ts';
import { feedKind } from './feeds.kind.ts';
import { bindFeeds } from './feeds.routes.ts';
import { registerFeedData } from './personal-data.ts';

export const feeds = defineModule({
  name: 'feeds',
  tables: ['feeds', 'polls', 'poll_options', 'poll_votes'],
  itemKinds: () => registerItemKind(feedKind),
  endpoints: ({ bind, platform }) => bindFeeds(bind, platform),
  personalData: ({ platform }) => registerFeedData(platform),
  events: ({ outbox }) => registerFeedEvents(outbox),
});
