import { defineModule } from '../../platform/module.ts';
import { registerTakedownJobs } from './takedowns.jobs.ts';
import { bindTakedowns } from './takedowns.routes.ts';

export const takedowns = defineModule({
  name: 'takedowns',
  tables: ['takedown_notices'],
  endpoints: ({ bind, platform }) => bindTakedowns(bind, platform),
  jobs: ({ platform }) => registerTakedownJobs(platform),
});
