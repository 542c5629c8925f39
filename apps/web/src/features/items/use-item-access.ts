import type { AccessOption } from '@stagedoor/contract/entitlement';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useBoot } from '../../app/boot.tsx';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import type { InterruptedPurchase } from '../checkout/interrupted-purchase.ts';
import type { OpenedRef } from './item-calls.ts';
import { isBoughtKind, isSoldKind } from '@stagedoor/contract/items.values';
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
  /** What the other ways to pay are called, a card and a coupon or one of them; null where there is none. */
  otherWays: 'feed.otherWays' | 'feed.withCoupon' | 'checkout.payByCard' | null;
  sheet: AccessSheet | null;
  setSheet: (sheet: AccessSheet | null) => void;
}

/** Kinds with wallet calls of their own take coupons. */
const otherWaysOf = (kind: OpenedRef['kind'], takesCards: boolean): ItemAccess['otherWays'] =>
  isBoughtKind(kind) ? (takesCards ? 'feed.otherWays' : 'feed.withCoupon') : takesCards ? 'checkout.payByCard' : null;

/** @param onChange called when the viewer follows: lists must be fetched again */
export const useItemAccess = <Item extends OpenedRef>({ item, state, unlock }: Unlock<Item>, onChange?: () => void): ItemAccess => {
  const user = useSession();
  const { takesCards } = useBoot();
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
    otherWays:
      user !== null && way?.kind === 'buy' && isSoldKind(item.kind) && state !== 'paying' ? otherWaysOf(item.kind, takesCards) : null,
    sheet,
    setSheet,
  };
};
