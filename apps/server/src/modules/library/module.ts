import { defineModule } from '../../platform/module.ts';
import { bindLibrary } from './library.routes.ts';

export const library = defineModule({
  name: 'library',
  tables: [],
  endpoints: ({ bind, platform }) => bindLibrary(bind, platform),
});
