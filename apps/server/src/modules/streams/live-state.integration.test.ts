import type { LiveState } from '@stagedoor/contract/live-state';
import { SERVER_EVENTS, type ServerEvents } from '@stagedoor/contract/realtime';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { beginGroupShow, beginPrivateShow, joinAndWatch } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { createIsolatedNode, createShow } from '../../testing/test-node.ts';

/** An address in the United States. */
const ABROAD = '8.8.8.8';

let app: TestApp;
let admin: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
afterAll(() => app.close());

const newFan = async (tokens = 50): Promise<Person> => {
  const fan = await createFan(app);
  if (tokens > 0) await topUp(app, fan, tokens);
  return fan;
};
/** A performer who is online, and can be asked for a private show. */
const newPerformer = async (): Promise<Person> => {
  const star = await createPerformer(app, { admin });
  await star.client.call('GET /users/me');
  await app.settle();
  return star;
};
const end = (star: Person, id: string) => star.client.call('POST /streaming/end/{id}', { params: { id } });
const stateOf = async (viewer: Person['client'], star: Person): Promise<LiveState> =>
  (await viewer.call('GET /streaming/state/{id}', { params: { id: star.username } })).live;
const liveIds = async (viewer: Person['client']): Promise<string[]> =>
  (await viewer.call('GET /streaming/live', { query: { limit: 100 } })).data.map(({ _id }) => _id);

interface Pages {
  itemId: string;
  conversationId: string;
}

/** The live state of a performer by each call that tells it: they must not differ. */
const seenBy = async (fan: Person, star: Person, { itemId, conversationId }: Pages): Promise<LiveState> => {
  const { client } = fan;
  const id = star.username;
  const conversation = await client.call('GET /conversations/{id}', { params: { id: conversationId } });
  const seen = [
    await client.call('GET /performers/{id}', { params: { id } }),
    ...(await client.call('GET /performers/search', { query: { q: id } })).data,
    ...(await client.call('GET /search/suggestions', { query: { q: id } })).performers,
    (await client.call('GET /feeds/{id}', { params: { id: itemId } })).performer,
    ...(await client.call('GET /feeds', { query: { performerId: star.id } })).data.map(({ performer }) => performer),
    ...('peer' in conversation ? [conversation.peer] : []),
  ];
  const promos = (await client.call('GET /site-promo')).data.flatMap(({ performer }) => (performer?._id === star.id ? performer.live : []));
  const live = await stateOf(client, star);
  expect(seen.length).toBeGreaterThanOrEqual(6);
  expect(promos).toHaveLength(1);
  for (const one of [...seen.map((performer) => performer.live), ...promos]) expect(one).toEqual(live);
  for (const { isLive } of seen) expect(isLive).toBe(live.state === 'public' || live.state === 'group');
  return live;
};

/** A promo that leads to the performer, a conversation with the fan, and a post. */
const preparePages = async (star: Person, fan: Person): Promise<Pages> => {
  await admin.client.call('POST /admin/promos', {
    body: {
      title: { en: `${star.username}, live this week` },
      text: {},
      button: { en: 'See the profile' },
      link: `/${star.username}`,
      audience: 'everyone',
      isActive: true,
      startsAt: null,
      endsAt: null,
    },
  });
  await app.platform.database.updateTable('performers').set({ messages_from: 'everyone' }).where('account_id', '=', star.id).execute();
  const { _id: conversationId } = await fan.client.call('POST /conversations', { body: { source: 'performer', sourceId: star.id } });
  return { itemId: await createFeed(star), conversationId };
};

test('a public show is told alike by every call, from its announcement over a private show to its end', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const [fan, other] = [await newFan(), await newFan()];
  const pages = await preparePages(star, fan);
  const see = () => seenBy(fan, star, pages);
  expect(await see()).toEqual({ state: 'none' });

  const { streamId, token } = await createShow(star, { title: 'Suite' });
  const shown = { streamId, title: 'Suite', link: `/live/${star.username}` };
  expect(await see()).toEqual({ state: 'starting', ...shown, since: null });
  expect(await liveIds(fan.client)).not.toContain(streamId);
  await node.publish(streamId, token);
  await node.report();
  const began = app.clock.now().toISOString();
  expect(await see()).toEqual({ state: 'public', ...shown, since: began });
  expect(await liveIds(fan.client)).toContain(streamId);

  // Others know that the performer is busy and comes back, not with whom.
  const paid = await beginPrivateShow(star, other);
  expect(await see()).toEqual({ state: 'paused', ...shown, since: began });
  expect(await liveIds(fan.client)).not.toContain(streamId);
  await end(star, paid.streamId);
  await end(star, streamId);
  expect(await see()).toEqual({ state: 'none' });
});

