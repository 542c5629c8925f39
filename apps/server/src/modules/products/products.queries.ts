import type { ProductType } from '@stagedoor/contract/products.values';
import { type RawBuilder, sql } from 'kysely';

/** The condition that keeps to physical or to digital products; for a list of items. */
export const ofType = (type: ProductType): RawBuilder<unknown> =>
  sql`exists (select from products d where d.id = i.id and d.type = ${type})`;
