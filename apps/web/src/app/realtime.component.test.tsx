import { useState } from 'react';
import { useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { FAN } from '../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../testing/show.tsx';
import { RealtimeProvider, useRealtime, useRealtimeEvent } from './realtime.tsx';

type Handler = (payload?: unknown) => void;

/** Records handlers by event, as a socket and its manager have them. */
class Emitter {
  readonly handlers = new Map<string, Set<Handler>>();
  /** How often something subscribed to each event. */
  readonly subscriptions: string[] = [];

  on(name: string, handler: Handler): void {
    this.subscriptions.push(name);
    this.handlers.set(name, (this.handlers.get(name) ?? new Set()).add(handler));
  }

  off(name: string, handler: Handler): void {
    this.handlers.get(name)?.delete(handler);
  }

  /** The connection reports something, or the server sends an event. */
  receive(name: string, payload?: unknown): void {
    for (const handler of this.handlers.get(name) ?? []) handler(payload);
  }
}

/** A socket whose connection the test makes, breaks and restores. */
class BreakableSocket extends Emitter {
  readonly io = new Emitter();
  readonly sent: { name: string; payload: unknown }[] = [];
  active = true;
  isClosed = false;

  emit(name: string, payload: unknown): void {
    this.sent.push({ name, payload });
  }

  connect(): void {
    this.isClosed = false;
  }

  disconnect(): void {
    this.isClosed = true;
  }
}

const made = vi.hoisted(() => ({ sockets: [] as unknown[], options: [] as unknown[] }));

vi.mock('socket.io-client', () => ({
  io: (...given: unknown[]) => {
    const socket = new BreakableSocket();
    made.sockets.push(socket);
    made.options.push(given);
    return socket;
  },
}));

beforeEach(() => {
  made.sockets.length = 0;
  made.options.length = 0;
});

const EVENT = 'settings/changed';

const Listener = ({ onEvent }: { onEvent: (event: ServerEvents[typeof EVENT]) => void }) => {
  useRealtimeEvent(EVENT, onEvent);
  return null;
};

/** A page that shows the state, and removes a listener or the whole connection. */
const Screen = ({ onEvent = () => undefined }: { onEvent?: () => void }) => {
  const { state } = useRealtime();
  const navigate = useNavigate();
  const [isListening, setIsListening] = useState(true);
  return (
    <>
      <p role="status">{state}</p>
      <button type="button" onClick={() => void navigate('/discover')}>
        Discover
      </button>
      <button type="button" onClick={() => setIsListening(false)}>
        Stop listening
      </button>
      {isListening ? <Listener onEvent={onEvent} /> : null}
    </>
  );
};

const Removable = ({ onEvent }: { onEvent?: () => void }) => {
  const [isThere, setIsThere] = useState(true);
  return isThere ? (
    <RealtimeProvider>
      <Screen {...(onEvent ? { onEvent } : {})} />
      <button type="button" onClick={() => setIsThere(false)}>
        Remove
      </button>
    </RealtimeProvider>
  ) : null;
};

const shownState = page.getByRole('status');

const open = async (options: ShowOptions = {}, onEvent?: () => void) => {
  const shown = await show(<Removable {...(onEvent ? { onEvent } : {})} />, { user: FAN, ...options }, (api) => {
    api.answer('GET /users/me', FAN);
  });
  return shown;
};

/** The page of a fan, and its socket before the connection is made. */
const openForFan = async (onEvent?: () => void) => {
  const shown = await open({}, onEvent);
  await expect.poll(() => made.sockets).toHaveLength(1);
  return { ...shown, connection: made.sockets[0] as BreakableSocket };
};

test('makes no connection for a visitor, and one as soon as an account is logged in', async () => {
  // Loaded before, so that a connection would be made while the visitor's page is rendered.
  await import('socket.io-client');
  const { session } = await open({ user: null });
  await expect.element(shownState).toHaveTextContent('initialized');
  await page.getByRole('button', { name: 'Discover' }).click();
  expect(made.sockets).toHaveLength(0);
  session.set(FAN);
  await expect.poll(() => made.sockets).toHaveLength(1);
});

test('goes through the five states as the connection is made, lost, retried, refused and restored', async () => {
  const { connection } = await openForFan();
  await expect.element(shownState).toHaveTextContent('initialized');
  connection.receive('connect');
  await expect.element(shownState).toHaveTextContent('connected');
  connection.receive('disconnect', 'transport close');
  await expect.element(shownState).toHaveTextContent('disconnect');
  connection.io.receive('reconnect_attempt');
  await expect.element(shownState).toHaveTextContent('reconnecting');
  connection.receive('connect_error', new Error('refused'));
  await expect.element(shownState).toHaveTextContent('failed');
  connection.io.receive('reconnect_attempt');
  await expect.element(shownState).toHaveTextContent('reconnecting');
  connection.receive('connect');
  await expect.element(shownState).toHaveTextContent('connected');
});

test('has failed once its reconnection is exhausted', async () => {
  const { connection } = await openForFan();
  connection.receive('connect');
  connection.receive('disconnect', 'transport close');
  connection.io.receive('reconnect_attempt');
  await expect.element(shownState).toHaveTextContent('reconnecting');
  connection.io.receive('reconnect_failed');
  await expect.element(shownState).toHaveTextContent('failed');
});

test('closes the connection at the log-out', async () => {
  const { connection, session } = await openForFan();
  connection.receive('connect');
  await expect.element(shownState).toHaveTextContent('connected');
  session.set(null);
  await expect.element(shownState).toHaveTextContent('initialized');
  expect(connection.isClosed).toBe(true);
  expect(made.sockets).toHaveLength(1);
});

test('closes the connection when the screen is removed', async () => {
  const { connection } = await openForFan();
  connection.receive('connect');
  await expect.element(shownState).toHaveTextContent('connected');
  expect(connection.isClosed).toBe(false);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => connection.isClosed).toBe(true);
});

