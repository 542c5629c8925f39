import type { ServerEventName, ServerEvents } from '@stagedoor/contract/realtime';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Socket } from 'socket.io-client';
import type { ConnectionState } from '../ui/ConnectionBanner.tsx';
import { useSession } from './session.tsx';

/** Specification section 9: unlimited attempts, 1 s at first, 10 s at most. */
const RECONNECTION = { reconnection: true, reconnectionAttempts: Infinity, reconnectionDelay: 1000, reconnectionDelayMax: 10_000 };

interface Realtime {
  /** `offline` is the browser's own word; the others are the specification's. */
  state: ConnectionState;
  socket: Socket | null;
  /** Tries again now, after `failed`. */
  retry: () => void;
}

const RealtimeContext = createContext<Realtime>({ state: 'initialized', socket: null, retry: () => undefined });

/** Follows one socket through the specification's five states. */
const follow = (socket: Socket, onState: (state: ConnectionState) => void): void => {
  let wasConnected = false;
  socket.on('connect', () => {
    onState('connected');
    // After a reconnect the session is told again; on the cookie there is no token to send.
    if (wasConnected) socket.emit('auth/login', {});
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    onState('disconnect');
    // Ended by the server: it does not come back by itself.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', () => onState('failed'));
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

/**
 * The real-time connection: made once somebody is logged in, closed at log-out or when the page goes. Its
 * code is loaded only then.
 */
export const RealtimeProvider = ({ children }: { children: ReactNode }) => {
  const userId = useSession()?._id ?? null;
  const online = useOnline();
  const [socket, setSocket] = useState<Socket | null>(null);
  const [state, setState] = useState<ConnectionState>('initialized');
  useEffect(() => {
    if (!userId) return undefined;
    let closed = false;
    let made: Socket | null = null;
    void import('socket.io-client').then(({ io }) => {
      if (closed) return;
      made = io({ ...RECONNECTION, transports: ['websocket', 'polling'], tryAllTransports: true, withCredentials: true });
      follow(made, setState);
      setSocket(made);
    });
    return () => {
      closed = true;
      made?.disconnect();
      setSocket(null);
      setState('initialized');
    };
  }, [userId]);
  const value = useMemo<Realtime>(
    () => ({ state: online ? state : 'offline', socket, retry: () => socket?.connect() }),
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
