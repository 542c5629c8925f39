import { defineModule } from '../../platform/module.ts';
import { bindMedia } from './media.routes.ts';

export const media = defineModule({
  name: 'media',
  tables: [],
  endpoints: ({ bind, platform }) => bindMedia(bind, platform),
});
