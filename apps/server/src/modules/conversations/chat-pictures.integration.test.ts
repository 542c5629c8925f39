import type { Message } from '@stagedoor/contract/conversations';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { beginGroupShow, beginPrivateShow, joinAndWatch, setPrices } from '../../testing/paid-show-fixtures.ts';
import { createRoomEvents } from '../../testing/room-events.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';
import { film } from '../../testing/video-fixtures.ts';

let app: TestApp;
let admin: Person;
let node: TestNode;
const { listen, close } = createRoomEvents(() => app.url);
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = createTestNode(app);
});
afterEach(close);
afterAll(() => app.close());

const subscribe = (fan: Person, star: Person) => fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: star.id } });

/** A performer on air, a subscriber, and somebody who isn't one. */
const createChat = async () => {
  const star = await createPerformer(app, { admin, monthlyPrice: 0 });
  const [subscriber, fan] = [await createFan(app), await createFan(app)];
  await subscribe(subscriber, star);
  const { streamId, conversationId } = await createShow(star, { node });
  await app.settle();
  return { star, subscriber, fan, streamId, conversationId };
};

const send = (person: Person, conversationId: string, file: Blob) =>
  person.client.send('POST /messages/conversations/{id}/files', { params: { id: conversationId }, body: {}, files: { file } });
const upload = async (person: Person, conversationId: string): Promise<string> => {
  const { data } = await send(person, conversationId, await picture());
  return data._id;
};
const say = async (person: Person, conversationId: string, body: { text?: string; fileId?: string[] }, isPaid = false) => {
  const route = isPaid ? 'POST /messages/stream/conversations/{id}' : 'POST /messages/stream/public/conversations/{id}';
  const { status, error, data } = await person.client.send(route, { params: { id: conversationId }, body });
  return { status, code: error?.error, message: data as Message };
};
const read = (client: Person['client'], id: string) =>
  client.send('GET /messages/conversations/public/{id}', { params: { id }, query: {} });
