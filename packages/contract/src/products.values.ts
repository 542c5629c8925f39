// Constants of products without Zod, so that the web shares them.

export const PRODUCT_TYPES = ['physical', 'digital'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];
/** Pieces of one product at most. */
export const MAX_STOCK = 1_000_000;
/** Pictures of one product. */
export const PRODUCT_PICTURES = 10;
/** Countries with a price of their own. */
export const SHIPPING_PRICES = 250;
/** Every country without a price of its own. */
export const EVERYWHERE = '*';
