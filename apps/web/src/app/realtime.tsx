import type { ServerEventName, ServerEvents } from '@stagedoor/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Socket } from 'socket.io-client';
import type { ConnectionState } from '../ui/ConnectionBanner.tsx';
import { call, noteAnswer } from './browser-call.ts';
import { useSession, useSessionStore } from './session.tsx';

/** Specification section 9: unlimited attempts, 1 s at first, 10 s at most. */
const RECONNECTION = { reconnection: true, reconnectionAttempts: Infinity, reconnectionDelay: 1000, reconnectionDelayMax: 10_000 };

/** How long the answer to entering a room may take, in milliseconds. */
const ROOM_ANSWER_MS = 5000;

interface Realtime {
  /** `offline` is the browser's own word; the others are the specification's. */
  state: ConnectionState;
  socket: Socket | null;
  /** Tries again now, after `failed`. */
  retry: () => void;
}

const RealtimeContext = createContext<Realtime>({ state: 'initialized', socket: null, retry: () => undefined });

interface Following {
  onState: (state: ConnectionState) => void;
  /** Connected again: what happened meanwhile was not heard. */
  onReturn: () => void;
  /** The server does not let the socket in: perhaps the session is over. */
  onRefused: () => void;
}

/** Follows one socket through the specification's five states. */
const follow = (socket: Socket, { onState, onReturn, onRefused }: Following): void => {
  let wasConnected = false;
  socket.on('connect', () => {
    onState('connected');
    noteAnswer(true);
    if (wasConnected) {
      // After a reconnect the session is told again; on the cookie there is no token to send.
      socket.emit('auth/login', {});
      onReturn();
    }
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    onState('disconnect');
    // Ended by the server: it does not come back by itself.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', () => {
    onState('failed');
    noteAnswer(false);
    if (!socket.active) onRefused();
  });
  socket.io.on('reconnect_attempt', () => onState('reconnecting'));
  socket.io.on('reconnect_failed', () => onState('failed'));
};

const useOnline = (): boolean => {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return online;
};

/** A socket that waits for its next attempt doesn't hurry when asked to connect; closed first, it tries at once. */
const hurry = (socket: Socket | null): void => {
  if (!socket || socket.connected) return;
  socket.disconnect();
  socket.connect();
};

/** Lists of posts stay as they are: nothing on the page moves by itself. */
const movesNothing = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== 'feeds';

/** After a break: the account as it is now, and whatever the page shows. */
const useCatchUp = (): (() => void) => {
  const store = useSessionStore();
  const client = useQueryClient();
  return useCallback(() => {
    void call('GET /users/me')
      .then(store.set)
      .catch(() => undefined);
    void client.invalidateQueries({ predicate: movesNothing });
  }, [store, client]);
};

/**
 * The real-time connection: made once somebody is logged in, closed at log-out or when the page goes. Its
 * code is loaded only then.
 */
export const RealtimeProvider = ({ children }: { children: ReactNode }) => {
  const userId = useSession()?._id ?? null;
  const online = useOnline();
  const catchUp = useCatchUp();
  const [socket, setSocket] = useState<Socket | null>(null);
  const [state, setState] = useState<ConnectionState>('initialized');
  useEffect(() => {
    if (!userId) return undefined;
    let closed = false;
    let made: Socket | null = null;
    void import('socket.io-client').then(({ io }) => {
      if (closed) return;
      made = io({ ...RECONNECTION, transports: ['websocket', 'polling'], tryAllTransports: true, withCredentials: true });
      // Asking who one is finds out; a session that is over leaves the page.
      const onRefused = () => void call('GET /users/me').catch(() => undefined);
      follow(made, { onState: setState, onReturn: catchUp, onRefused });
      setSocket(made);
    });
    return () => {
      closed = true;
      made?.disconnect();
      setSocket(null);
      setState('initialized');
    };
  }, [userId, catchUp]);
  const wasAway = useRef(false);
  // The browser is back: no need to wait for the next attempt.
  useEffect(() => {
    if (online && wasAway.current) hurry(socket);
    wasAway.current = !online;
  }, [online, socket]);
  const value = useMemo<Realtime>(
    () => ({ state: online ? state : 'offline', socket, retry: () => hurry(socket) }),
    [online, state, socket],
  );
  return <RealtimeContext value={value}>{children}</RealtimeContext>;
};

/** State of the connection, and a way to try again. */
export const useRealtime = (): Pick<Realtime, 'state' | 'retry'> => use(RealtimeContext);

/**
 * Hears one event of the server while the component is there. Attached once connected, attached again after
 * each completed change of route, taken off at the end (specification section 4).
 */
export const useRealtimeEvent = <K extends ServerEventName>(name: K, handler: (event: ServerEvents[K]) => void): void => {
  const { socket, state } = use(RealtimeContext);
  const { key } = useLocation();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const connected = state === 'connected';
  useEffect(() => {
    if (!socket || !connected) return undefined;
    const hear = (event: ServerEvents[K]) => latest.current(event);
    socket.on(name as string, hear);
    return () => {
      socket.off(name as string, hear);
    };
  }, [socket, connected, name, key]);
};

/**
 * Stays in a show's room while the component is there, and enters it again after each break. Answers whether
 * its events are heard; a visitor has no socket and never hears any.
 */
export const useRealtimeRoom = (streamId: string | null): boolean => {
  const { socket, state } = use(RealtimeContext);
  const [joined, setJoined] = useState<string | null>(null);
  const connected = state === 'connected';
  useEffect(() => {
    if (!socket || !connected || !streamId) return undefined;
    let gone = false;
    socket
      .timeout(ROOM_ANSWER_MS)
      .emitWithAck('streams/join', { streamId })
      .then((answer: { success?: boolean }) => {
        if (!gone && answer.success) setJoined(streamId);
      })
      // Unheard: the room is polled until the next connection.
      .catch(() => undefined);
    return () => {
      gone = true;
      setJoined(null);
      socket.emit('streams/leave', { streamId });
    };
  }, [socket, connected, streamId]);
  return joined !== null && joined === streamId;
};
