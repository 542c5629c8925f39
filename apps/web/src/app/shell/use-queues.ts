import { useData } from '../data.ts';
import { useSession } from '../session.tsx';
import type { NavItem } from './navigation.tsx';

/** Milliseconds between polls. */
const POLL_MS = 60_000;

/** How much waits in the queues of the administration; nothing for who can't see it. */
export const useQueues = (isShown: boolean): ((item: NavItem) => number) => {
  const user = useSession();
  const { data } = useData(
    'GET /admin/overview',
    {},
    { enabled: isShown && user?.permissions.includes('overview') === true, refetchInterval: POLL_MS },
  );
  return ({ queue }) => {
    if (!data || !queue) return 0;
    if (queue === 'applications') return data.applications.waiting + data.participants.waiting;
    return data[queue].waiting + (queue === 'reviews' ? data.copies.waiting : 0);
  };
};
