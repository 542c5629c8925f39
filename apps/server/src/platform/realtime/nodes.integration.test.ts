import { SERVER_EVENTS, type ServerEvents } from '@stagedoor/contract/realtime';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode, createShow } from '../../testing/test-node.ts';
import { createPool } from '../database/database.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 15_000 };

// Calls go to the first node, sockets are connected to the second, and events are dispatched by a third, which serves neither.
let worker: TestApp;
let first: TestApp;
let second: TestApp;
let performer: Person;
let fan: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  worker = await createTestApp({ environment: { ROLES: 'worker' } });
  const { testDatabase: database, dataDirectory } = worker;
  first = await createTestApp({ database, dataDirectory, environment: { ROLES: 'web' } });
  second = await createTestApp({ database, dataDirectory, environment: { ROLES: 'web' } });
  performer = await createPerformer(first, { monthlyPrice: 9 });
  await openMessages(performer);
  fan = await createFan(first);
  await topUp(first, fan, 200);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await first.close();
  await second.close();
  await worker.close();
});

/** A signed-in socket on a node. */
const connect = async (app: TestApp, { client }: Person): Promise<Socket> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, query: { token: client.token! } });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  await socket.emitWithAck('auth/login', { token: client.token });
  return socket;
};
/** Collects the payloads of an event that a socket receives. */
const collect = <E extends keyof ServerEvents>(socket: Socket, event: E): ServerEvents[E][] => {
  const received: ServerEvents[E][] = [];
  socket.on(event as string, (payload: ServerEvents[E]) => received.push(SERVER_EVENTS[event].parse(payload) as ServerEvents[E]));
  return received;
};
/** Tips the performer. What is sent later arrives later: once this did, nothing of before is on its way any more. */
const tip = async (message: string): Promise<{ transactionId: string }> =>
  fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 1, message } });

test('what the worker dispatches reaches the sockets of every web node, once each and in order', async () => {
  const [there, here] = [await connect(second, performer), await connect(first, performer)];
  const received = [collect(there, 'RECEIVED_PAID_TOKEN_EVENT'), collect(here, 'RECEIVED_PAID_TOKEN_EVENT')];
  const wallets = collect(await connect(second, fan), 'wallet/changed');
  for (let count = 0; count < 10; count += 1) await tip(`Bravo ${count}`);
  await vi.waitUntil(() => received.every(({ length }) => length >= 10) && wallets.length >= 10, DEADLINE);
  for (const events of received) {
    expect(events.map(({ message }) => message)).toEqual(Array.from({ length: 10 }, (_, index) => `Bravo ${index}`));
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 10 }, (_, index) => events[0]!.sequence + index));
  }
});

test('messages of any length, deletions, reading and typing reach a member on another node', async () => {
  const conversationId = await createConversation(fan, performer);
  const theirs = await connect(second, performer);
  const own = await connect(first, fan);
  const events = {
    received: collect(theirs, 'conversations/message'),
    typing: collect(theirs, 'conversations/typing'),
    deleted: collect(theirs, 'conversations/deleted'),
    read: collect(own, 'conversations/read'),
    delivered: collect(own, 'conversations/delivered'),
  };
  const long = 'Añoranza 🎻 '.repeat(330).slice(0, 3900);
  own.emit('conversations/typing', { conversationId });
  await vi.waitUntil(() => events.typing.length > 0, DEADLINE);
  for (const text of ['Hello.', long, 'See you.']) await writeMessage(fan, conversationId, text);
  await vi.waitUntil(() => events.received.length >= 3, DEADLINE);
  expect(events.received.map(({ message }) => message.text)).toEqual(['Hello.', long.trim(), 'See you.']);
  expect(events.received.map(({ totalNotSeenMessages }) => totalNotSeenMessages)).toEqual([1, 2, 3]);
  theirs.emit('conversations/received', { conversationId });
  await vi.waitUntil(() => events.delivered.length > 0, DEADLINE);
  const performerThere = createClient(second.url, performer.client.token);
  await performerThere.call('POST /messages/read-all/{id}', { params: { id: conversationId } });
  await vi.waitUntil(() => events.read.length > 0, DEADLINE);
  await fan.client.call('DELETE /messages/{id}', { params: { id: events.received[0]!.message._id } });
  await vi.waitUntil(() => events.deleted.length > 0, DEADLINE);
  expect(events.typing).toHaveLength(1);
});

