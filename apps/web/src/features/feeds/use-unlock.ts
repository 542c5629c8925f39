import type { AnswerOf, Contract } from '@stagedoor/contract';
import type { FeedView } from '@stagedoor/contract/feeds';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';

export type Receipt = AnswerOf<Contract['POST /payment-wallet/purchase-feed']>;

/** Where an unlock stands; see LockedMedia. */
export type UnlockState = 'locked' | 'paying' | 'short' | 'failed' | 'parting' | 'unlocked';

/** Buys a feed from the wallet, in place: pays, fetches what is inside, parts the curtain. */
export const useUnlock = (feed: FeedView) => {
  const store = useSessionStore();
  const client = useQueryClient();
  const purchase = useAction('POST /payment-wallet/purchase-feed');
  const [opened, setOpened] = useState<FeedView | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [parted, setParted] = useState(false);
  const [balance, setBalance] = useState<number | null>(null);
  const short = purchase.error?.code === 'INSUFFICIENT_TOKENS';

  const unlock = async (): Promise<boolean> => {
    const paid = await purchase.run({ body: { feedId: feed._id, priceVersion: feed.priceVersion } });
    if (!paid) {
      // The price or the balance is not what this page thought: look again.
      const me = await call('GET /users/me').catch(() => null);
      if (me) {
        store.set(me);
        setBalance(me.balance);
      }
      return false;
    }
    store.update({ balance: paid.balance });
    setReceipt(paid);
    setOpened(await call('GET /feeds/{id}', { params: { id: feed._id } }));
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
  return { state, feed: opened ?? feed, receipt, balance, reason: purchase.error?.message, unlock, onParted: () => setParted(true) };
};