test('a private show says that its performer is busy, and nothing else', async () => {
  const star = await newPerformer();
  const [fan, other] = [await newFan(), await newFan()];
  const pages = await preparePages(star, other);
  const { streamId } = await beginPrivateShow(star, fan);
  expect(await seenBy(other, star, pages)).toEqual({ state: 'private' });
  expect(await liveIds(other.client)).not.toContain(streamId);
  await end(star, streamId);
  expect(await stateOf(other.client, star)).toEqual({ state: 'none' });
});

test('a group show is listed with its rate and its seats', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const [fan, member] = [await newFan(), await newFan()];
  const pages = await preparePages(star, fan);
  const { streamId } = await beginGroupShow(star, { node, seats: 2, price: 3 });
  const shown = { state: 'group', streamId, title: 'Four blues', link: `/live/group/${streamId}`, rate: 3, money: 3, seats: 2 };
  expect(await seenBy(fan, star, pages)).toMatchObject({ ...shown, taken: 0 });
  await joinAndWatch(member, node, streamId);
  expect(await seenBy(fan, star, pages)).toMatchObject({ ...shown, taken: 1 });
  const card = (await fan.client.call('GET /streaming/live', { query: { limit: 100 } })).data.find(({ _id }) => _id === streamId);
  expect(card).toMatchObject({
    type: 'group',
    audience: 'everyone',
    access: { allowed: true },
    performer: { live: { ...shown, taken: 1 } },
  });
  // Visitors see it too, and what it costs.
  expect(await stateOf(app.client(), star)).toMatchObject({ ...shown, taken: 1 });
  await end(star, streamId);
  expect(await seenBy(fan, star, pages)).toEqual({ state: 'none' });
});

test('a group show for subscribers is listed with its lock', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const fan = await newFan();
  const { streamId } = await beginGroupShow(star, { node, audience: 'subscribers' });
  const card = (await fan.client.call('GET /streaming/live', { query: { limit: 100 } })).data.find(({ _id }) => _id === streamId);
  expect(card).toMatchObject({ type: 'group', audience: 'subscribers', access: { allowed: false, reason: 'subscribers' } });
  await end(star, streamId);
});

test('the time on air leaves silences out, and is the same instant in the room, the list and the live state', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const fan = await newFan(0);
  const { streamId, token } = await createShow(star, { node });
  const began = app.clock.now().getTime();
  const view = () => fan.client.call('GET /streaming/view/{id}', { params: { id: streamId } });
  await node.pass(4000);
  node.drop(streamId);
  await node.report();
  const silent = app.clock.now();
  expect(await view()).toMatchObject({ since: new Date(began).toISOString(), silentSince: silent.toISOString() });
  app.clock.advance(20_000);
  await node.publish(streamId, token);
  await node.report();
  const since = new Date(began + (app.clock.now().getTime() - silent.getTime())).toISOString();
  expect(await view()).toMatchObject({ since, silentSince: null });
  expect(await stateOf(fan.client, star)).toMatchObject({ state: 'public', since });
  const summary = await end(star, streamId);
  expect((await view()).durationSeconds).toBe(summary.durationSeconds);
});

