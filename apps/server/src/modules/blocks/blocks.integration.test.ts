import { type Socket, io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

/** An address in the United States, by the bundled database. */
const ABROAD = { 'x-forwarded-for': '8.8.8.8' };
const DEADLINE = { timeout: 15_000 };

let app: TestApp;
let admin: Person;
let performer: Person;
let node: TestNode;
let fan: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin, monthlyPrice: 5 });
  node = createTestNode(app);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.close();
});
beforeEach(async () => {
  fan = await createFan(app);
  await topUp(app, fan, 50);
});

const connect = async (person: Person, headers: Record<string, string> = {}): Promise<Socket> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, query: { token: person.client.token }, extraHeaders: headers });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('auth/logged-in', () => resolve()));
  return socket;
};
const enter = async (socket: Socket, streamId: string): Promise<boolean> =>
  ((await socket.emitWithAck('streams/join', { streamId })) as { success: boolean }).success;
const block = (person: Person, reason = '') =>
  performer.client.call('POST /performer/block/users', { body: { userId: person.id, reason } });
const setCountries = (countries: string[]) => performer.client.call('POST /performer/block/countries', { body: { countries } });
const count = async (table: 'subscriptions' | 'timelines' | 'reactions', person: Person): Promise<number> => {
  const account = table === 'subscriptions' ? 'fan_id' : 'account_id';
  const rows = await app.platform.database
    .selectFrom(table)
    .selectAll()
    .where(account as never, '=', person.id as never)
    .execute();
  return rows.length;
};

test('the black list: added by id or username, searched, with the reason; oneself and admins are refused', async () => {
  const other = await createFan(app);
  expect(await block(fan, 'Rude.')).toMatchObject({ _id: fan.id, reason: 'Rude.' });
  expect(await block(fan, 'Still rude.')).toMatchObject({ reason: 'Still rude.' });
  app.clock.advance(1000);
  await performer.client.call('POST /performer/block/users', { body: { username: other.username.toUpperCase() } });
  const all = await performer.client.call('GET /performer/block/users');
  expect([all.total, all.data[0]!._id]).toEqual([2, other.id]);
  const found = await performer.client.call('GET /performer/block/users', { query: { q: fan.username } });
  expect(found.data.map(({ _id }) => _id)).toEqual([fan.id]);
  for (const [body, code] of [
    [{ userId: performer.id }, 'FORBIDDEN'],
    [{ userId: admin.id }, 'FORBIDDEN'],
    [{ username: 'nobody-at-all' }, 'NOT_FOUND'],
    [{}, 'VALIDATION_FAILED'],
    [{ userId: fan.id, username: fan.username }, 'VALIDATION_FAILED'],
  ] as const)
    expect([body, (await performer.client.raw('POST /performer/block/users', { body })).error.error]).toEqual([body, code]);
  await performer.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
  expect((await performer.client.send('DELETE /performer/block/users/{id}', { params: { id: fan.id } })).error.error).toBe('NOT_FOUND');
  expect((await performer.client.call('GET /performer/block/users', { query: { q: fan.username } })).total).toBe(0);
});

test('a lite performer has a black list too, and nobody sees another’s', async () => {
  const lite = await createPerformer(app, { approved: false });
  await lite.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  await lite.client.call('POST /performer/block/countries', { body: { countries: ['de', 'FR', 'DE'] } });
  expect(await lite.client.call('GET /performer/block/countries')).toEqual({ countries: ['DE', 'FR'] });
  expect((await performer.client.call('GET /performer/block/users', { query: { q: fan.username } })).total).toBe(0);
  expect((await lite.client.raw('POST /performer/block/countries', { body: { countries: ['QQ'] } })).error.error).toBe('VALIDATION_FAILED');
  expect(await lite.client.call('GET /performer/block/countries')).toEqual({ countries: ['DE', 'FR'] });
  await lite.client.call('POST /performer/block/countries', { body: { countries: ['PT'] } });
  expect(await lite.client.call('GET /performer/block/countries')).toEqual({ countries: ['PT'] });
});

test('a blocked subscriber keeps the paid period without renewal, no longer follows, and has an empty home feed', async () => {
  const feedId = await createFeed(performer, { audience: 'everyone' });
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  await app.platform.database.updateTable('subscriptions').set({ renews_by: 'wallet' }).where('fan_id', '=', fan.id).execute();
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: performer.id, action: 'follow' } });
  await fan.client.call('POST /reactions', { body: { objectType: 'feed', objectId: feedId, action: 'bookmark' } });
  await app.settle();
  const home = async () => (await fan.client.call('GET /feeds/home-feeds')).data.some(({ performer: by }) => by._id === performer.id);
  const marks = async () => (await fan.client.call('GET /reactions/search')).data.map(({ objectId }) => objectId).sort();
  expect([await home(), await marks()]).toEqual([true, [performer.id, feedId].sort()]);

  await block(fan);
  // At once, before the event of the block is dispatched.
  expect([await home(), await marks()]).toEqual([false, []]);
  await app.settle();
  const subscription = await app.platform.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('fan_id', '=', fan.id)
    .executeTakeFirstOrThrow();
  expect(subscription.state).toBe('cancelled');
  expect(subscription.expires_at.getTime()).toBeGreaterThan(app.clock.now().getTime() + 20 * 86_400_000);
  expect((await fan.client.call('GET /subscriptions/search')).data[0]).toMatchObject({ state: 'cancelled', renewsBy: null });
  expect([await count('timelines', fan), await count('reactions', fan)]).toEqual([0, 1]);
  // Later posts don't reach the fan either.
  await createFeed(performer, { audience: 'everyone' });
  await app.settle();
  expect(await count('timelines', fan)).toBe(0);

  await performer.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
  await app.settle();
  // The paid period continues.
  expect(await home()).toBe(true);
});

