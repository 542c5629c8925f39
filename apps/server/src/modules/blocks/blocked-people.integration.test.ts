import { type Socket, io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createShow, createTestNode } from '../../testing/test-node.ts';

// Two people with a block between them meet nowhere: not under the posts of others, in the chats of others, in searches or counts.

let app: TestApp;
let admin: Person;
/** Whose posts and shows the others meet at. */
let host: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  host = await createPerformer(app, { admin });
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.close();
});

const block = (performer: Person, person: Person) => performer.client.call('POST /performer/block/users', { body: { userId: person.id } });
const unblock = (performer: Person, person: Person) =>
  performer.client.call('DELETE /performer/block/users/{id}', { params: { id: person.id } });
const comment = async (person: Person, objectId: string, content: string): Promise<string> =>
  (await person.client.call('POST /comments', { body: { objectId, content }, files: {} }))._id;
const commentsOn = async (person: Person, objectId: string) => {
  const { data, total } = await person.client.call('GET /comments/search', { query: { objectId } });
  expect(total).toBe(data.length);
  return data.map(({ content }) => content).toSorted();
};
const blockedFromFan = (fan: Person, performer: Person) =>
  fan.client.call('POST /hidden-performers', { body: { performerId: performer.id, how: 'blocked' } });

describe.each([
  ['a performer blocked a fan', block, unblock],
  [
    'a fan blocked a performer',
    (performer: Person, fan: Person) => blockedFromFan(fan, performer),
    (performer: Person, fan: Person) => fan.client.call('DELETE /hidden-performers/{id}', { params: { id: performer.id } }),
  ],
])('while %s', (_name, begin, end) => {
  test('neither reads the comments of the other, under whatever kind of item; others do, and both again afterwards', async () => {
    const [performer, fan, other] = [await createPerformer(app, { admin }), await createFan(app), await createFan(app)];
    const everywhere = [
      await createFeed(host, { photos: 0 }),
      await createFeed(performer, { photos: 0 }),
      ...(await Promise.all((['gallery', 'photo', 'video'] as const).map((kind) => createItem(app, host, kind, { audience: 'everyone' })))),
      await createProduct(app, host, {}),
    ];
    await app.platform.database.updateTable('items').set({ audience: 'everyone' }).where('id', '=', everywhere.at(-1)!).execute();
    const answers: string[] = [];
    for (const id of everywhere) {
      const first = await comment(fan, id, 'By the fan');
      answers.push(await comment(performer, first, 'An answer'));
      await comment(performer, id, 'By the performer');
      await comment(other, id, 'By somebody');
    }
    await begin(performer, fan);
    for (const id of everywhere.filter((one) => one !== everywhere[1])) {
      expect(await commentsOn(performer, id)).toEqual(['By somebody', 'By the performer']);
      expect(await commentsOn(fan, id)).toEqual(['By somebody', 'By the fan']);
      expect(await commentsOn(other, id)).toEqual(['By somebody', 'By the fan', 'By the performer']);
      expect(await commentsOn(admin, id)).toEqual(['By somebody', 'By the fan', 'By the performer']);
    }
    expect(await commentsOn(performer, everywhere[1]!)).toEqual(['By somebody', 'By the performer']);
    // By its id a hidden comment can't be read, answered or liked either; an answer to it is gone with it.
    const [anAnswer] = answers;
    const answered = { objectType: 'comment', objectId: anAnswer };
    for (const person of [fan, performer]) {
      const reply = await person.client.raw('POST /comments', { body: { ...answered, content: 'Hello?' }, files: {} });
      const liked = await person.client.raw('POST /reactions', { body: { ...answered, action: 'like' } });
      expect([reply, liked].map(({ error }) => error?.error)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    }
    await end(performer, fan);
    for (const id of everywhere.slice(0, 2))
      for (const person of [performer, fan])
        expect(await commentsOn(person, id)).toEqual(['By somebody', 'By the fan', 'By the performer']);
  });

  test('neither hears the other in the chat of somebody else’s show', async () => {
    const [performer, fan, other] = [await createPerformer(app, { admin }), await createFan(app), await createFan(app)];
    const { streamId, conversationId } = await createShow(host, { node: createTestNode(app) });
    const heard = new Map<Person, string[]>();
    for (const person of [performer, fan, other]) {
      const socket = io(app.url, { transports: ['websocket'], forceNew: true, query: { token: person.client.token } });
      sockets.push(socket);
      const texts: string[] = [];
      heard.set(person, texts);
      await new Promise<void>((resolve) => socket.once('auth/logged-in', () => resolve()));
      expect(await socket.emitWithAck('streams/join', { streamId })).toMatchObject({ success: true });
      socket.on('messages/created', ({ message }: { message: { text: string } }) => texts.push(message.text));
    }
    await begin(performer, fan);
    await app.settle();
    const say = (person: Person, text: string) =>
      person.client.call('POST /messages/stream/public/conversations/{id}', { params: { id: conversationId }, body: { text } });
    await say(fan, 'From the fan');
    await say(performer, 'From the performer');
    await say(other, 'From somebody');
    const all = ['From the fan', 'From the performer', 'From somebody'];
    await expect.poll(() => heard.get(other)).toEqual(all);
    await expect.poll(() => heard.get(performer)).toEqual(all.filter((text) => text !== 'From the fan'));
    await expect.poll(() => heard.get(fan)).toEqual(all.filter((text) => text !== 'From the performer'));
    const read = async (person: Person) =>
      (await person.client.call('GET /messages/conversations/public/{id}', { params: { id: conversationId } })).data
        .map(({ text }) => text)
        .toReversed();
    expect(await read(performer)).toEqual(all.filter((text) => text !== 'From the fan'));
    expect(await read(fan)).toEqual(all.filter((text) => text !== 'From the performer'));
    expect(await read(other)).toEqual(all);
    await host.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  });
});

test('unread messages of a blocked fan aren’t counted, nor found by a search; the conversation stays to be reported, until the block ends', async () => {
  const [performer, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  await openMessages(performer);
  const id = await createConversation(fan, performer);
  await writeMessage(fan, id, 'Marmalade');
  const seen = async () => ({
    unread: (await performer.client.call('GET /messages/total-unread-messages')).total,
    listed: (await performer.client.call('GET /conversations/search')).data.length,
    listedUnread: (await performer.client.call('GET /conversations/search', { query: { filter: 'unread' } })).data.length,
    byWords: (await performer.client.call('GET /conversations/search', { query: { q: 'Marmalade' } })).data.length,
    byName: (await performer.client.call('GET /conversations/search', { query: { q: fan.username } })).data.length,
    fans: (await performer.client.call('GET /users/search', { query: { q: fan.username } })).data.length,
  });
  await app.platform.settings.change({ performersFindAllFans: true }, null);
  const before = { unread: 1, listed: 1, listedUnread: 1, byWords: 1, byName: 1, fans: 1 };
  expect(await seen()).toEqual(before);
  await block(performer, fan);
  expect(await seen()).toEqual({ unread: 0, listed: 1, listedUnread: 0, byWords: 0, byName: 0, fans: 0 });
  await unblock(performer, fan);
  expect(await seen()).toEqual(before);
});

test('a performer doesn’t meet a performer whom they blocked, and no longer follows them', async () => {
  const [one, two] = [await createPerformer(app, { admin }), await createPerformer(app, { admin })];
  const feedId = await createFeed(two, { title: 'Blockworthy', photos: 0 });
  await one.client.call('POST /reactions', { body: { objectType: 'performer', objectId: two.id, action: 'follow' } });
  await app.settle();
  const names = async (key: string, query: Record<string, unknown>) =>
    JSON.stringify((await one.client.raw(key, { query })).data ?? {}).includes(two.username);
  const places = [
    ['GET /feeds/home-feeds', {}],
    ['GET /feeds', {}],
    ['GET /performers/search', { q: two.username }],
    ['GET /search/suggestions', { q: two.username }],
    ['GET /reactions/search', {}],
  ] as const;
  expect(await names('GET /performers/search', { q: two.username })).toBe(true);
  await block(one, two);
  await app.settle();
  for (const [key, query] of places) expect([key, await names(key, query)]).toEqual([key, false]);
  const codes = async (by: Person, of: Person) => (await by.client.send('GET /performers/{id}', { params: { id: of.username } })).status;
  expect([await codes(one, two), await codes(two, one)]).toEqual([404, 404]);
  expect((await one.client.send('GET /feeds/{id}', { params: { id: feedId } })).status).toBe(404);
  const follows = await app.platform.database
    .selectFrom('reactions')
    .select('object_id')
    .where('account_id', '=', one.id)
    .where('action', '=', 'follow')
    .execute();
  expect(follows).toEqual([]);
  // The list of blocks still has them.
  expect((await one.client.call('GET /performer/block/users')).data.map(({ _id }) => _id)).toEqual([two.id]);
});
