import { defineModule } from '../../platform/module.ts';
import { bindProducts } from './products.routes.ts';

export const products = defineModule({
  name: 'products',
  tables: ['products'],
  endpoints: ({ bind, platform }) => bindProducts(bind, platform),
});
