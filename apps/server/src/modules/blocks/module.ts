import { defineModule } from '../../platform/module.ts';
import { bindBlocks } from './blocks.routes.ts';
import { registerBlockData } from './personal-data.ts';

export const blocks = defineModule({
  name: 'blocks',
  tables: ['blocks', 'country_blocks', 'mutes'],
  endpoints: ({ bind, platform }) => bindBlocks(bind, platform),
  personalData: ({ platform }) => registerBlockData(platform),
});
