import type { ClientEvents } from '@stagedoor/contract/realtime';
import { use, useCallback, useEffect, useRef } from 'react';
import { RealtimeContext } from './realtime.tsx';

// Apart from realtime.tsx, which every page loads.

/** Called on each connection, the first one too: what happened between the page's load and it was announced to nobody here. */
export const useOnConnected = (handler: () => void): void => {
  const { state } = use(RealtimeContext);
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    if (state === 'connected') latest.current();
  }, [state]);
};

/** Tells the server something without asking for anything; dropped while there is no connection. */
export const useRealtimeNotice = (): (<K extends keyof ClientEvents>(name: K, payload: ClientEvents[K]) => void) => {
  const { socket } = use(RealtimeContext);
  return useCallback((name, payload) => void (socket?.connected && socket.emit(name as string, payload)), [socket]);
};
