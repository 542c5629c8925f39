import { isAgeGate } from '@stagedoor/contract/web';
import { lazy, Suspense } from 'react';
import { useBoot } from '../boot.tsx';
import type { NavItem } from './navigation.tsx';

const load = () => import('./UnreadBadge.tsx');
/** Visitors don't need its code; the server renders it at once. */
const UnreadBadge = import.meta.env.SSR ? (await load()).default : lazy(load);

/** How much of an entry is unread; entries that have it are shown to accounts alone. Behind the age gate nobody may know. */
export const Unread = ({ of: { badge }, className }: { of: NavItem; className?: string | undefined }) => {
  const isClosed = isAgeGate(useBoot().gate);
  return badge && !isClosed ? (
    <Suspense>
      <UnreadBadge badge={badge} className={className} />
    </Suspense>
  ) : null;
};