test('hides every show from an account with a block and from a blocked country', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const [blocked, fan] = [await newFan(), await newFan()];
  await preparePages(star, blocked);
  await star.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
  const { streamId } = await createShow(star, { node });
  const path = { params: { id: star.username } };
  const refused = async (client: Person['client']) => [
    (await client.send('GET /streaming/state/{id}', path)).error?.error,
    (await liveIds(client)).includes(streamId),
    (await client.call('GET /site-promo')).data.some(({ performer }) => performer?._id === star.id),
  ];
  expect(await refused(blocked.client)).toEqual(['NOT_FOUND', false, false]);
  const peers = (await blocked.client.call('GET /conversations', { query: {} })).data.filter(({ peer }) => peer._id === star.id);
  for (const { peer } of peers) expect(peer).toMatchObject({ isLive: false, live: { state: 'none' } });
  await beginPrivateShow(star, fan);
  expect(await refused(blocked.client)).toEqual(['NOT_FOUND', false, false]);
  await star.client.call('POST /performer/block/countries', { body: { countries: ['US'] } });
  expect((await app.client().send('GET /streaming/state/{id}', { ...path, headers: { 'x-forwarded-for': ABROAD } })).error?.error).toBe(
    'NOT_FOUND',
  );
});

test('a receipt tells nothing of a performer who has blocked its owner since', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const fan = await newFan();
  const { streamId } = await beginGroupShow(star, { node });
  await joinAndWatch(fan, node, streamId);
  await end(star, streamId);
  await createShow(star, { node });
  const receipt = () => fan.client.call('GET /streaming/receipts/{id}', { params: { id: streamId } });
  expect((await receipt()).performer.live.state).toBe('public');
  await star.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect((await receipt()).performer).toMatchObject({ isLive: false, live: { state: 'none' } });
});

const listen = async ({ client }: Person): Promise<ServerEvents['streams/changed'][]> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  const received: ServerEvents['streams/changed'][] = [];
  socket.on('streams/changed', (payload) => received.push(SERVER_EVENTS['streams/changed'].parse(payload)));
  await new Promise((resolve) => socket.on('connect', () => resolve(null)));
  await socket.emitWithAck('auth/login', { token: client.token });
  return received;
};

test('a private show is announced without its id, and not to somebody with a block', async () => {
  const star = await newPerformer();
  const [fan, other, blocked] = [await newFan(), await newFan(0), await newFan(0)];
  await star.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
  const heard = { fan: await listen(fan), other: await listen(other), blocked: await listen(blocked) };
  const { streamId } = await beginPrivateShow(star, fan);
  await end(star, streamId);
  await app.settle();
  // Events arrive in order: after this one none of before is on its way.
  const later = await newPerformer();
  const node = await createIsolatedNode(app);
  await createShow(later, { node });
  await app.settle();
  const ofStar = (events: ServerEvents['streams/changed'][]) => events.filter(({ performerId }) => performerId === star.id);
  await expect.poll(() => heard.blocked.some(({ performerId }) => performerId === later.id)).toBe(true);
  expect(ofStar(heard.blocked)).toEqual([]);
  expect(ofStar(heard.other).map((event) => event.streamId)).toEqual(expect.arrayContaining([null]));
  expect(ofStar(heard.other).every((event) => event.streamId === null)).toBe(true);
  expect(ofStar(heard.fan).every((event) => event.streamId === streamId)).toBe(true);
});

test('everybody is told when a group show is full, and when a seat is free again', async () => {
  const node = await createIsolatedNode(app);
  const star = await newPerformer();
  const [one, two, other] = [await newFan(), await newFan(), await newFan(0)];
  const { streamId } = await beginGroupShow(star, { node, seats: 2 });
  await app.settle();
  const heard = await listen(other);
  const count = () => heard.filter((event) => event.streamId === streamId).length;
  await joinAndWatch(one, node, streamId);
  await app.settle();
  expect(count()).toBe(0);
  await joinAndWatch(two, node, streamId);
  await app.settle();
  await expect.poll(count).toBe(1);
  await two.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
  await app.settle();
  await expect.poll(count).toBe(2);
  await end(star, streamId);
});

test('a page of performers takes one statement for the live states of all', async () => {
  const fan = await newFan(0);
  const found = () => fan.client.call('GET /performers/search', { query: { limit: 24 } });
  expect((await found()).data.length).toBeGreaterThan(5);
  const statements = await statementsDuring(app.platform.database, async () => void (await found()));
  expect(statements.filter(({ sql }) => /\bfrom streams\b/.test(sql))).toHaveLength(1);
});
