import { defineModule } from '../../platform/module.ts';
import { registerItemKind } from '../items/index.ts';
import { galleryKind } from './galleries.kind.ts';
import { bindGalleries } from './galleries.routes.ts';

export const galleries = defineModule({
  name: 'galleries',
  tables: ['galleries'],
  itemKinds: () => registerItemKind(galleryKind),
  endpoints: ({ bind, platform }) => bindGalleries(bind, platform),
});
