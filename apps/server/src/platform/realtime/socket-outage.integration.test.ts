import type { AdminRole } from '@stagedoor/contract/admin-roles';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type DatabaseGate, createDatabaseGate } from '../../testing/database-gate.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { connectSocket, hears, sendEvent } from '../../testing/sockets.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode, createShow } from '../../testing/test-node.ts';
import { createPool } from '../database/database.ts';

/** Sockets follow their sessions within so long after the database is back. */
const WITHIN = { timeout: 5000, interval: 20 };
const ORIGIN = { userAgent: 'test', ip: '127.0.0.1' };

// Changes are made on the first node. Sockets are connected to the second, which reaches the database through the gate.
let first: TestApp;
let second: TestApp;
let gate: DatabaseGate;
let admin: Person;
let performer: Person;
let streamId: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  first = await createTestApp();
  gate = await createDatabaseGate(first.testDatabase.ownerUrl);
  second = await createTestApp({
    database: { ...first.testDatabase, ownerUrl: gate.url },
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
  gate.open();
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await second.close();
  await gate.end();
  await first.close();
});

const connect = async (token: string): Promise<Socket> => {
  const socket = await connectSocket(second.url, token);
  sockets.push(socket);
  return socket;
};
const sessionOf = ({ id }: Person) => first.platform.sessions.create(first.platform.database, id, false, ORIGIN);
const join = (socket: Socket) => sendEvent(socket, 'streams/join', { streamId });
const isWatching = ({ id }: Person) => second.realtime.members('stream', streamId).includes(id);
const inNoRoom = (person: Person) => !second.realtime.isConnected(person.id) && !isWatching(person);
const collect = (socket: Socket, event: string): unknown[] => {
  const received: unknown[] = [];
  socket.on(event, (payload: unknown) => received.push(payload));
  return received;
};
const watching = async () => {
  const fan = await createFan(first);
  const { token, sessionId } = await sessionOf(fan);
  const socket = await connect(token);
  expect(await join(socket)).toEqual({ success: true });
  expect(isWatching(fan)).toBe(true);
  return { fan, socket, sessionId, refusals: collect(socket, 'auth/refused') };
};
/** Changes something while the second node has no connection to the database. */
const duringOutage = async (change: () => Promise<unknown>): Promise<void> => {
  gate.close();
  await vi.waitUntil(() => !second.platform.sessions.hearsChanges(), WITHIN);
  await change();
  gate.open();
  await vi.waitUntil(second.platform.sessions.hearsChanges, WITHIN);
};
const setAccount = ({ id }: Person, values: { status?: 'active' | 'suspended'; admin_role?: AdminRole }) =>
  first.platform.database.updateTable('accounts').set(values).where('id', '=', id).execute();
const revoke = (sessionId: string) => first.platform.sessions.revoke(first.platform.database, sessionId);
const block = ({ id }: Person) => performer.client.call('POST /performer/block/users', { body: { userId: id } });

test('a session that was revoked during an outage ends its sockets', async () => {
  const { fan, socket, sessionId, refusals } = await watching();
  await duringOutage(() => revoke(sessionId));
  await expect.poll(() => inNoRoom(fan), WITHIN).toBe(true);
  await expect.poll(() => refusals, WITHIN).toEqual([{ error: 'UNAUTHENTICATED' }]);
  expect(await join(socket)).toEqual({ success: false, error: 'UNAUTHENTICATED' });
});

test('an account that was suspended during an outage leaves its rooms, and is back once it is active', async () => {
  const { fan, socket, refusals } = await watching();
  await duringOutage(() => setAccount(fan, { status: 'suspended' }));
  await expect.poll(() => inNoRoom(fan), WITHIN).toBe(true);
  await expect.poll(() => refusals, WITHIN).toEqual([{ error: 'ACCOUNT_SUSPENDED' }]);
  expect(await join(socket)).toEqual({ success: false, error: 'ACCOUNT_SUSPENDED' });
  await duringOutage(() => setAccount(fan, { status: 'active' }));
  await expect.poll(() => second.realtime.isConnected(fan.id), WITHIN).toBe(true);
});

