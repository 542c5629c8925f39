import { defineModule } from '../../platform/module.ts';
import { bindAge } from './age.routes.ts';
import { registerAgeData } from './personal-data.ts';
import { pruneChecks } from './prune-checks.ts';

export const age = defineModule({
  name: 'age',
  tables: ['age_providers', 'age_checks', 'age_assurances'],
  endpoints: ({ bind, platform }) => bindAge(bind, platform),
  personalData: ({ platform }) => registerAgeData(platform),
  jobs: ({ platform }) => platform.jobs.schedule('age:prune', '23 4 * * *', async () => void (await pruneChecks(platform))),
});
