import { type ComponentType, lazy, Suspense } from 'react';
import type { ComingCardProps } from './ComingCard.tsx';

const Late: ComponentType<ComingCardProps> = import.meta.env.SSR ? () => null : lazy(() => import('./ComingCard.tsx'));

/** Coming shows on a page that is rendered without them: their code and data arrive after it. */
export const LateComingCard = (props: ComingCardProps) => (
  <Suspense>
    <Late {...props} />
  </Suspense>
);
