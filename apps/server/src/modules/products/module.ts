import { defineModule } from '../../platform/module.ts';
import { registerItemKind } from '../items/index.ts';
import { registerProductData } from './personal-data.ts';
import { productKind } from './products.kind.ts';
import { bindProducts } from './products.routes.ts';

export const products = defineModule({
  name: 'products',
  tables: ['products', 'product_shipping'],
  itemKinds: () => registerItemKind(productKind),
  endpoints: ({ bind, platform }) => bindProducts(bind, platform),
  personalData: ({ platform }) => registerProductData(platform),
});
