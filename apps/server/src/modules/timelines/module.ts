import { defineModule } from '../../platform/module.ts';
import { registerTimelineData } from './personal-data.ts';
import { registerTimelineEvents } from './timelines.events.ts';
import { bindTimelines } from './timelines.routes.ts';
import { registerTimelineJobs } from './write-timelines.ts';

export const timelines = defineModule({
  name: 'timelines',
  tables: ['timelines', 'inactive_homes'],
  endpoints: ({ bind, platform }) => bindTimelines(bind, platform),
  personalData: ({ platform }) => registerTimelineData(platform),
  jobs: ({ platform }) => registerTimelineJobs(platform),
  events: ({ platform, outbox, realtime }) => registerTimelineEvents(platform, outbox, realtime),
});
