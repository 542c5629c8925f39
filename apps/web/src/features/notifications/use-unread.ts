import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSession } from '../../app/session.tsx';

const UNREAD = 'GET /notifications/total-unread';

/** How many notifications of the account are unread, kept current; none for visitors. */
export const useUnread = (): number => {
  const user = useSession();
  const client = useQueryClient();
  const isOwn = user !== null && user.actingAdmin === null;
  const { data } = useData(UNREAD, {}, { enabled: isOwn });
  useRealtimeEvent('notifications/changed', (total) => {
    client.setQueryData([UNREAD, {}], total);
    void client.invalidateQueries({ queryKey: ['notifications'] });
  });
  return isOwn ? (data?.total ?? 0) : 0;
};
