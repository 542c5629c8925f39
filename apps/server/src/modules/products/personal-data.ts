import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** What sending a performer's products costs; the products themselves are exported with the items. */
export const registerProductData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'products',
    tables: ['product_shipping'],
    async read(executor, accountId) {
      const ofOwn = sql`t.product_id in (select id from items where performer_id = ${accountId}::uuid)`;
      return { data: { shipping: await readRows(executor, 'product_shipping', ofOwn) } };
    },
  });