test('sends the session again after a reconnection, not after the first connection, and refetches the account', async () => {
  const { api, connection } = await openForFan();
  connection.receive('connect');
  await expect.element(shownState).toHaveTextContent('connected');
  expect(connection.sent).toEqual([]);
  expect(api.sent('GET /users/me')).toHaveLength(0);
  connection.receive('disconnect', 'transport close');
  connection.receive('connect');
  await expect.element(shownState).toHaveTextContent('connected');
  // The cookie is the session: there is no token to send.
  expect(connection.sent).toEqual([{ name: 'auth/login', payload: {} }]);
  await expect.poll(() => api.sent('GET /users/me')).toHaveLength(1);
});

test('refetches the account when the socket loses its rights, so that an ended session leads to the log-in', async () => {
  const { api, connection } = await openForFan();
  connection.receive('connect');
  connection.receive('auth/refused', { error: 'UNAUTHENTICATED' });
  await expect.poll(() => api.sent('GET /users/me')).toHaveLength(1);
});

test('connects to the page’s own origin and retries without end, first after one second, at most every ten', async () => {
  await openForFan();
  // No address among the arguments: the page's own origin.
  expect(made.options).toEqual([
    [
      {
        reconnection: true,
        reconnectionAttempts: Infinity,
        reconnectionDelay: 1000,
        reconnectionDelayMax: 10_000,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        withCredentials: true,
      },
    ],
  ]);
});

test('subscribes to a named event once connected, again after each navigation, and no longer once the listener is removed', async () => {
  const heard = vi.fn<() => void>();
  const { address, connection } = await openForFan(heard);
  await expect.element(shownState).toHaveTextContent('initialized');
  expect(connection.subscriptions).not.toContain(EVENT);
  connection.receive('connect');
  await expect.element(shownState).toHaveTextContent('connected');
  await expect.poll(() => connection.handlers.get(EVENT)?.size).toBe(1);
  const before = [...connection.handlers.get(EVENT)!];
  connection.receive(EVENT, { keys: [] });
  expect(heard).toHaveBeenCalledTimes(1);
  await page.getByRole('button', { name: 'Discover' }).click();
  await expect.poll(address).toBe('/discover');
  await expect.poll(() => connection.handlers.get(EVENT)?.size === 1 && !connection.handlers.get(EVENT)!.has(before[0]!)).toBe(true);
  connection.receive(EVENT, { keys: [] });
  expect(heard).toHaveBeenCalledTimes(2);
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await expect.poll(() => connection.handlers.get(EVENT)?.size).toBe(0);
  connection.receive(EVENT, { keys: [] });
  expect(heard).toHaveBeenCalledTimes(2);
});
