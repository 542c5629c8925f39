import { lazy, Suspense, useEffect, useState } from 'react';
import { OFFER_PARAMETER } from '@stagedoor/contract/offer-links.values';
import { useLocation } from 'react-router';
import { Card } from '../../ui/Card.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import type { OfferCardProps } from './OfferCard.tsx';
import styles from './performers.module.css';

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
  const code = new URLSearchParams(useLocation().search).get(OFFER_PARAMETER);
  // The page may have it twice, for phones and for desktops: what one has read must not be in the other before it is hydrated.
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!code) return null;
  return isHydrated ? (
    <Suspense fallback={<OfferPlace />}>
      <Late {...props} code={code} />
    </Suspense>
  ) : (
    <OfferPlace />
  );
};
