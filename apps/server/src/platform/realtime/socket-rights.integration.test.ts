import type { AdminRole } from '@stagedoor/contract/admin-roles';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { connectSocket, hears, sendEvent } from '../../testing/sockets.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode, createShow } from '../../testing/test-node.ts';
import { createPool } from '../database/database.ts';

/** Sockets follow their sessions within so long. */
const WITHIN = { timeout: 5000, interval: 20 };
const ORIGIN = { userAgent: 'test', ip: '127.0.0.1' };

// Calls go to the first node; sockets are connected to the second.
let first: TestApp;
let second: TestApp;
let admin: Person;
let performer: Person;
let streamId: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  first = await createTestApp();
  second = await createTestApp({
    database: first.testDatabase,
    dataDirectory: first.dataDirectory,
    environment: { ROLES: 'web' },
  });
  admin = await createAdmin(first);
  performer = await createPerformer(first, { admin });
  ({ streamId } = await createShow(performer, { node: await createIsolatedNode(first) }));
  // The isolated node is later than the others.
  second.clock.set(first.clock.now());
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const connect = async (token: string | undefined): Promise<Socket> => {
  const socket = await connectSocket(second.url, token);
  sockets.push(socket);
  return socket;
};
const sessionOf = ({ id }: Person) => first.platform.sessions.create(first.platform.database, id, false, ORIGIN);
const join = (socket: Socket) => sendEvent(socket, 'streams/join', { streamId });
const refusalsOf = (socket: Socket): string[] => {
  const refusals: string[] = [];
  socket.on('auth/refused', ({ error }: { error: string }) => refusals.push(error));
  return refusals;
};
const isWatching = ({ id }: Person) => second.realtime.members('stream', streamId).includes(id);
const inNoRoom = ({ id }: Person) => !second.realtime.isConnected(id) && !second.realtime.members('stream', streamId).includes(id);
/** A fan's socket in its account's and the show's room. */
const watching = async (): Promise<{ fan: Person; socket: Socket; token: string; sessionId: string; refusals: string[] }> => {
  const fan = await createFan(first);
  const { token, sessionId } = await sessionOf(fan);
  const socket = await connect(token);
  const refusals = refusalsOf(socket);
  expect(await join(socket)).toEqual({ success: true });
  expect([second.realtime.isConnected(fan.id), isWatching(fan)]).toEqual([true, true]);
  return { fan, socket, token, sessionId, refusals };
};
const setStatus = ({ id }: Person, status: 'active' | 'suspended') =>
  first.platform.database.updateTable('accounts').set({ status }).where('id', '=', id).execute();

test('a join right after connecting waits for the sign-in; failures answer with a code', async () => {
  const fan = await createFan(first);
  expect(await join(await connect(fan.client.token))).toEqual({ success: true });
  const socket = await connect(fan.client.token);
  const joinAny = (payload: unknown) => socket.emitWithAck('streams/join', payload);
  expect(await joinAny({ streamId: '01890000-0000-7000-8000-000000000000' })).toEqual({ success: false, error: 'NOT_FOUND' });
  expect(await joinAny({ streamId: 7 })).toEqual({ success: false, error: 'VALIDATION_FAILED' });
  expect(await join(await connect(undefined))).toEqual({ success: false, error: 'UNAUTHENTICATED' });
});

test('a bad token is told in the handshake and at the log-in', async () => {
  const refusals: string[] = [];
  const socket = await connect('nobody-was-given-this');
  socket.on('auth/refused', ({ error }: { error: string }) => refusals.push(error));
  expect(await sendEvent(socket, 'auth/login', { token: 'nor-this' })).toEqual({ success: false, error: 'UNAUTHENTICATED' });
  // That of the handshake may have arrived before the test listened.
  expect(refusals.at(-1)).toBe('UNAUTHENTICATED');
  expect(await sendEvent(socket, 'auth/login', {})).toEqual({ success: false, error: 'UNAUTHENTICATED' });
});

test('a revoked session ends its sockets on another node', async () => {
  const { fan, socket, sessionId, refusals } = await watching();
  await first.platform.sessions.revoke(first.platform.database, sessionId);
  await vi.waitUntil(() => inNoRoom(fan), WITHIN);
  expect(await join(socket)).toEqual({ success: false, error: 'UNAUTHENTICATED' });
  expect(refusals).toEqual(['UNAUTHENTICATED']);
});

test('a suspended account leaves its rooms on another node, and is back in its own when it is active again', async () => {
  const { fan, socket, refusals } = await watching();
  await setStatus(fan, 'suspended');
  await vi.waitUntil(() => inNoRoom(fan), WITHIN);
  expect(await join(socket)).toEqual({ success: false, error: 'ACCOUNT_SUSPENDED' });
  expect(refusals).toEqual(['ACCOUNT_SUSPENDED']);
  await setStatus(fan, 'active');
  await vi.waitUntil(() => second.realtime.isConnected(fan.id), WITHIN);
  expect(isWatching(fan)).toBe(false);
});

