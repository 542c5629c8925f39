import type { ProductView } from '@stagedoor/contract/products';

/** A product in the cart, as it was when it was put there. */
export interface CartItem {
  _id: string;
  name: string;
  type: 'physical' | 'digital';
  /** Tokens for one, then. */
  price: number;
  quantity: number;
}

/** The specification's shape: the items, unique by `_id`, and how many there are. */
export interface Cart {
  total: number;
  items: readonly CartItem[];
}

/** As many kinds of product as one order takes, and as many of each. */
export const MOST_ITEMS = 50;
export const MOST_OF_EACH = 99;
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
    item.quantity! <= MOST_OF_EACH
  );
};

/** The cart that was kept; whatever isn't one of ours is left out. */
export const parseCart = (kept: string | null): Cart => {
  try {
    const items: unknown = (JSON.parse(kept ?? 'null') as { items?: unknown } | null)?.items;
    if (!Array.isArray(items)) return EMPTY_CART;
    const known = new Map(items.filter(isItem).map((item) => [item._id, item]));
    return known.size === 0 ? EMPTY_CART : of([...known.values()].slice(0, MOST_ITEMS));
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
 * Puts items in. If any of them is in it already, the whole add is ignored (specification, section 4); also when it would not fit.
 * @returns the same cart when nothing was added
 */
export const addItems = (cart: Cart, added: readonly CartItem[]): Cart => {
  const known = new Set(cart.items.map(({ _id }) => _id));
  if (added.some(({ _id }) => known.has(_id))) return cart;
  const once = [...new Map(added.map((item) => [item._id, item])).values()];
  return once.length === 0 || cart.total + once.length > MOST_ITEMS ? cart : of([...cart.items, ...once]);
};

export const withoutItems = (cart: Cart, ids: readonly string[]): Cart => of(cart.items.filter(({ _id }) => !ids.includes(_id)));

/** Changes how many of one are wanted; of what is downloaded there is one. */
export const withQuantity = (cart: Cart, id: string, quantity: number): Cart =>
  of(
    cart.items.map((item) =>
      item._id === id && item.type === 'physical' ? { ...item, quantity: Math.min(MOST_OF_EACH, Math.max(1, Math.round(quantity))) } : item,
    ),
  );

/** A line of the cart with what the server says of it now. */
export interface CartLine {
  item: CartItem;
  /** Undefined: no longer on sale. */
  product: ProductView | undefined;
  /** Why it is not bought with the others. */
  obstacle: 'gone' | 'soldOut' | 'owned' | 'own' | null;
  /** What can be had of it. */
  quantity: number;
}

const obstacleOf = (product: ProductView | undefined): CartLine['obstacle'] => {
  if (!product) return 'gone';
  if (product.access.allowed && product.access.reason === 'buyer') return 'owned';
  if (product.access.allowed && product.access.reason === 'own') return 'own';
  return product.isAvailable ? null : 'soldOut';
};

/** The cart beside the server's products: what can be bought of it, at which price. */
export const linesOf = (cart: Cart, products: readonly ProductView[]): CartLine[] => {
  const known = new Map(products.map((product) => [product._id, product]));
  return cart.items.map((item) => {
    const product = known.get(item._id);
    return { item, product, obstacle: obstacleOf(product), quantity: Math.min(item.quantity, product?.stock ?? item.quantity) };
  });
};
