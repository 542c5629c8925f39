import { categories as calls } from '@stagedoor/contract/catalog';
import { defineModule } from '../../platform/module.ts';
import { getCategory, listAllCategories, listCategories } from './categories.queries.ts';
import { saveCategory } from './save-category.ts';

export const categories = defineModule({
  name: 'categories',
  tables: ['categories'],
  endpoints: ({ bind, platform }) =>
    bind(calls, {
      'GET /categories/search': (call, { query }) => listCategories(platform, call.locale, query),
      'GET /admin/categories': (_call, { query }) => listAllCategories(platform, query),
      'POST /admin/categories': async ({ viewer, idempotency }, { body }) =>
        getCategory(platform, await saveCategory(platform, viewer.accountId, null, body, idempotency)),
      'PUT /admin/categories/{id}': async ({ viewer, idempotency }, { params, body }) =>
        getCategory(platform, await saveCategory(platform, viewer.accountId, params.id, body, idempotency)),
    }),
});
