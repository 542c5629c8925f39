import type { PurchaseRow } from '@stagedoor/contract/payments';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import styles from '../../../features/orders/orders.module.css';
import { PURCHASE_ICONS } from './purchase-kinds.ts';
import { purchasePage, PurchaseLine } from '../../../features/orders/PurchaseLine.tsx';

/** Loaded on the first press. */
const BoughtFilesSheet = lazy(async () => ({
  default: (await import('../../../features/messages/BoughtFilesSheet.tsx')).BoughtFilesSheet,
}));

/** A purchase, linked to what was bought. */
export const PurchaseItem = ({ row }: { row: PurchaseRow }) => {
  const [isOpened, setOpened] = useState(false);
  const to = purchasePage(row);
  const inside = <PurchaseLine row={row} Icon={PURCHASE_ICONS[row.kind]} />;
  // A message has no page of its own, and may have been removed.
  if (row.kind === 'message' && row.item)
    return (
      <>
        <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => setOpened(true)}>
          {inside}
        </button>
        {isOpened ? (
          <Suspense>
            <BoughtFilesSheet itemId={row.item.id} name={row.counterparty?.name ?? ''} onClose={() => setOpened(false)} />
          </Suspense>
        ) : null}
      </>
    );
  return to ? (
    <Link to={to} className={styles.row}>
      {inside}
    </Link>
  ) : (
    <div className={styles.row}>{inside}</div>
  );
};