test('a show’s room spans the nodes: its chat and its changes reach all, and who is blocked is removed wherever they are', async () => {
  const node = await createIsolatedNode(first);
  const { streamId, conversationId } = await createShow(performer, { node });
  const blocked = await createFan(first);
  const watching = await joined(blocked, streamId);
  const changed = collect(watching, 'streams/changed');
  const chat = collect(watching, 'messages/created');
  const stays = collect(await joined(fan, streamId), 'messages/created');
  const say = (text: string) =>
    performer.client.call('POST /messages/stream/public/conversations/{id}', { params: { id: conversationId }, body: { text } });
  await say('Welcome.');
  await vi.waitUntil(() => chat.length === 1, DEADLINE);

  await performer.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
  await vi.waitUntil(() => changed.length > 0, DEADLINE);
  await say('For those who stay.');
  await vi.waitUntil(() => stays.length === 2, DEADLINE);
  expect(chat.map(({ message }) => message.text)).toEqual(['Welcome.']);
});
const joined = async (person: Person, streamId: string): Promise<Socket> => {
  const socket = await connect(second, person);
  expect(await socket.emitWithAck('streams/join', { streamId })).toEqual({ success: true });
  return socket;
};

test('a post and the notices of it are announced to followers on every node, once', async () => {
  const follower = await createFan(first);
  await follower.client.call('POST /reactions', { body: { objectType: 'performer', objectId: performer.id, action: 'follow' } });
  await follower.client.call('PUT /notifications/bells/{id}', { params: { id: performer.id }, body: { posts: true } });
  const [there, here] = [await connect(second, follower), await connect(first, follower)];
  const posts = [collect(there, 'feeds/published'), collect(here, 'feeds/published')];
  const totals = [collect(there, 'notifications/changed'), collect(here, 'notifications/changed')];
  await createFeed(performer);
  await vi.waitUntil(() => [...posts, ...totals].every(({ length }) => length > 0), DEADLINE);
  await tip('after the post');
  const after = collect(await connect(second, performer), 'RECEIVED_PAID_TOKEN_EVENT');
  await tip('after the post too');
  await vi.waitUntil(() => after.length > 0, DEADLINE);
  expect(posts.map(({ length }) => length)).toEqual([1, 1]);
  expect(totals).toEqual([[{ total: 1 }], [{ total: 1 }]]);
});

const heardOf = (wallets: readonly { transactionId: string }[], { transactionId }: { transactionId: string }): boolean =>
  wallets.some((wallet) => wallet.transactionId === transactionId);

test('changed settings and accounts are told once by each node to its own sockets, and a session ends everywhere', async () => {
  const admin = await createAdmin(first);
  const there = await connect(second, fan);
  const [settings, account, wallets] = [
    collect(there, 'settings/changed'),
    collect(there, 'users/changed'),
    collect(there, 'wallet/changed'),
  ];
  await admin.client.call('PUT /admin/settings', { body: { values: { siteName: 'Stagedoor on two nodes' } } });
  const { database } = first.platform;
  await database
    .updateTable('accounts')
    .set({ username: `${fan.username}b` })
    .where('id', '=', fan.id)
    .execute();
  await vi.waitUntil(() => settings.length > 0 && account.length > 0, DEADLINE);
  const counted = await tip('counted');
  await vi.waitUntil(() => heardOf(wallets, counted), DEADLINE);
  expect([settings.length, account.length]).toEqual([1, 1]);

  const { token } = await first.client().call('POST /auth/login', { body: { username: `${fan.username}b`, password: 'correct horse 42' } });
  const leaving = collect(await connect(second, { ...fan, client: first.client(token) }), 'wallet/changed');
  const both = await tip('heard by both');
  await vi.waitUntil(() => heardOf(leaving, both), DEADLINE);
  await first.client(token).call('POST /auth/logout');
  await vi.waitUntil(async () => (await createClient(second.url, token).send('GET /users/me')).status === 401, DEADLINE);
  const one = await tip('heard by one');
  await vi.waitUntil(() => heardOf(wallets, one), DEADLINE);
  expect(leaving).toHaveLength(1);
});

test('after a lost connection the clients of a node are told that they may have missed events, and hear the next ones', async () => {
  const there = await connect(second, performer);
  const [missed, received] = [collect(there, 'events/missed'), collect(there, 'RECEIVED_PAID_TOKEN_EVENT')];
  const owner = createPool({ url: worker.testDatabase.ownerUrl, max: 1, asOwner: true });
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'stagedoor-listener'`,
  );
  await owner.end();
  await vi.waitUntil(() => missed.length > 0, DEADLINE);
  await vi.waitUntil(async () => {
    await tip('again');
    return received.length > 0;
  }, DEADLINE);
  expect(missed.length).toBeGreaterThan(0);
});

test('a node that stops tells the others, and its sockets alone are closed', async () => {
  const { testDatabase: database, dataDirectory } = worker;
  const third = await createTestApp({ database, dataDirectory, environment: { ROLES: 'web' } });
  const [staying, leaving] = [await connect(second, performer), await connect(third, performer)];
  const received = collect(staying, 'RECEIVED_PAID_TOKEN_EVENT');
  leaving.io.reconnection(false);
  const left = new Promise((resolve) => leaving.on('disconnect', resolve));
  await third.close();
  await left;
  await tip('still here');
  await vi.waitUntil(() => received.length > 0, DEADLINE);
  expect(staying.connected).toBe(true);
});
