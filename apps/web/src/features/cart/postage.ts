import type { ProductView } from '@stagedoor/contract/products';
import { EVERYWHERE } from '@stagedoor/contract/products.values';

type Sent = Pick<ProductView, 'type' | 'shipping'> & { performer: { _id: string } };

/** Tokens for sending one product to a country; null where it isn't sent, zero for a download. */
export const postageOf = ({ type, shipping }: Pick<Sent, 'type' | 'shipping'>, country: string): number | null => {
  if (type === 'digital') return 0;
  return (shipping.find((one) => one.country === country) ?? shipping.find((one) => one.country === EVERYWHERE))?.price ?? null;
};

/** Tokens for each parcel of a cart: of each seller's products the dearest counts; null where one of them isn't sent. */
export const parcelsOfCart = (products: readonly Sent[], country: string): readonly number[] | null => {
  const parcels = new Map<string, number>();
  for (const product of products) {
    const price = postageOf(product, country);
    if (price === null) return null;
    parcels.set(product.performer._id, Math.max(parcels.get(product.performer._id) ?? 0, price));
  }
  return [...parcels.values()];
};
