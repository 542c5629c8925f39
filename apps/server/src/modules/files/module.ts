import { defineModule } from '../../platform/module.ts';
import { registerFileJobs } from './files.jobs.ts';
import { registerFileData } from './personal-data.ts';

export const files = defineModule({
  name: 'files',
  tables: ['blocked_files', 'files', 'file_sweeps'],
  personalData: ({ platform }) => registerFileData(platform),
  jobs: ({ platform }) => registerFileJobs(platform),
});
