import { defineModule } from '../../platform/module.ts';
import { bindEarnings } from './earnings.routes.ts';

export const earnings = defineModule({
  name: 'earnings',
  tables: [],
  endpoints: ({ bind, platform }) => bindEarnings(bind, platform),
});
