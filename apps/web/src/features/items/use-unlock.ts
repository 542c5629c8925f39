import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import type { ApiError } from '../../app/api.ts';
import { useSessionStore } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type { OpenedRef } from './item-calls.ts';
import { loadItem } from './load-item.ts';
import { type Receipt, usePurchase } from './use-purchase.ts';

/** State of an unlock; see LockedMedia. */
export type UnlockState = 'locked' | 'paying' | 'short' | 'failed' | 'parting' | 'unlocked';

interface Unlocked {
  item: OpenedRef;
  /** Null for what was bought elsewhere. */
  receipt: Receipt | null;
}
type UnlockListener = (unlocked: Unlocked) => void;

/** An item can be on the page and in a sheet above it: a purchase in one opens both. */
const listeners = new Map<string, Set<UnlockListener>>();

const listen = (id: string, listener: UnlockListener): (() => void) => {
  const known = listeners.get(id) ?? new Set();
  listeners.set(id, known.add(listener));
  return () => {
    known.delete(listener);
    if (known.size === 0 && listeners.get(id) === known) listeners.delete(id);
  };
};

/** Whether an item was unlocked on this page, by any of its buttons. */
export const useIsUnlocked = (id: string): boolean => {
  const [isUnlocked, setUnlocked] = useState(false);
  useEffect(() => {
    setUnlocked(false);
    return listen(id, () => setUnlocked(true));
  }, [id]);
  return isUnlocked;
};

/** The unlock of an item, as its media and its button show it. */
export interface Unlock<Item extends OpenedRef = OpenedRef> {
  state: UnlockState;
  /** The item; with its contents once it is bought. */
  item: Item;
  receipt: Receipt | null;
  /** Tokens in the wallet, after a refusal. */
  balance: number | null;
  /** Why it was refused, as a sentence. */
  reason: string | null;
  error: ApiError | null;
  /** Pays, and opens what was bought meanwhile. @param couponCode applied before @returns whether it is open */
  unlock: (couponCode?: string) => Promise<boolean>;
  /** Opens an item that was bought elsewhere. @returns whether it is open */
  openBought: () => Promise<boolean>;
  onParted: () => void;
}

/** Buys an item from the wallet, in place: pays, fetches the content, opens the curtain. */
export const useUnlock = <Item extends OpenedRef>(item: Item): Unlock<Item> => {
  const t = useText();
  const store = useSessionStore();
  const client = useQueryClient();
  const purchase = usePurchase(item);
  const [opened, setOpened] = useState<Unlocked | null>(null);
  const [parted, setParted] = useState(false);
  const [balance, setBalance] = useState<number | null>(null);
  const { _id: id } = item;
  useEffect(() => listen(id, setOpened), [id]);
  const short = purchase.error?.code === 'INSUFFICIENT_TOKENS';

  const open = (unlocked: Unlocked): void => {
    for (const listener of listeners.get(id) ?? []) listener(unlocked);
    void client.invalidateQueries({ queryKey: ['GET /wallet-transactions/user/search'] });
  };
  const openBought = async (): Promise<boolean> => {
    // The other tab paid: the balance changed.
    void store.refresh(() => call('GET /users/me')).catch(() => null);
    const bought = await loadItem(item).catch(() => null);
    if (!bought?.access.allowed) return false;
    open({ item: bought, receipt: null });
    toast(t('checkout.alreadyYours'), { tone: 'info' });
    return true;
  };
  const unlock = async (couponCode?: string): Promise<boolean> => {
    const paid = await purchase.fromWallet({ priceVersion: item.priceVersion, couponCode });
    if (!paid && purchase.isBought() && (await openBought())) return true;
    if (!paid) {
      // The price or the balance differs from what the page shows: refetch.
      const me = await store.refresh(() => call('GET /users/me')).catch(() => null);
      if (me) setBalance(me.balance);
      return false;
    }
    store.update({ balance: paid.balance });
    open({ item: await loadItem(item), receipt: paid });
    return true;
  };

  const state: UnlockState = opened
    ? parted
      ? 'unlocked'
      : 'parting'
    : purchase.isPaying
      ? 'paying'
      : short
        ? 'short'
        : purchase.error
          ? 'failed'
          : 'locked';
  return {
    state,
    item: (opened?.item as Item | undefined) ?? item,
    receipt: opened?.receipt ?? null,
    balance,
    reason: purchase.error?.message ?? null,
    error: purchase.error,
    unlock,
    openBought,
    onParted: () => setParted(true),
  };
};
