import { isAgeGate } from '@stagedoor/contract/web';
import type { ServerEventName, ServerEvents } from '@stagedoor/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Socket } from 'socket.io-client';
import type { ConnectionState } from '../ui/ConnectionBanner.tsx';
import { useBoot } from './boot.tsx';
import { call, setServerReachable } from './browser-call.ts';
import { useSession, useSessionStore } from './session.tsx';

/** Specification section 9: unlimited attempts, first after 1 s, at most every 10 s. */
const RECONNECTION = { reconnection: true, reconnectionAttempts: Infinity, reconnectionDelay: 1000, reconnectionDelayMax: 10_000 };

/** Timeout for the acknowledgement of joining a room, in milliseconds. */
const ROOM_ANSWER_MS = 5000;

/** Clients that missed events refetch at a random time within so many milliseconds. */
export const MISSED_SPREAD_MS = 3000;

interface Realtime {
  /** `offline` is reported by the browser; the others are the specification's states. */
  state: ConnectionState;
  socket: Socket | null;
  /** Retries now, after `failed`. */
  retry: () => void;
}

export const RealtimeContext = createContext<Realtime>({ state: 'initialized', socket: null, retry: () => undefined });

interface Following {
  onState: (state: ConnectionState) => void;
  /** Reconnected: events in between were missed. */
  onReturn: () => void;
  /** The server refused the connection or its session: perhaps the session is over. */
  onRefused: () => void;
}

/** Tracks one socket through the specification's five states. */
const follow = (socket: Socket, { onState, onReturn, onRefused }: Following): void => {
  let wasConnected = false;
  socket.on('connect', () => {
    onState('connected');
    setServerReachable(true);
    if (wasConnected) {
      // After a reconnect the session is sent again; with the cookie there is no token to send.
      socket.emit('auth/login', {});
      onReturn();
    }
    wasConnected = true;
  });
  // The session ended, or the account's rights changed.
  socket.on('auth/refused', onRefused);
  // Not all clients of a node at once.
  socket.on('events/missed', () => void setTimeout(onReturn, Math.random() * MISSED_SPREAD_MS));
  socket.on('disconnect', (reason) => {
    onState('disconnect');
    // Disconnected by the server: it doesn't reconnect by itself.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', () => {
    onState('failed');
    setServerReachable(false);
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

/** A socket that waits for its next attempt ignores connect() until its backoff ends; closing it first makes it try at once. */
const reconnectNow = (socket: Socket | null): void => {
  if (!socket || socket.connected) return;
  socket.disconnect();
  socket.connect();
};

/** Lists of feeds are not refetched: nothing on the page moves by itself. */
const isRefetchable = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== 'items';

/** After a disconnection: refetches the account and the page's data. */
const useCatchUp = (): (() => void) => {
  const store = useSessionStore();
  const client = useQueryClient();
  return useCallback(() => {
    void store.refresh(() => call('GET /users/me')).catch(() => undefined);
    void client.invalidateQueries({ predicate: isRefetchable });
  }, [store, client]);
};

/**
 * The real-time connection: created when an account is logged in, closed at log-out or on unmount; none behind the age gate. Its
 * code is loaded only then.
 */
export const RealtimeProvider = ({ children }: { children: ReactNode }) => {
  const userId = useSession()?._id ?? null;
  const isClosed = isAgeGate(useBoot().gate);
  const online = useOnline();
  const catchUp = useCatchUp();
  const store = useSessionStore();
  const [socket, setSocket] = useState<Socket | null>(null);
  const [state, setState] = useState<ConnectionState>('initialized');
  useEffect(() => {
    // The server refuses sockets behind the gate. Passing it loads the page again.
    if (!userId || isClosed) return undefined;
    let closed = false;
    let made: Socket | null = null;
    void import('socket.io-client').then(({ io }) => {
      if (closed) return;
      made = io({ ...RECONNECTION, transports: ['websocket', 'polling'], tryAllTransports: true, withCredentials: true });
      // Requesting the current account finds out; an expired session redirects to the log-in.
      const onRefused = () => {
        if (!store.isLoggingOut()) void call('GET /users/me').catch(() => undefined);
      };
      follow(made, { onState: setState, onReturn: catchUp, onRefused });
      setSocket(made);
    });
    return () => {
      closed = true;
      made?.disconnect();
      setSocket(null);
      setState('initialized');
    };
  }, [userId, isClosed, catchUp, store]);
  const wasAway = useRef(false);
  // The browser is online again: don't wait for the next attempt.
  useEffect(() => {
    if (online && wasAway.current) reconnectNow(socket);
    wasAway.current = !online;
  }, [online, socket]);
  const value = useMemo<Realtime>(
    () => ({ state: online ? state : 'offline', socket, retry: () => reconnectNow(socket) }),
    [online, state, socket],
  );
  return <RealtimeContext value={value}>{children}</RealtimeContext>;
};

/** State of the connection, and a retry function. */
export const useRealtime = (): Pick<Realtime, 'state' | 'retry'> => use(RealtimeContext);

/**
 * Subscribes to one server event while mounted. Attached once connected, re-attached after
 * each completed navigation, removed on unmount (specification section 4).
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
 * Keeps a show's room joined while mounted, and rejoins after each disconnection. Returns whether
 * its events are received; a visitor has no socket and never receives any.
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
      // Not joined: the room is polled until the next connection.
      .catch(() => undefined);
    // Out of all rooms: polled until the next connection.
    const leave = () => setJoined(null);
    socket.on('auth/refused', leave);
    return () => {
      gone = true;
      socket.off('auth/refused', leave);
      leave();
      socket.emit('streams/leave', { streamId });
    };
  }, [socket, connected, streamId]);
  return joined !== null && joined === streamId;
};
