import type { ProductView } from '@stagedoor/contract/products';

/** A product in the cart, as it was when added. */
export interface CartItem {
  _id: string;
  name: string;
  type: 'physical' | 'digital';
  /** Price of one in tokens, at that time. */
  price: number;
  quantity: number;
}

/** The specified shape: the items, unique by `_id`, and their number. */
export interface Cart {
  total: number;
  items: readonly CartItem[];
}

/** Maximum number of different products in an order, and of each. */
export const MAX_ITEMS = 50;
export const MAX_QUANTITY = 99;
export const EMPTY_CART: Cart = { total: 0, items: [] };

const of = (items: readonly CartItem[]): Cart => ({ total: items.length, items });

const isItem = (value: unknown): value is CartItem => {
  const item = value as Partial<CartItem> | null;
  return (
    typeof item === 'object' &&
    item !== null &&
    typeof item._id === 'string' &&
    typeof item.name === 'string' &&
    (item.type === 'physical' || item.type === 'digital') &&
    typeof item.price === 'number' &&
    Number.isInteger(item.quantity) &&
    item.quantity! >= 1 &&
    item.quantity! <= MAX_QUANTITY
  );
};

/** Parses the stored cart; invalid entries are dropped. */
export const parseCart = (kept: string | null): Cart => {
  try {
    const items: unknown = (JSON.parse(kept ?? 'null') as { items?: unknown } | null)?.items;
    if (!Array.isArray(items)) return EMPTY_CART;
    const known = new Map(items.filter(isItem).map((item) => [item._id, item]));
    return known.size === 0 ? EMPTY_CART : of([...known.values()].slice(0, MAX_ITEMS));
  } catch {
    return EMPTY_CART;
  }
};

export const cartItemOf = ({ _id, name, type, price }: Pick<ProductView, '_id' | 'name' | 'type' | 'price'>): CartItem => ({
  _id,
  name,
  type,
  price,
  quantity: 1,
});

/**
 * Adds items. If any of them is in the cart already, the whole add is ignored (specification, section 4); also if it would exceed the limits.
 * @returns the same cart when nothing was added
 */
export const addItems = (cart: Cart, added: readonly CartItem[]): Cart => {
  const known = new Set(cart.items.map(({ _id }) => _id));
  if (added.some(({ _id }) => known.has(_id))) return cart;
  const once = [...new Map(added.map((item) => [item._id, item])).values()];
  return once.length === 0 || cart.total + once.length > MAX_ITEMS ? cart : of([...cart.items, ...once]);
};

export const withoutItems = (cart: Cart, ids: readonly string[]): Cart => of(cart.items.filter(({ _id }) => !ids.includes(_id)));

/** Changes the quantity of an item; downloads always have 1. */
export const withQuantity = (cart: Cart, id: string, quantity: number): Cart =>
  of(
    cart.items.map((item) =>
      item._id === id && item.type === 'physical' ? { ...item, quantity: Math.min(MAX_QUANTITY, Math.max(1, Math.round(quantity))) } : item,
    ),
  );

/** A line of the cart with the product's current data. */
export interface CartLine {
  item: CartItem;
  /** Undefined: no longer on sale. */
  product: ProductView | undefined;
  /** Why it is excluded from the purchase. */
  obstacle: 'gone' | 'soldOut' | 'owned' | 'own' | null;
  /** The available quantity. */
  quantity: number;
}

const unavailableReason = (product: ProductView | undefined): CartLine['obstacle'] => {
  if (!product) return 'gone';
  if (product.access.allowed && product.access.reason === 'buyer') return 'owned';
  if (product.access.allowed && product.access.reason === 'own') return 'own';
  return product.isAvailable ? null : 'soldOut';
};

/** The cart joined with the server's products: what can be bought, at which price. */
export const linesOf = (cart: Cart, products: readonly ProductView[]): CartLine[] => {
  const known = new Map(products.map((product) => [product._id, product]));
  return cart.items.map((item) => {
    const product = known.get(item._id);
    return { item, product, obstacle: unavailableReason(product), quantity: Math.min(item.quantity, product?.stock ?? item.quantity) };
  });
};