test('an admin whose role changes hears only what the new role may, and nothing of admins without the second factor', async () => {
  const person = await createAdmin(first);
  const { token } = await sessionOf(person);
  const socket = await connect(token);
  await sendEvent(socket, 'auth/login', { token });
  const hearsApplications = () =>
    hears(socket, 'applications/changed', () =>
      second.realtime.local.toAdmins('applications', 'applications/changed', { performerId: performer.id }),
    );
  const setRole = (role: AdminRole) =>
    first.platform.database.updateTable('accounts').set({ admin_role: role }).where('id', '=', person.id).execute();
  expect(await hearsApplications()).toBe(true);
  await setRole('finance');
  await expect.poll(hearsApplications, WITHIN).toBe(false);
  await setRole('moderator');
  await expect.poll(hearsApplications, WITHIN).toBe(true);
  const require = (isRequired: boolean) => first.platform.settings.change({ adminTwoFactorRequired: isRequired }, null);
  await require(true);
  await expect.poll(hearsApplications, WITHIN).toBe(false);
  expect(await join(socket)).toEqual({ success: false, error: 'TWO_FACTOR_REQUIRED' });
  expect(second.realtime.isConnected(person.id)).toBe(true);
  await require(false);
  await expect.poll(hearsApplications, WITHIN).toBe(true);
});

test('acting over an open socket is read-only: it is in no room until acting ends, by hand or by the clock', async () => {
  const [person, fan] = [await createAdmin(first), await createFan(first)];
  const { token, sessionId } = await sessionOf(person);
  const socket = await connect(token);
  expect(await join(socket)).toEqual({ success: true });
  const { sessions, database } = first.platform;
  const act = async (accountId: string | null) => sessions.actAs(database, sessionId, accountId);
  await act(fan.id);
  await vi.waitUntil(() => inNoRoom(person), WITHIN);
  const conversationId = '01890000-0000-7000-8000-000000000000';
  const readOnly = { success: false, error: 'READ_ONLY' };
  expect(await join(socket)).toEqual(readOnly);
  expect(await sendEvent(socket, 'conversations/typing', { conversationId })).toEqual(readOnly);
  expect(await sendEvent(socket, 'conversations/received', {})).toEqual(readOnly);
  expect(await sendEvent(socket, 'auth/login', { token })).toEqual(readOnly);
  expect(inNoRoom(fan)).toBe(true);
  await act(null);
  await vi.waitUntil(() => second.realtime.isConnected(person.id), WITHIN);

  await act(fan.id);
  await vi.waitUntil(() => inNoRoom(person), WITHIN);
  for (const { clock } of [first, second]) clock.advance(30 * 60_000 + 1);
  await vi.waitUntil(() => second.realtime.isConnected(person.id), WITHIN);
});

test('a session that expires by the clock ends its sockets without any notification', async () => {
  const { fan, socket, refusals } = await watching();
  for (const { clock } of [first, second]) clock.advance(24 * 3_600_000 + 1);
  await vi.waitUntil(() => inNoRoom(fan), WITHIN);
  expect(await join(socket)).toEqual({ success: false, error: 'UNAUTHENTICATED' });
  expect(refusals).toEqual(['UNAUTHENTICATED']);
});

test('sessions that ended while the listener had no connection end their sockets', async () => {
  const { fan, sessionId } = await watching();
  const owner = createPool({ url: first.testDatabase.ownerUrl, max: 1, asOwner: true });
  await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'stagedoor-listener'`,
  );
  await owner.query('update sessions set revoked_at = now() where id = $1', [sessionId]);
  await owner.end();
  await expect.poll(() => inNoRoom(fan), WITHIN).toBe(true);
});

test('no socket stays in the room when twenty join while the session is revoked', async () => {
  const fan = await createFan(first);
  const { token, sessionId } = await sessionOf(fan);
  const joining = await Promise.all(Array.from({ length: 20 }, () => connect(token)));
  const joins = joining.map((socket) => join(socket));
  await first.platform.sessions.revoke(first.platform.database, sessionId);
  const answers = await Promise.all(joins);
  for (const answer of answers) expect(answer.success || answer.error).toBeOneOf([true, 'UNAUTHENTICATED']);
  await vi.waitUntil(() => inNoRoom(fan), WITHIN);
  expect(new Set(await Promise.all(joining.map(async (socket) => JSON.stringify(await join(socket)))))).toEqual(
    new Set([JSON.stringify({ success: false, error: 'UNAUTHENTICATED' })]),
  );
});

test('a fan whom the performer blocks in the room leaves it, also when joining at that moment', async () => {
  const { fan, socket } = await watching();
  const joining = await Promise.all(Array.from({ length: 5 }, () => connect(fan.client.token)));
  const joins = joining.map((one) => join(one));
  await performer.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  await Promise.all(joins);
  await vi.waitUntil(() => !isWatching(fan), WITHIN);
  expect(second.realtime.isConnected(fan.id)).toBe(true);
  expect(await join(socket)).toEqual({ success: false, error: 'NOT_FOUND' });
});
