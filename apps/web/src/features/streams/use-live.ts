import type { AnswerOf, Contract } from '@stagedoor/contract';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSession } from '../../app/session.tsx';

/** How often a visitor's page asks who is live, in milliseconds. */
const POLL_MS = 15_000;
/** How many are shown at once. */
export const LIVE_LIMIT = 48;

/** Who is live, most watched first; known anew at once when a show begins or ends. */
export const useLive = (initial?: AnswerOf<Contract['GET /streaming/live']>) => {
  const user = useSession();
  const live = useData(
    'GET /streaming/live',
    { query: { limit: LIVE_LIMIT } },
    { ...(initial ? { initialData: initial } : {}), refetchInterval: user ? 4 * POLL_MS : POLL_MS },
  );
  const { refetch } = live;
  useRealtimeEvent('streams/changed', () => void refetch());
  return live;
};