test('a fan whom the performer blocked during an outage leaves the show, and keeps the rooms of the account', async () => {
  const { fan, socket } = await watching();
  await duringOutage(() => block(fan));
  await expect.poll(() => isWatching(fan), WITHIN).toBe(false);
  expect(second.realtime.isConnected(fan.id)).toBe(true);
  expect(await join(socket)).toEqual({ success: false, error: 'NOT_FOUND' });
});

test('an admin whose role changed during an outage hears only what the new role may', async () => {
  const person = await createAdmin(first);
  const { token } = await sessionOf(person);
  const socket = await connect(token);
  await sendEvent(socket, 'auth/login', { token });
  const hearsApplications = () =>
    hears(socket, 'applications/changed', () =>
      second.realtime.local.toAdmins('applications', 'applications/changed', { performerId: performer.id }),
    );
  const hearsPayouts = () =>
    hears(socket, 'payouts/changed', () => second.realtime.local.toAdmins('money', 'payouts/changed', { payoutId: streamId }));
  await setAccount(person, { admin_role: 'moderator' });
  await expect.poll(hearsPayouts, WITHIN).toBe(false);
  expect(await hearsApplications()).toBe(true);
  await duringOutage(() => setAccount(person, { admin_role: 'finance' }));
  await expect.poll(hearsApplications, WITHIN).toBe(false);
  expect(await hearsPayouts()).toBe(true);
});

test('settings that changed during an outage arrive: pages are told, and maintenance closes sockets', async () => {
  const { socket } = await watching();
  const changes = collect(socket, 'settings/changed');
  await duringOutage(() => first.platform.settings.change({ siteName: 'The Other Door', brandColor: '#335577' }, null));
  await expect.poll(() => changes, WITHIN).toEqual([{ keys: expect.arrayContaining(['siteName', 'brandColor']) }]);
  expect(second.platform.settings.get('siteName')).toBe('The Other Door');
  await duringOutage(() => first.platform.settings.change({ maintenanceMode: true }, null));
  await expect.poll(() => socket.connected, WITHIN).toBe(false);
  await first.platform.settings.reset(['siteName', 'brandColor', 'maintenanceMode'], null);
  await expect.poll(() => second.platform.settings.get('maintenanceMode'), WITHIN).toBe(false);
});

// The listener's connection is back while queries still fail: what was missed is looked up again until it succeeds.
test('looks sessions and blocks up again when the first look-up after an outage fails', async () => {
  const [revoked, blocked] = [await watching(), await watching()];
  const warn = vi.spyOn(second.platform.log, 'warn');
  const owner = createPool({ url: first.testDatabase.ownerUrl, max: 1, asOwner: true });
  await duringOutage(async () => {
    await revoke(revoked.sessionId);
    await block(blocked.fan);
    await owner.query('alter table sessions rename to sessions_away');
    await owner.query('alter table streams rename to streams_away');
    warn.mockClear();
  });
  const failures = () => warn.mock.calls.map(([, message]) => message);
  await expect
    .poll(failures, WITHIN)
    .toEqual(expect.arrayContaining(['the session of a socket could not be looked up', 'a notification could not be handled']));
  expect([inNoRoom(revoked.fan), isWatching(blocked.fan)]).toEqual([false, true]);
  await owner.query('alter table sessions_away rename to sessions');
  await owner.query('alter table streams_away rename to streams');
  await owner.end();
  await expect.poll(() => [inNoRoom(revoked.fan), isWatching(blocked.fan)], WITHIN).toEqual([true, false]);
  warn.mockRestore();
});

test('reads settings again when the first reading after an outage fails', async () => {
  const owner = createPool({ url: first.testDatabase.ownerUrl, max: 1, asOwner: true });
  const warn = vi.spyOn(second.platform.log, 'warn');
  await duringOutage(async () => {
    await first.platform.settings.change({ siteName: 'The Third Door' }, null);
    await owner.query('alter table settings rename to settings_away');
    warn.mockClear();
  });
  await expect.poll(() => warn.mock.calls.map(([, message]) => message), WITHIN).toContain('a notification could not be handled');
  expect(second.platform.settings.get('siteName')).not.toBe('The Third Door');
  await owner.query('alter table settings_away rename to settings');
  await owner.end();
  await expect.poll(() => second.platform.settings.get('siteName'), WITHIN).toBe('The Third Door');
  warn.mockRestore();
});
