import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CountBadge } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import { useData } from '../data.ts';
import { useRealtimeEvent } from '../realtime.tsx';
import { useOnConnected } from '../realtime-notices.ts';
import { rereadPages } from '../reread-pages.ts';
import { useCurrentUser } from '../session.tsx';
import type { NavItem } from './navigation.tsx';

const UNREAD_MESSAGES = 'GET /messages/total-unread-messages';

const MessagesBadge = ({ className }: { className?: string | undefined }) => {
  const t = useText();
  const user = useCurrentUser();
  const client = useQueryClient();
  // What is private stays so for an admin who views the site as the account.
  const { data } = useData(UNREAD_MESSAGES, {}, { enabled: !user.actingAdmin });
  const reread = () => void client.invalidateQueries({ queryKey: [UNREAD_MESSAGES] });
  useOnConnected(reread);
  useRealtimeEvent('conversations/message', reread);
  useRealtimeEvent('conversations/read', reread);
  // A deleted message is no longer unread.
  useRealtimeEvent('conversations/deleted', reread);
  useRealtimeEvent('conversations/removed', reread);
  // Its boundary may be hydrated after the count came, which the server's page doesn't have.
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const total = isHydrated ? (data?.total ?? 0) : 0;
  return <CountBadge value={total} label={t('messages.unread', { count: total })} className={className} />;
};

const UNREAD_NOTIFICATIONS = 'GET /notifications/total-unread';

const NotificationsBadge = ({ className }: { className?: string | undefined }) => {
  const t = useText();
  const user = useCurrentUser();
  const client = useQueryClient();
  const { data } = useData(UNREAD_NOTIFICATIONS, {}, { enabled: !user.actingAdmin });
  const reread = () => {
    void client.invalidateQueries({ queryKey: [UNREAD_NOTIFICATIONS] });
    void rereadPages(client, ['notifications']);
  };
  useOnConnected(reread);
  useRealtimeEvent('notifications/changed', (total) => {
    client.setQueryData([UNREAD_NOTIFICATIONS, {}], total);
    void rereadPages(client, ['notifications']);
  });
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const total = isHydrated ? (data?.total ?? 0) : 0;
  return <CountBadge value={total} label={t('notifications.unread', { count: total })} className={className} />;
};

/** How much of a place is unread, beside its entry. */
const UnreadBadge = ({ badge, className }: { badge: NonNullable<NavItem['badge']>; className?: string | undefined }) =>
  badge === 'messages' ? <MessagesBadge className={className} /> : <NotificationsBadge className={className} />;

export default UnreadBadge;
