import { defineModule } from '../../platform/module.ts';
import { registerItemEvents } from './items.events.ts';
import { registerItemJobs } from './items.jobs.ts';
import { registerItemData } from './personal-data.ts';

export const items = defineModule({
  name: 'items',
  tables: [
    'items',
    'item_categories',
    'item_contents',
    'item_counters',
    'item_files',
    'item_positions',
    'item_recipients',
    'item_reviews',
    'item_search',
    'item_view_days',
    'item_views',
    'item_words',
    'search_frequencies',
  ],
  personalData: ({ platform }) => registerItemData(platform),
  jobs: ({ platform }) => registerItemJobs(platform),
  events: ({ platform, outbox, realtime }) => registerItemEvents(platform, outbox, realtime),
});
