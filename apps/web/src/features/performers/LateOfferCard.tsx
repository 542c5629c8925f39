import { lazy, Suspense } from 'react';
import { OFFER_PARAMETER } from '@stagedoor/contract/offer-links.values';
import { useLocation } from 'react-router';
import { Card } from '../../ui/Card.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import type { OfferCardProps } from './OfferCard.tsx';
import styles from './performers.module.css';

const importCard = () => import('./OfferCard.tsx');
type OfferCard = Awaited<ReturnType<typeof importCard>>['default'];

/** Where the offer or the reason against it will be. */
const OfferPlace = () => (
  <Card pad="lg" className={styles.offer}>
    <RowsSkeleton rows={2} />
  </Card>
);
/** Loaded after the page, for the few who come by an offer link: only the browser asks what it gives. */
const Late: OfferCard = import.meta.env.SSR ? OfferPlace : (lazy(importCard) as unknown as OfferCard);

/** The offer of the link in the address, if there is one. */
export const LateOfferCard = (props: Omit<OfferCardProps, 'code'>) => {
  const code = new URLSearchParams(useLocation().search).get(OFFER_PARAMETER);
  if (!code) return null;
  return (
    <Suspense fallback={<OfferPlace />}>
      <Late {...props} code={code} />
    </Suspense>
  );
};
