import { defineModule } from '../../platform/module.ts';
import { registerItemKind } from '../items/index.ts';
import { photoKind } from './photos.kind.ts';

export const photos = defineModule({
  name: 'photos',
  tables: ['photos'],
  itemKinds: () => registerItemKind(photoKind),
});
