import { defineModule } from '../../platform/module.ts';
import { bindReference } from './reference.routes.ts';

export const reference = defineModule({
  name: 'reference',
  tables: [],
  endpoints: ({ bind }) => bindReference(bind),
});
