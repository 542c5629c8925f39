import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useOnConnected, useRealtimeNotice } from '../../app/realtime-notices.ts';
import { useCurrentUser } from '../../app/session.tsx';

/** On every page of an account: tells the server that messages reached it, those of before the connection too. */
const MessageDelivery = () => {
  const { _id: ownId } = useCurrentUser();
  const notify = useRealtimeNotice();
  const tellAll = () => notify('conversations/received', {});
  // Before the socket is signed in it isn't heard, and afterwards that is announced no more.
  useOnConnected(tellAll);
  useRealtimeEvent('auth/logged-in', tellAll);
  useRealtimeEvent('conversations/message', ({ conversationId, message }) => {
    if (message.sender._id !== ownId) notify('conversations/received', { conversationId });
  });
  return null;
};

export default MessageDelivery;
