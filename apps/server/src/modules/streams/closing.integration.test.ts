import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { assertSound, beginGroupShow, beginPrivateShow, createPair, joinAndWatch, tokensOf } from '../../testing/paid-show-fixtures.ts';
import { connectSocket, sendEvent } from '../../testing/sockets.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode, createShow, playToken } from '../../testing/test-node.ts';
import { createClosingWatch, endDrainedShows, sweepMinutes } from './index.ts';

const MINUTE_MS = 60_000;
/** Generous, for busy machines. */
const DEADLINE = { timeout: 15_000 };

let app: TestApp;
let admin: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  // Each test has its own shows.
  await switchOn(0);
  await endDrainedShows(app.platform);
  await switchOff();
});
afterAll(() => app.close());

const switchOn = (showMinutes?: number) =>
  admin.client.call('PUT /admin/settings', {
    body: { values: { maintenanceMode: true }, ...(showMinutes === undefined ? {} : { showMinutes }) },
  });
const switchOff = () => admin.client.call('PUT /admin/settings', { body: { values: { maintenanceMode: false } } });
const inMinutes = (minutes: number): string => new Date(app.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
const connect = async (person: Person): Promise<Socket> => {
  const socket = await connectSocket(app.url, person.client.token);
  sockets.push(socket);
  await sendEvent(socket, 'auth/login', { token: person.client.token! });
  return socket;
};
const isClosed = (socket: Socket) => vi.waitUntil(() => !socket.connected, DEADLINE);
const view = (by: Person, streamId: string) => by.client.send('GET /streaming/view/{id}', { params: { id: streamId } });
const join = (by: Person, streamId: string) => by.client.send('POST /streaming/join/{id}', { params: { id: streamId } });
const codeOf = async (answer: Promise<{ error?: { error: string } | undefined }>): Promise<string> => (await answer).error?.error ?? 'open';
const stateOf = (streamId: string) =>
  app.platform.database.selectFrom('streams').select(['state', 'end_reason']).where('id', '=', streamId).executeTakeFirstOrThrow();

/** A public show on air with a fan in its room, and a stranger to it who is logged in. */
const onAir = async ({ isRecorded = false } = {}) => {
  const node = await createIsolatedNode(app);
  const star = await createPerformer(app, { admin });
  const [fan, stranger] = [await createFan(app), await createFan(app)];
  await topUp(app, fan, 50);
  const { streamId, conversationId, token } = await createShow(star, { node, isRecorded });
  await node.watch(streamId, await playToken(app, fan, streamId));
  await node.report();
  const write = (by: Person) =>
    by.client.send('POST /messages/stream/public/conversations/{id}', { params: { id: conversationId }, body: { text: 'Brava' } });
  return { node, star, fan, stranger, streamId, token, write };
};

test('a fan in a running show goes on with it, and a stranger meets the gate; nobody is logged out', async () => {
  const { star, fan, stranger, streamId, write } = await onAir();
  const [fans, stars, strangers] = [await connect(fan), await connect(star), await connect(stranger)];
  await sendEvent(fans, 'streams/join', { streamId });
  await sendEvent(strangers, 'streams/join', { streamId: '01890000-0000-7000-8000-000000000000' });
  await switchOn();
  await isClosed(strangers);
  expect([fans.connected, stars.connected]).toEqual([true, true]);
  expect(await codeOf(write(fan))).toBe('open');
  const tip = { params: { id: star.id }, body: { amount: 2, streamId } };
  expect(await codeOf(fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', tip))).toBe('open');
  expect((await view(fan, streamId)).data?.closesAt).toBe(inMinutes(15));
  expect(await codeOf(join(fan, streamId))).toBe('open');
  expect(await codeOf(fan.client.send('GET /users/me'))).toBe('open');
  expect(await codeOf(star.client.send('GET /streaming/open'))).toBe('open');
  // Calls that a show doesn't need are closed to them too.
  expect(await codeOf(fan.client.send('GET /feeds'))).toBe('MAINTENANCE');
  expect(await codeOf(star.client.send('GET /performers/me'))).toBe('MAINTENANCE');
  expect(await codeOf(write(stranger))).toBe('MAINTENANCE');
  expect(await codeOf(view(stranger, streamId))).toBe('MAINTENANCE');
  expect(await codeOf(join(stranger, streamId))).toBe('MAINTENANCE');
  await expect(connectSocket(app.url, stranger.client.token)).rejects.toThrow('MAINTENANCE');
  await expect(connectSocket(app.url)).rejects.toThrow('MAINTENANCE');
  // A lost connection comes back.
  expect(await sendEvent(await connect(fan), 'streams/join', { streamId })).toEqual({ success: true });
  await switchOff();
  for (const person of [fan, star, stranger]) expect(await codeOf(person.client.send('GET /users/me'))).toBe('open');
});

test('a viewer who had left before maintenance is a stranger, and one whose connection broke since isn’t', async () => {
  const { node, fan, stranger: gone, streamId } = await onAir();
  await node.watch(streamId, await playToken(app, gone, streamId));
  await node.pass(2000);
  const show = node.hosted.get(streamId)!;
  node.hosted.set(streamId, { ...show, watching: show.watching.slice(0, 1), viewers: 1 });
  await node.pass(2000);
  app.clock.advance(1000);
  await switchOn();
  node.hosted.set(streamId, { ...show, watching: [], viewers: 0 });
  await node.pass(2000);
  expect([await codeOf(view(fan, streamId)), await codeOf(view(gone, streamId))]).toEqual(['open', 'MAINTENANCE']);
});

test('no show begins and nobody joins another one: those in a show are told so', async () => {
  const { node, star, fan, streamId, token } = await onAir();
  const other = await createPerformer(app, { admin });
  const { streamId: elsewhere } = await createShow(other, { node });
  const rehearsing = await createPerformer(app, { admin });
  const { streamId: rehearsal, token: rehearsed } = await createShow(rehearsing, { node, isRehearsal: true });
  await node.publish(rehearsal, rehearsed);
  const [, asking] = await createPair(app, admin, 40);
  const { _id: request } = await asking.client.call('POST /streaming/private-chat/{id}', { params: { id: star.id }, body: {} });
  const watchers = await connect(fan);
  await switchOn();
  expect(await codeOf(join(fan, elsewhere))).toBe('SHOWS_CLOSING');
  expect(await codeOf(fan.client.send('POST /streaming/token', { body: { id: elsewhere, type: 'play' } }))).toBe('SHOWS_CLOSING');
  expect(await sendEvent(watchers, 'streams/join', { streamId: elsewhere })).toEqual({ success: false, error: 'SHOWS_CLOSING' });
  expect(await codeOf(fan.client.send('POST /streaming/private-chat/{id}', { params: { id: other.id }, body: {} }))).toBe('SHOWS_CLOSING');
  const accept = { params: { id: request }, body: {} };
  expect(await codeOf(star.client.send('POST /streaming/private-chat/{id}/accept', accept))).toBe('SHOWS_CLOSING');
  expect(await codeOf(rehearsing.client.send('POST /streaming/live/{id}/begin', { params: { id: rehearsal } }))).toBe('SHOWS_CLOSING');
  // A performer who lost the connection goes on with the same show.
  expect((await star.client.call('POST /streaming/live', { body: {} })).session._id).toBe(streamId);
  await node.publish(streamId, token);
  // One who watches may not begin a show of their own.
  await switchOff();
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await playToken(app, star, elsewhere);
  await switchOn();
  expect(await codeOf(star.client.send('POST /streaming/live', { body: {} }))).toBe('SHOWS_CLOSING');
  const group = { title: 'Four blues', price: 1, seats: 5, minimumMinutes: 1 };
  expect(await codeOf(star.client.send('POST /streaming/group-chat', { body: group }))).toBe('SHOWS_CLOSING');
});

test('at the time a private and a group show end with their money settled, and their people meet the gate', async () => {
  const node = await createIsolatedNode(app);
  const [host, payer] = await createPair(app, admin, 40);
  const { streamId: group } = await beginGroupShow(host, { node });
  await joinAndWatch(payer, node, group);
  const [performer, fan] = await createPair(app, admin, 40);
  const { streamId } = await beginPrivateShow(performer, fan, { node });
  await switchOn(2);
  const socket = await connect(fan);
  await node.pass(10_000);
  await sweepMinutes(app.platform);
  await node.pass(30_000);
  expect(await endDrainedShows(app.platform)).toBe(0);
  expect(await stateOf(streamId)).toMatchObject({ state: 'live' });
  // Minutes start at 10 s and 70 s; the second is broken by the end, and given back.
  await node.pass(30_000);
  await sweepMinutes(app.platform);
  await node.pass(50_000);
  const ended = await Promise.all([endDrainedShows(app.platform), endDrainedShows(app.platform), endDrainedShows(app.platform)]);
  expect(ended.reduce((sum, shows) => sum + shows)).toBe(2);
  for (const id of [streamId, group]) expect(await stateOf(id)).toEqual({ state: 'ended', end_reason: 'maintenance' });
  expect(await tokensOf(app, fan)).toEqual({ wallet: 38, held: 0 });
  expect(await tokensOf(app, payer)).toEqual({ wallet: 39, held: 0 });
  await assertSound(app);
  const watch = createClosingWatch(app.platform, app.realtime);
  await watch.look();
  await isClosed(socket);
  expect(await codeOf(view(fan, streamId))).toBe('MAINTENANCE');
  await switchOff();
  const receipt = await fan.client.call('GET /streaming/receipts/{id}', { params: { id: streamId } });
  expect(receipt).toMatchObject({ endReason: 'maintenance' });
  const { rows } = await sql<{ minute: number; reason: string | null }>`
    select minute, refund_reason as reason from stream_minutes where stream_id = ${streamId}::uuid order by minute`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([
    { minute: 1, reason: null },
    { minute: 2, reason: 'moderator' },
  ]);
  expect(await codeOf(fan.client.send('GET /users/me'))).toBe('open');
});

test('shows go on until the time, and end at it on a server that was started since; the recording is kept', async () => {
  const { star, fan, streamId } = await onAir({ isRecorded: true });
  await switchOn(5);
  const restarted = await createTestApp({ database: app.testDatabase, dataDirectory: app.dataDirectory, now: app.clock.now() });
  try {
    const at = async (milliseconds: number) => {
      app.clock.advance(milliseconds);
      restarted.clock.advance(milliseconds);
      return endDrainedShows(restarted.platform);
    };
    expect(await at(5 * MINUTE_MS - 1)).toBe(0);
    expect(await codeOf(restarted.client(fan.client.token).send('GET /streaming/view/{id}', { params: { id: streamId } }))).toBe('open');
    expect(await at(1)).toBe(1);
    expect(await at(1000)).toBe(0);
    expect(await stateOf(streamId)).toEqual({ state: 'ended', end_reason: 'maintenance' });
  } finally {
    await restarted.close();
  }
  expect(await codeOf(view(fan, streamId))).toBe('MAINTENANCE');
  await switchOff();
  const summary = await star.client.call('GET /streaming/summary/{id}', { params: { id: streamId } });
  expect(summary.recording).toMatchObject({ state: 'processing', isWithheld: false });
  expect(summary.session).toMatchObject({ closesAt: null, endReason: 'maintenance' });
});

test('with “end shows now” nobody passes the gate, and shows end at once', async () => {
  const { fan, star, streamId } = await onAir();
  const socket = await connect(fan);
  await switchOn(0);
  await isClosed(socket);
  expect([await codeOf(view(fan, streamId)), await codeOf(star.client.send('GET /streaming/open'))]).toEqual([
    'MAINTENANCE',
    'MAINTENANCE',
  ]);
  expect(await endDrainedShows(app.platform)).toBe(1);
});

test('switching maintenance off before the time leaves the shows alone, and tells their rooms', async () => {
  const { fan, streamId } = await onAir();
  const socket = await connect(fan);
  await sendEvent(socket, 'streams/join', { streamId });
  const heard: unknown[] = [];
  socket.on('streams/closing', (payload) => heard.push(payload));
  const closesAt = inMinutes(15);
  await switchOn();
  await vi.waitUntil(() => heard.length === 1, DEADLINE);
  await switchOff();
  await vi.waitUntil(() => heard.length === 2, DEADLINE);
  expect(heard).toEqual([
    { streamId, closesAt },
    { streamId, closesAt: null },
  ]);
  app.clock.advance(20 * MINUTE_MS);
  expect(await endDrainedShows(app.platform)).toBe(0);
  expect((await view(fan, streamId)).data?.closesAt).toBeNull();
  expect(await stateOf(streamId)).not.toMatchObject({ state: 'ended' });
});

test('the time is the setting’s unless the admin chooses one, who may move it', async () => {
  const running = () => admin.client.call('GET /admin/maintenance');
  const { streamId } = await onAir();
  const { shows, closesAt } = await running();
  expect([shows > 0, closesAt]).toEqual([true, null]);
  await admin.client.call('PUT /admin/settings', { body: { values: { maintenanceMode: true, maintenanceShowMinutes: 30 } } });
  const first = inMinutes(30);
  expect((await running()).closesAt).toBe(first);
  app.clock.advance(MINUTE_MS);
  await switchOn();
  expect((await running()).closesAt).toBe(first);
  await switchOn(10);
  expect((await running()).closesAt).toBe(inMinutes(10));
  await admin.client.call('POST /admin/settings/reset', { body: { keys: ['maintenanceMode', 'maintenanceShowMinutes'] } });
  expect((await running()).closesAt).toBeNull();
  expect(await stateOf(streamId)).toMatchObject({ state: 'live' });
  for (const showMinutes of [-1, 121, 1.5])
    expect(await codeOf(admin.client.send('PUT /admin/settings', { body: { values: {}, showMinutes } }))).toBe('VALIDATION_FAILED');
  const direct = { values: { maintenanceShows: { from: inMinutes(0), until: inMinutes(9) } } };
  expect(await codeOf(admin.client.send('PUT /admin/settings', { body: direct }))).toBe('VALIDATION_FAILED');
});

test('the switch on one node is told in a show’s room on every node', async () => {
  const { fan, streamId, stranger } = await onAir();
  const second = await createTestApp({ database: app.testDatabase, dataDirectory: app.dataDirectory, now: app.clock.now() });
  try {
    const here = await connect(fan);
    const there = await connectSocket(second.url, fan.client.token);
    const strangers = await connectSocket(second.url, stranger.client.token);
    sockets.push(there, strangers);
    await sendEvent(there, 'auth/login', { token: fan.client.token! });
    const heard: unknown[][] = [[], []];
    for (const [index, socket] of [here, there].entries()) {
      await sendEvent(socket, 'streams/join', { streamId });
      socket.on('streams/closing', (payload) => heard[index]!.push(payload));
    }
    const closesAt = inMinutes(15);
    await switchOn();
    await vi.waitUntil(() => heard.every(({ length }) => length > 0), DEADLINE);
    expect(heard).toEqual([[{ streamId, closesAt }], [{ streamId, closesAt }]]);
    await isClosed(strangers);
    expect([here.connected, there.connected]).toEqual([true, true]);
  } finally {
    await second.close();
  }
});
