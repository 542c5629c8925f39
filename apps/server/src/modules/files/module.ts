import { defineModule } from '../../platform/module.ts';
import { registerFileJobs } from './files.jobs.ts';
import { registerFileData } from './personal-data.ts';

export const files = defineModule({
  name: 'files',
  tables: ['blocked_files', 'blocked_hashes', 'copy_matches', 'files', 'file_hashes', 'file_sweeps'],
  personalData: ({ platform }) => registerFileData(platform),
  jobs: ({ platform }) => registerFileJobs(platform),
});
