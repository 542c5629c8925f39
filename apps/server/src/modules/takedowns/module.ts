import { defineModule } from '../../platform/module.ts';
import { registerTakedownData } from './personal-data.ts';
import { registerTakedownEvents } from './takedowns.events.ts';
import { registerTakedownJobs } from './takedowns.jobs.ts';
import { bindTakedowns } from './takedowns.routes.ts';

export const takedowns = defineModule({
  name: 'takedowns',
  tables: ['takedown_notices'],
  endpoints: ({ bind, platform }) => bindTakedowns(bind, platform),
  personalData: ({ platform }) => registerTakedownData(platform),
  jobs: ({ platform }) => registerTakedownJobs(platform),
  events: ({ platform, outbox }) => registerTakedownEvents(platform, outbox),
});
