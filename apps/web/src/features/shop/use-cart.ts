import { useCallback, useSyncExternalStore } from 'react';
import { addItems, type Cart, type CartItem, EMPTY_CART, parseCart, withoutItems, withQuantity } from './cart.ts';

/** Where the cart lies in the browser's storage (specification, section 3). */
const KEY = 'cart';
/** The order by card that was last made of the cart, and of what. */
const PENDING_KEY = 'cart.pending';

const listeners = new Set<() => void>();
let written: string | null | undefined;
let cart: Cart = EMPTY_CART;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const keep = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the cart lasts as long as the page.
  }
};

/** The same object until what is kept changes, here or in another tab. */
const read = (): Cart => {
  const now = stored(KEY);
  if (now !== written) {
    written = now;
    cart = parseCart(now);
  }
  return cart;
};

const write = (next: Cart): void => {
  cart = next;
  const text = JSON.stringify(next);
  keep(KEY, text);
  // Where it can't be kept, what is read stays what it was, and so this stays the cart.
  written = stored(KEY);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};

/** The cart of this browser; undefined where there is none yet: on the server, and until the page has come to life. */
export const useCart = (): Cart | undefined => useSyncExternalStore<Cart | undefined>(subscribe, read, () => undefined);

/** How many kinds of product are in it. */
export const useCartTotal = (): number =>
  useSyncExternalStore(
    subscribe,
    () => read().total,
    () => 0,
  );

export const useCartChanges = () => ({
  /** @returns whether they were put in; nothing is when one of them is in it already */
  add: useCallback((items: readonly CartItem[]): boolean => {
    const before = read();
    const next = addItems(before, items);
    if (next !== before) write(next);
    return next !== before;
  }, []),
  setQuantity: useCallback((id: string, quantity: number) => write(withQuantity(read(), id, quantity)), []),
  remove: useCallback((ids: readonly string[]) => write(withoutItems(read(), ids)), []),
});

/** Notes what is being paid on the gateway's page, so that it leaves the cart once it is paid. */
export const keepPending = (orderId: string, ids: readonly string[]): void => keep(PENDING_KEY, JSON.stringify({ orderId, ids }));

const pending = (): { orderId: string; ids: string[] } | null => {
  try {
    const kept = JSON.parse(stored(PENDING_KEY) ?? 'null') as { orderId?: unknown; ids?: unknown } | null;
    return kept && typeof kept.orderId === 'string' && Array.isArray(kept.ids)
      ? { orderId: kept.orderId, ids: kept.ids.map(String) }
      : null;
  } catch {
    return null;
  }
};

/** The order by card that the cart may still be waiting for. */
export const pendingOrderId = (): string | null => pending()?.orderId ?? null;

/** Takes out of the cart what this order has paid. @returns whether it was an order of the cart */
export const settlePending = (orderId: string): boolean => {
  const known = pending();
  if (known?.orderId !== orderId) return false;
  keep(PENDING_KEY, null);
  write(withoutItems(read(), known.ids));
  return true;
};

export const forgetPending = (): void => keep(PENDING_KEY, null);
