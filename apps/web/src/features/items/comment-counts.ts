import { useCallback, useSyncExternalStore } from 'react';
import type { ActedRef } from './item-calls.ts';

/** Counts of comments that this page knows better than the item it was loaded with. */
const counts = new Map<string, { loaded: number; shown: number }>();
const listeners = new Set<() => void>();

/** Says how many comments an item has now; `loaded` is the count the item came with. */
export const setCommentCount = (itemId: string, loaded: number, shown: number): void => {
  const known = counts.get(itemId);
  if (known?.loaded === loaded && known.shown === shown) return;
  counts.set(itemId, { loaded, shown });
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The number of an item's comments; those written on this page are counted at once. */
export const useCommentCount = ({ _id: id, counts: { comments: loaded } }: ActedRef): number =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => {
      const known = counts.get(id);
      // An item loaded again has the newer count.
      return known?.loaded === loaded ? known.shown : loaded;
    }, [id, loaded]),
    () => loaded,
  );
