import { useEffect, useState } from 'react';
import { useRealtimeEvent } from '../../app/realtime.tsx';

/** How long "is typing" stays without another key, in milliseconds. */
const SHOWN_MS = 5000;

/** True while the other side of a conversation types. */
export const useTyping = (conversationId: string): boolean => {
  const [typing, setTyping] = useState(0);
  useRealtimeEvent('conversations/typing', (event) => {
    if (event.conversationId === conversationId) setTyping(Date.now());
  });
  useRealtimeEvent('conversations/message', (event) => {
    if (event.conversationId === conversationId) setTyping(0);
  });
  useEffect(() => {
    if (!typing) return undefined;
    const timer = setTimeout(() => setTyping(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [typing]);
  return typing > 0;
};