const addressIn = ({ files }: Pick<Message, 'files'>): string => {
  const [file] = files;
  if (file?.kind !== 'image') throw new Error('no picture');
  return file.picture.sources[0]!.url;
};
const statusOf = async (address: string) => (await fetch(new URL(address, app.url))).status;
const messageRow = (id: string) =>
  app.platform.database
    .selectFrom('messages')
    .select(['sender_id', 'text', 'file_ids', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
const fileRow = (id: string) =>
  app.platform.database.selectFrom('files').select(['owner_id', 'purpose', 'kind', 'attached_at']).where('id', '=', id).executeTakeFirst();

describe('a picture in the chat of a public show', () => {
  test('is sent by the performer and by subscribers, with or without words, and seen by all who watch', async () => {
    const { star, subscriber, fan, conversationId } = await createChat();
    const [one, two, three] = [
      await upload(star, conversationId),
      await upload(subscriber, conversationId),
      await upload(subscriber, conversationId),
    ];
    expect(await fileRow(one)).toMatchObject({ owner_id: star.id, purpose: 'message', kind: 'image', attached_at: null });
    const worded = await say(star, conversationId, { text: 'The set list', fileId: [one] });
    const bare = await say(subscriber, conversationId, { fileId: [three, two, three] });
    expect([worded.status, bare.status, bare.message.fileId]).toEqual([201, 201, [three, two]]);
    expect(await messageRow(worded.message._id)).toMatchObject({ sender_id: star.id, text: 'The set list', file_ids: [one] });
    expect(await messageRow(bare.message._id)).toMatchObject({ sender_id: subscriber.id, text: '', file_ids: [three, two] });
    for (const id of [one, two, three]) expect((await fileRow(id))?.attached_at).not.toBeNull();
    for (const client of [fan.client, app.client()]) {
      const { data } = await read(client, conversationId);
      expect(data.data.map(({ files }) => files.map(({ _id }) => _id))).toEqual([[three, two], [one]]);
      expect(await statusOf(addressIn(data.data[1]!))).toBe(200);
    }
    // Its address alone isn't enough.
    expect(await statusOf(addressIn(worded.message).replace(/s=[^&]*/, 's=nobody'))).toBe(403);
  });

  test('is refused to everybody else, and where it isn’t an own picture that nothing uses; nothing is stored', async () => {
    const { star, subscriber, fan, conversationId } = await createChat();
    const [own, used, processing] = [
      await upload(subscriber, conversationId),
      await upload(subscriber, conversationId),
      await upload(subscriber, conversationId),
    ];
    await say(subscriber, conversationId, { fileId: [used] });
    const stars = await upload(star, conversationId);
    await app.platform.database.updateTable('files').set({ state: 'processing' }).where('id', '=', processing).execute();
    const { data: opened } = await star.client.send('POST /conversations', { body: { source: 'user', sourceId: subscriber.id } });
    const { data: video } = await send(subscriber, opened._id, await film());
    const former = await createFan(app);
    await subscribe(former, star);
    const formers = await upload(former, conversationId);
    await app.platform.database
      .updateTable('subscriptions')
      .set({ expires_at: new Date(app.clock.now().getTime() - 1000) })
      .where('fan_id', '=', former.id)
      .execute();
    await app.settle();
    const changed = await watchRows(app);
    const codeFor = async (person: Person, fileId: string[]) => (await say(person, conversationId, { text: 'Look', fileId })).code;
    expect(await codeFor(fan, [own])).toBe('CHAT_PICTURES_SUBSCRIBERS_ONLY');
    expect(await codeFor(former, [formers])).toBe('CHAT_PICTURES_SUBSCRIBERS_ONLY');
    expect(await codeFor(subscriber, [stars])).toBe('FILE_NOT_YOURS');
    expect(await codeFor(subscriber, [used])).toBe('FILE_NOT_YOURS');
    expect(await codeFor(subscriber, [crypto.randomUUID()])).toBe('FILE_NOT_YOURS');
    expect(await codeFor(subscriber, [own, video._id])).toBe('FILE_KIND_REFUSED');
    expect(await codeFor(subscriber, [own, processing])).toBe('FILE_UNREADABLE');
    expect((await say(subscriber, conversationId, { fileId: [] })).status).toBe(422);
    const five = Array.from({ length: 5 }, () => own);
    expect((await say(subscriber, conversationId, { fileId: five })).status).toBe(422);
    // Neither can they upload one, nor anybody what is no picture.
    const uploadCode = async (person: Person, file: Blob) => (await send(person, conversationId, file)).error?.error;
    expect(await uploadCode(fan, await picture())).toBe('CHAT_PICTURES_SUBSCRIBERS_ONLY');
    expect(await uploadCode(former, await picture())).toBe('CHAT_PICTURES_SUBSCRIBERS_ONLY');
    expect(await uploadCode(subscriber, await film())).toBe('FILE_KIND_REFUSED');
    expect(await changed()).toEqual({});
  });

  test('keeps the rules of the chat: slow mode, time-outs, blocked words, blocks, the end', async () => {
    const { star, subscriber, streamId, conversationId } = await createChat();
    const ids = [
      await upload(subscriber, conversationId),
      await upload(subscriber, conversationId),
      await upload(subscriber, conversationId),
    ];
    const [first, second, third] = ids as [string, string, string];
    await star.client.call('PUT /streaming/chat-rules', { body: { slowSeconds: 60, blockedWords: ['boo'], writers: 'followers' } });
    expect((await say(subscriber, conversationId, { text: 'Boo!', fileId: [first] })).code).toBe('CHAT_WORD_REFUSED');
    // What is refused takes no turn.
    expect((await say(subscriber, conversationId, { fileId: [crypto.randomUUID()] })).code).toBe('FILE_NOT_YOURS');
    expect((await say(subscriber, conversationId, { fileId: [first] })).status).toBe(201);
    expect((await say(subscriber, conversationId, { fileId: [second] })).code).toBe('CHAT_SLOW');
    await star.client.call('PUT /streaming/chat-rules', { body: { slowSeconds: 0 } });
    const timeout = { params: { id: streamId }, body: { accountId: subscriber.id, minutes: null } };
    await star.client.call('POST /streaming/chat/{id}/timeouts', timeout);
    expect((await say(subscriber, conversationId, { fileId: [second] })).code).toBe('CHAT_TIMED_OUT');
    expect((await send(subscriber, conversationId, await picture())).error?.error).toBe('CHAT_TIMED_OUT');
    await star.client.call('DELETE /streaming/chat/{id}/timeouts', { params: { id: streamId }, query: { accountId: subscriber.id } });
    expect((await say(subscriber, conversationId, { fileId: [second] })).status).toBe(201);
    await star.client.call('POST /performer/block/users', { body: { userId: subscriber.id } });
    expect((await say(subscriber, conversationId, { fileId: [third] })).code).toBe('BLOCKED_PAIR');
    expect((await send(subscriber, conversationId, await picture())).error?.error).toBe('BLOCKED_PAIR');
    await star.client.call('DELETE /performer/block/users/{id}', { params: { id: subscriber.id } });
    await app.platform.database.updateTable('conversations').set({ closed_at: app.clock.now() }).where('id', '=', conversationId).execute();
    expect((await say(subscriber, conversationId, { fileId: [third] })).code).toBe('LIVE_NOT_ON_AIR');
    expect((await send(subscriber, conversationId, await picture())).error?.error).toBe('LIVE_NOT_ON_AIR');
    expect((await fileRow(third))?.attached_at).toBeNull();
  });

  test('goes with its message: deleted by who may, and taken down once a report is upheld', async () => {
    const { star, subscriber, fan, streamId, conversationId } = await createChat();
    const sent = async () => {
      const fileId = await upload(subscriber, conversationId);
      const { message } = await say(subscriber, conversationId, { text: 'Backstage', fileId: [fileId] });
      return { fileId, id: message._id, address: addressIn(message) };
    };
    const shown = async (id: string) => (await read(app.client(), conversationId)).data.data.find(({ _id }) => _id === id);
    const [deleted, reported] = [await sent(), await sent()];
    const gone = await listen(fan, streamId, 'messages/deleted');
    await star.client.call('DELETE /messages/{id}', { params: { id: deleted.id } });
    const { _id: reportId } = await fan.client.call('POST /reports', {
      body: { objectType: 'message', objectId: reported.id, reason: 'harassment' },
    });
    const { contents } = await admin.client.call('GET /admin/reports/{id}', { params: { id: reportId } });
    expect(contents?.files).toMatchObject([{ kind: 'image' }]);
    await admin.client.call('POST /admin/reports/{id}/decide', { params: { id: reportId }, body: { decision: 'upheld', note: '' } });
    await app.settle();
    await vi.waitUntil(() => gone.length > 1);
    expect(gone.map(({ messageId }) => messageId)).toEqual([deleted.id, reported.id]);
    for (const { id } of [deleted, reported])
      expect(await shown(id)).toMatchObject({ isDeleted: true, text: 'Message deleted', files: [], fileId: [] });
    expect((await messageRow(deleted.id))?.file_ids).toEqual([]);
    expect(await fileRow(deleted.fileId)).toBeUndefined();
    expect(await statusOf(deleted.address)).toBe(404);
    // Kept for an appeal, and blocked for others.
    const { rows } = await sql`
      select b.object_kind from files f join blocked_files b on b.sha256 = f.sha256 where f.id = ${reported.fileId}::uuid`.execute(
      app.platform.database,
    );
    expect(rows).toEqual([{ object_kind: 'message' }]);
  });

  test('may be one of the performer’s media library, where it stays', async () => {
    const { star, conversationId } = await createChat();
    const { _id: fileId } = await star.client.call('POST /messages/private/photo', { files: { file: await picture() } });
    const { message, status } = await say(star, conversationId, { fileId: [fileId] });
    expect([status, message.files.map(({ _id }) => _id)]).toEqual([201, [fileId]]);
    await star.client.call('DELETE /messages/{id}', { params: { id: message._id } });
    await app.settle();
    expect((await messageRow(message._id))?.file_ids).toEqual([]);
    expect(await fileRow(fileId)).toMatchObject({ owner_id: star.id, purpose: 'photo' });
  });

  test('is told to the room at once; a repeated call sends nothing twice', async () => {
    const { star, fan, streamId, conversationId } = await createChat();
    const fileId = await upload(star, conversationId);
    const heard = await listen(fan, streamId, 'messages/created');
    const post = { params: { id: conversationId }, body: { fileId: [fileId] }, headers: { 'idempotency-key': crypto.randomUUID() } };
    const first = await star.client.call('POST /messages/stream/public/conversations/{id}', post);
    const again = await star.client.call('POST /messages/stream/public/conversations/{id}', post);
    expect(again).toEqual(first);
    await vi.waitUntil(() => heard.length > 0);
    expect(heard[0]).toMatchObject({ streamId, message: { _id: first._id, files: [{ _id: fileId, kind: 'image' }] } });
    const { data } = await read(fan.client, conversationId);
    expect(data.data.map(({ _id }) => _id)).toEqual([first._id]);
  });

  test('is known before it is tried: the rules tell who may send one', async () => {
    const { star, subscriber, fan, streamId } = await createChat();
    const may = async (person: Person) =>
      (await person.client.call('GET /streaming/chat/{id}', { params: { id: streamId } })).canSendPictures;
    expect([await may(star), await may(subscriber), await may(fan)]).toEqual([true, true, false]);
  });
});

describe('a picture in the chat of a paid show', () => {
  test('is for those in a private show alone', async () => {
    const star = await createPerformer(app, { admin, monthlyPrice: 0 });
    const [fan, stranger] = [await createFan(app), await createFan(app)];
    await setPrices(app, star);
    await topUp(app, fan, 100);
    await subscribe(stranger, star);
    await createShow(star, { node });
    const { conversationId } = await beginPrivateShow(star, fan, { node });
    const stars = await upload(star, conversationId);
    const { message, status } = await say(star, conversationId, { fileId: [stars] }, true);
    expect(status).toBe(201);
    expect((await send(fan, conversationId, await picture())).error?.error).toBe('CHAT_PICTURES_SUBSCRIBERS_ONLY');
    await subscribe(fan, star);
    const own = await upload(fan, conversationId);
    expect((await say(fan, conversationId, { fileId: [own] }, true)).status).toBe(201);
    expect((await read(fan.client, conversationId)).data.data.map(({ fileId }) => fileId)).toEqual([[own], [stars]]);
    expect(await statusOf(addressIn(message))).toBe(200);
    for (const client of [stranger.client, admin.client, app.client()]) expect((await read(client, conversationId)).status).toBe(404);
    const changed = await watchRows(app);
    expect((await send(stranger, conversationId, await picture())).status).toBe(404);
    expect((await say(stranger, conversationId, { fileId: [own] }, true)).status).toBe(404);
    expect(await changed()).toEqual({});
  });

  test('is for those in a group show alone', async () => {
    const star = await createPerformer(app, { admin, monthlyPrice: 0 });
    const [fan, stranger] = [await createFan(app), await createFan(app)];
    await topUp(app, fan, 100);
    for (const person of [fan, stranger]) await subscribe(person, star);
    const { streamId, conversationId } = await beginGroupShow(star, { node });
    await joinAndWatch(fan, node, streamId);
    const own = await upload(fan, conversationId);
    expect((await say(fan, conversationId, { fileId: [own] }, true)).status).toBe(201);
    expect((await read(star.client, conversationId)).data.data.map(({ fileId }) => fileId)).toEqual([[own]]);
    expect((await read(stranger.client, conversationId)).status).toBe(404);
    expect((await send(stranger, conversationId, await picture())).status).toBe(404);
  });
});

test('pictures of a chat are in the export of who sent them, and go with the account', async () => {
  const { subscriber, fan, conversationId } = await createChat();
  const fileId = await upload(subscriber, conversationId);
  const { message } = await say(subscriber, conversationId, { text: 'From the balcony', fileId: [fileId] });
  const { read: readData, erase } = app.platform.personalData.modules().find(({ module }) => module === 'messages')!;
  const filesOf = async (person: Person) => JSON.stringify((await readData(app.platform.database, person.id)).files);
  expect(await filesOf(subscriber)).toContain(fileId);
  expect(await filesOf(fan)).not.toContain(fileId);
  await app.platform.database.transaction().execute((trx) => erase!(trx, subscriber.id));
  await app.settle();
  expect(await messageRow(message._id)).toMatchObject({ text: '', file_ids: [] });
  expect(await fileRow(fileId)).toBeUndefined();
});
