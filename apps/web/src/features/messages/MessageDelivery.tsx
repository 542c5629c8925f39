import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../app/api.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useOnConnected, useRealtimeNotice } from '../../app/realtime-notices.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type { OutboxEvent } from './outbox.ts';
import { outboxOf } from './page-outbox.ts';

/**
 * On every page of an account: tells the server that messages reached it, those of before the connection too, and sends what waits on this
 * device.
 */
export const MessageDelivery = () => {
  const t = useText();
  const client = useQueryClient();
  const { _id: ownId } = useCurrentUser();
  const outbox = outboxOf(ownId);
  const notify = useRealtimeNotice();
  const tellAll = () => notify('conversations/received', {});
  // Before the socket is signed in it isn't heard, and afterwards that is announced no more.
  useOnConnected(tellAll);
  useRealtimeEvent('auth/logged-in', tellAll);
  useRealtimeEvent('conversations/message', ({ conversationId, message }) => {
    if (message.sender._id !== ownId) notify('conversations/received', { conversationId });
  });

  const onOutbox = useEffectEvent((event: OutboxEvent) => {
    if (event.type === 'sent') void client.invalidateQueries({ queryKey: ['GET /conversations'] });
    if (event.type === 'refused') toast((event.error instanceof ApiError && event.error.message) || t('messages.failed'), { tone: 'bad' });
  });
  useEffect(() => {
    const leave = outbox.subscribe((event) => onOutbox(event));
    outbox.resume();
    return leave;
  }, [outbox]);
  useOnConnected(outbox.resume);
  return null;
};
