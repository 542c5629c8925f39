import { defineModule } from '../../platform/module.ts';
import { registerItemKind } from '../items/index.ts';
import { reelKind } from './reels.kind.ts';
import { bindReels } from './reels.routes.ts';

export const reels = defineModule({
  name: 'reels',
  tables: ['reels'],
  itemKinds: () => registerItemKind(reelKind),
  endpoints: ({ bind, platform }) => bindReels(bind, platform),
});
