import type { ClientEvents } from '@stagedoor/contract/realtime';
import { use, useCallback, useEffect, useRef } from 'react';
import { MISSED_SPREAD_MS, RealtimeContext, useRealtimeEvent } from './realtime.tsx';

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

/** Called when a node of the server missed events of others: not by all its clients at once. */
export const useOnMissed = (handler: () => void): void => {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRealtimeEvent('events/missed', () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), Math.random() * MISSED_SPREAD_MS);
  });
};

/** Called whenever events may have been missed: on each connection, and when the server says so. */
export const useOnCatchUp = (handler: () => void): void => {
  useOnConnected(handler);
  useOnMissed(handler);
};

/** Tells the server something without asking for anything; dropped while there is no connection. */
export const useRealtimeNotice = (): (<K extends keyof ClientEvents>(name: K, payload: ClientEvents[K]) => void) => {
  const { socket } = use(RealtimeContext);
  return useCallback((name, payload) => void (socket?.connected && socket.emit(name as string, payload)), [socket]);
};
