import type { AccessOption } from '@stagedoor/contract/entitlement';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import type { InterruptedPurchase } from '../checkout/interrupted-purchase.ts';
import type { OpenedRef } from './item-calls.ts';
import { isSoldKind } from '@stagedoor/contract/items.values';
import { useReaction } from './use-reaction.ts';
import type { Unlock } from './use-unlock.ts';

/** Sheets that an access option may need. */
export type AccessSheet = 'subscribe' | 'topUp' | 'unlock';

/** How a viewer gets access to a locked item: its cheapest option, and what pressing the button does. */
export interface ItemAccess {
  /** The cheapest access option; none while it is open. */
  way: AccessOption | undefined;
  /** Presses the offer: logs in, subscribes, tops up, or pays from the wallet. */
  press: () => void;
  follow: () => Promise<void>;
  /** Whether other methods of payment can be chosen. */
  hasMethods: boolean;
  sheet: AccessSheet | null;
  setSheet: (sheet: AccessSheet | null) => void;
}

/** @param onChange called when the viewer follows: lists must be fetched again */
export const useItemAccess = <Item extends OpenedRef>({ item, state, unlock }: Unlock<Item>, onChange?: () => void): ItemAccess => {
  const user = useSession();
  const navigate = useNavigate();
  const address = useLocation();
  const [sheet, setSheet] = useState<AccessSheet | null>(null);
  const follow = useReaction({ objectType: 'performer', objectId: item.performer._id, action: 'follow' }, { active: false, total: 0 });
  const way = item.access.allowed ? undefined : item.access.waysIn[0];
  const purchaseFor = ({ kind, period }: NonNullable<typeof way>): InterruptedPurchase =>
    kind === 'subscribe'
      ? { kind: 'subscribe', performer: item.performer.username, period: period === 'year' ? 'yearly' : 'monthly', renews: null }
      : { kind: 'unlock', item: { kind: item.kind, _id: item._id }, coupon: null };
  /** To the log-in, and back to what was pressed. */
  const logIn = async (): Promise<void> => {
    if (!way) return void navigate(loginFor(address.pathname + address.search));
    // Loaded on the press: most readers of home are logged in.
    const { withPurchase } = await import('../checkout/interrupted-purchase.ts');
    await navigate(loginFor(withPurchase(address, purchaseFor(way))));
  };
  return {
    way,
    press: () => {
      if (!user) return void logIn();
      if (way?.kind === 'subscribe') return setSheet('subscribe');
      if (state === 'short') return setSheet('topUp');
      // The card shows the unlocked media; refetching the list would remove the receipt.
      void unlock();
    },
    follow: async () => {
      await follow.toggle();
      onChange?.();
    },
    hasMethods: user !== null && way?.kind === 'buy' && isSoldKind(item.kind) && state !== 'paying',
    sheet,
    setSheet,
  };
};
