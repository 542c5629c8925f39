import { lazy, Suspense } from 'react';
import type { OpenedRef } from './item-calls.ts';
import type { ItemAccess } from './use-item-access.ts';

/** Loaded on the first press: most purchases are paid from the wallet, in place. */
const SubscribeSheet = lazy(async () => ({ default: (await import('../checkout/SubscribeSheet.tsx')).SubscribeSheet }));
const ItemTopUp = lazy(async () => ({ default: (await import('./ItemTopUp.tsx')).ItemTopUp }));
const UnlockSheet = lazy(async () => ({ default: (await import('./UnlockSheet.tsx')).UnlockSheet }));

/** The sheets of a locked item's access options. @param onChange called after a subscription */
export const AccessSheets = ({ item, access, onChange }: { item: OpenedRef; access: ItemAccess; onChange?: (() => void) | undefined }) => {
  const { sheet, setSheet, way } = access;
  const close = () => setSheet(null);
  if (sheet === null) return null;
  return (
    <Suspense>
      {sheet === 'subscribe' ? (
        <SubscribeSheet
          username={item.performer.username}
          onClose={close}
          onSubscribed={() => {
            close();
            onChange?.();
          }}
        />
      ) : sheet === 'unlock' ? (
        <UnlockSheet item={item} onClose={close} />
      ) : way ? (
        <ItemTopUp item={item} needed={way.price} onClose={close} />
      ) : null}
    </Suspense>
  );
};
