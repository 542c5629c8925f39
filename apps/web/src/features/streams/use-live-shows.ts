import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSession } from '../../app/session.tsx';

/** Poll interval of the live shows for visitors, in milliseconds. */
const POLL_MS = 15_000;
/** How many are shown at once. */
export const LIVE_LIMIT = 48;

/** Live shows, most watched first; refetched at once when a show starts or ends. */
export const useLiveShows = ({
  initial,
  unmuted,
  categoryId,
  limit = LIVE_LIMIT,
}: {
  initial?: ResponseOf<Contract['GET /streaming/live']> | undefined;
  /** Without the performers whom the account muted. */
  unmuted?: true;
  categoryId?: string | undefined;
  limit?: number;
} = {}) => {
  const user = useSession();
  const live = useData(
    'GET /streaming/live',
    { query: { limit, ...(unmuted ? { unmuted } : {}), ...(categoryId ? { categoryId } : {}) } },
    { ...(initial ? { initialData: initial } : {}), refetchInterval: user ? 4 * POLL_MS : POLL_MS },
  );
  const { refetch } = live;
  useRealtimeEvent('streams/changed', () => void refetch());
  return live;
};