test('a fan blocked during a show leaves its room and loses the stream; others stay', async () => {
  const show = await createShow(performer, { node });
  const stays = await createFan(app);
  const tokens = await Promise.all(
    [fan, stays].map(
      async (person) => (await person.client.call('POST /streaming/join/{id}', { params: { id: show.streamId } })).token.tokenId,
    ),
  );
  const grants = await Promise.all(tokens.map((token) => node.watch(show.streamId, token)));
  // The start of the show is announced before they subscribe.
  await app.settle();
  const [theirs, others] = [await connect(fan), await connect(stays)];
  expect([await enter(theirs, show.streamId), await enter(others, show.streamId)]).toEqual([true, true]);
  const received: string[] = [];
  theirs.on('messages/created', () => received.push('fan'));
  others.on('messages/created', () => received.push('other'));
  const changed = new Promise((resolve) => theirs.once('streams/changed', resolve));

  await block(fan);
  expect(await changed).toMatchObject({ streamId: show.streamId, performerId: performer.id });
  const said = { params: { id: show.conversationId }, body: { text: 'Good evening.' } };
  await performer.client.call('POST /messages/stream/public/conversations/{id}', said);
  await expect.poll(() => received).toEqual(['other']);
  await expect.poll(() => enter(theirs, show.streamId)).toBe(false);
  // The token is refused at once, before any report.
  await expect(node.watch(show.streamId, tokens[0])).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  const orders = await node.report();
  expect(orders.revoked).toEqual([{ streamId: show.streamId, grantId: grants[0]!.grantId }]);
  await expect(node.watch(show.streamId, tokens[1])).resolves.toMatchObject({ streamId: show.streamId });
  await performer.client.call('POST /streaming/end/{id}', { params: { id: show.streamId } });
});

test('a country blocked during a show loses rooms, grants, pages and payments', async () => {
  const feedId = await createFeed(performer, { audience: 'buyers', price: 2 });
  const show = await createShow(performer, { node });
  const visitor = app.client();
  const abroad = (await fan.client.call('POST /streaming/join/{id}', { params: { id: show.streamId }, headers: ABROAD })).token.tokenId;
  const unknown = (await visitor.call('POST /streaming/join/{id}', { params: { id: show.streamId }, headers: ABROAD })).token.tokenId;
  const here = (await visitor.call('POST /streaming/join/{id}', { params: { id: show.streamId } })).token.tokenId;
  for (const token of [abroad, unknown, here]) await node.watch(show.streamId, token);
  await app.settle();
  const room = await connect(fan, ABROAD);
  expect(await enter(room, show.streamId)).toBe(true);
  const changed = new Promise((resolve) => room.once('streams/changed', resolve));

  await setCountries(['US', 'PT']);
  await changed;
  await expect.poll(() => enter(room, show.streamId)).toBe(false);
  for (const token of [abroad, unknown])
    await expect(node.watch(show.streamId, token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  expect((await node.report()).revoked).toHaveLength(2);
  await node.watch(show.streamId, here);
  const refused = async (key: string, request: object) => (await fan.client.raw(key, { ...request, headers: ABROAD })).error?.error;
  for (const [key, request] of [
    ['GET /performers/{id}', { params: { id: performer.username } }],
    ['GET /users/view/{id}', { params: { id: performer.id } }],
    ['GET /feeds/{id}', { params: { id: feedId } }],
    ['POST /streaming/join/{id}', { params: { id: show.streamId } }],
    ['POST /payment-wallet/purchase-feed', { body: { feedId } }],
    ['POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 2 } }],
    ['POST /payment/subscribe-performer', { body: { performerId: performer.id } }],
    ['POST /messages/stream/public/conversations/{id}', { params: { id: show.conversationId }, body: { text: 'Hello?' } }],
    ['POST /reactions', { body: { objectType: 'performer', objectId: performer.id, action: 'follow' } }],
  ] as const)
    expect([key, await refused(key, request)]).toEqual([key, 'NOT_FOUND']);
  // Performers see themselves from anywhere, and others see them from other countries.
  expect((await performer.client.send('GET /performers/{id}', { params: { id: performer.username }, headers: ABROAD })).status).toBe(200);
  expect((await fan.client.send('GET /performers/{id}', { params: { id: performer.username } })).status).toBe(200);
  await setCountries([]);
  expect((await fan.client.send('GET /performers/{id}', { params: { id: performer.username }, headers: ABROAD })).status).toBe(200);
  await performer.client.call('POST /streaming/end/{id}', { params: { id: show.streamId } });
});

test('an order made before the block can’t be paid from the wallet after it', async () => {
  const { orderId } = await fan.client.call('POST /payment/send-tip', { body: { performerId: performer.id, amount: 3 } });
  await block(fan);
  const paid = await fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  expect(paid.error.error).toBe('BLOCKED_PAIR');
  expect((await fan.client.call('GET /users/me')).balance).toBe(50);
});

test('the black list is part of exports and erasures', async () => {
  await block(fan, 'Noise.');
  await setCountries(['DE']);
  const module = app.platform.personalData.modules().find((one) => one.module === 'blocks')!;
  const { data } = await module.read(app.platform.database, performer.id);
  expect(data['users']).toContainEqual(expect.objectContaining({ username: fan.username, reason: 'Noise.' }));
  expect(data['countries']).toEqual([expect.objectContaining({ country: 'DE' })]);
  await app.platform.database.transaction().execute((trx) => module.erase!(trx, performer.id));
  expect((await performer.client.call('GET /performer/block/users')).total).toBe(0);
  await vi.waitUntil(async () => (await performer.client.call('GET /performer/block/countries')).countries.length === 0, DEADLINE);
});
