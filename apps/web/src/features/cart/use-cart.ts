import { useCallback, useSyncExternalStore } from 'react';
import { forgetDraft } from './saved-address.ts';
import { addItems, type Cart, type CartItem, EMPTY_CART, parseCart, withoutItems, withQuantity } from './cart.ts';

/** Storage key of the cart (specification, section 3). */
const KEY = 'cart';
/** The last card order made from the cart, and its items. */
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

/** Returns the same object until the stored value changes, here or in another tab. */
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
  // If it can't be stored, the stored value doesn't change and this stays the cart.
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

/** The cart of this browser; undefined on the server and before hydration. */
export const useCart = (): Cart | undefined => useSyncExternalStore<Cart | undefined>(subscribe, read, () => undefined);

/** Number of different products in it. */
export const useCartTotal = (): number =>
  useSyncExternalStore(
    subscribe,
    () => read().total,
    () => 0,
  );

export const useCartChanges = () => ({
  /** @returns whether they were added; nothing is added when one of them is in the cart already */
  add: useCallback((items: readonly CartItem[]): boolean => {
    const before = read();
    const next = addItems(before, items);
    if (next !== before) write(next);
    return next !== before;
  }, []),
  setQuantity: useCallback((id: string, quantity: number) => write(withQuantity(read(), id, quantity)), []),
  remove: useCallback((ids: readonly string[]) => write(withoutItems(read(), ids)), []),
});

/** Records a card order on the gateway's page, so that its items leave the cart once it is paid. */
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

/** The card order the cart may still be waiting for. */
export const pendingOrderId = (): string | null => pending()?.orderId ?? null;

/** Removes a paid order's items from the cart. @returns whether it was an order of the cart */
export const settlePending = (orderId: string): boolean => {
  const known = pending();
  if (known?.orderId !== orderId) return false;
  keep(PENDING_KEY, null);
  forgetDraft();
  write(withoutItems(read(), known.ids));
  return true;
};

export const forgetPending = (): void => keep(PENDING_KEY, null);
