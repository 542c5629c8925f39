import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { FeedView } from '@stagedoor/contract/feeds';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';

export type Receipt = ResponseOf<Contract['POST /payment-wallet/purchase-feed']>;

/** State of an unlock; see LockedMedia. */
export type UnlockState = 'locked' | 'paying' | 'short' | 'failed' | 'parting' | 'unlocked';

interface Unlocked {
  feed: FeedView;
  receipt: Receipt;
}
type UnlockListener = (unlocked: Unlocked) => void;

/** A post can be on the page and in a sheet above it: a purchase in one opens both. */
const hearers = new Map<string, Set<UnlockListener>>();

const listen = (feedId: string, hear: UnlockListener): (() => void) => {
  const known = hearers.get(feedId) ?? new Set();
  hearers.set(feedId, known.add(hear));
  return () => {
    known.delete(hear);
    if (known.size === 0 && hearers.get(feedId) === known) hearers.delete(feedId);
  };
};

/** Buys a feed from the wallet, in place: pays, fetches the content, opens the curtain. */
export const useUnlock = (feed: FeedView) => {
  const store = useSessionStore();
  const client = useQueryClient();
  const purchase = useAction('POST /payment-wallet/purchase-feed');
  const [opened, setOpened] = useState<Unlocked | null>(null);
  const [parted, setParted] = useState(false);
  const [balance, setBalance] = useState<number | null>(null);
  const { _id: id } = feed;
  useEffect(() => listen(id, setOpened), [id]);
  const short = purchase.error?.code === 'INSUFFICIENT_TOKENS';

  /** @param couponCode applied before */
  const unlock = async (couponCode?: string): Promise<boolean> => {
    const body = { feedId: feed._id, priceVersion: feed.priceVersion, ...(couponCode ? { couponCode } : {}) };
    const paid = await purchase.run({ body });
    if (!paid) {
      // The price or the balance differs from what the page shows: refetch.
      const me = await call('GET /users/me').catch(() => null);
      if (me) {
        store.set(me);
        setBalance(me.balance);
      }
      return false;
    }
    store.update({ balance: paid.balance });
    const unlocked = { feed: await call('GET /feeds/{id}', { params: { id: feed._id } }), receipt: paid };
    for (const hear of hearers.get(feed._id) ?? []) hear(unlocked);
    void client.invalidateQueries({ queryKey: ['GET /wallet-transactions/user/search'] });
    return true;
  };

  const state: UnlockState = opened
    ? parted
      ? 'unlocked'
      : 'parting'
    : purchase.busy
      ? 'paying'
      : short
        ? 'short'
        : purchase.error
          ? 'failed'
          : 'locked';
  return {
    state,
    feed: opened?.feed ?? feed,
    receipt: opened?.receipt ?? null,
    balance,
    error: purchase.error,
    unlock,
    onParted: () => setParted(true),
  };
};
