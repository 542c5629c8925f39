import type { PurchaseRow } from '@stagedoor/contract/payments';
import type { Format } from '../../ui/format.tsx';
import type { Translate } from '../../ui/text.ts';

/** Names the bought products: "Silk bag", "Silk bag and Print", "Silk bag, Print and 2 more"; empty for what isn't products. */
export const productNames = (products: PurchaseRow['products'], { t, format }: { t: Translate; format: Pick<Format, 'list'> }): string => {
  if (!products) return '';
  const more = products.count - products.names.length;
  return more > 0 ? t('purchases.andMore', { names: products.names.join(', '), count: more }) : format.list(products.names);
};
