import { defineModule } from '../../platform/module.ts';
import { bindBulkActs } from './bulk-acts.routes.ts';
import { registerCountJobs } from './list-counts.ts';
import { registerBulkActData } from './personal-data.ts';
import { registerBulkActJobs } from './run-act.ts';

export const bulkActs = defineModule({
  name: 'bulk-acts',
  tables: ['bulk_act_rows', 'bulk_acts', 'list_counts'],
  endpoints: ({ bind, platform }) => bindBulkActs(bind, platform),
  personalData: ({ platform }) => registerBulkActData(platform),
  jobs: ({ platform }) => {
    registerBulkActJobs(platform);
    registerCountJobs(platform);
  },
});
