import { defineModule } from '../../platform/module.ts';
import { bindSearch } from './search.routes.ts';

export const search = defineModule({
  name: 'search',
  tables: [],
  endpoints: ({ bind, platform }) => bindSearch(bind, platform),
});
