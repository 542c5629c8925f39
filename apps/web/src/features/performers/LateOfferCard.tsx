import { lazy, Suspense } from 'react';
import { Card } from '../../ui/Card.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import type { OfferCardProps } from './OfferCard.tsx';
import styles from './profile.module.css';
import { useOfferCode } from './use-offer-code.ts';

/** Loaded after the page, for the few who come by an offer link. */
const Late = lazy(() => import('./OfferCard.tsx'));

/** Where the offer, or the reason against it, will be. */
const OfferPlace = () => (
  <Card pad="lg" className={styles.offer}>
    <RowsSkeleton rows={2} />
  </Card>
);

/** The offer of the link in the address, if there is one. */
export const LateOfferCard = (props: Omit<OfferCardProps, 'code'>) => {
  const code = useOfferCode();
  if (code === null) return null;
  return (
    <Suspense fallback={<OfferPlace />}>
      <Late {...props} code={code} />
    </Suspense>
  );
};
