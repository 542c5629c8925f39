import { useLocation } from 'react-router';
import { withPurchase } from '../checkout/interrupted-purchase.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import type { OpenedRef } from './item-calls.ts';

/** Tops the wallet up for an item; its purchase is resumed afterwards. @param needed its price in tokens */
export const ItemTopUp = ({ item, needed, onClose }: { item: OpenedRef; needed: number; onClose: () => void }) => {
  const address = useLocation();
  const purchase = { kind: 'unlock', item: { kind: item.kind, _id: item._id }, coupon: null } as const;
  return <TopUpSheet needed={needed} returnTo={withPurchase(address, purchase)} onClose={onClose} />;
};
