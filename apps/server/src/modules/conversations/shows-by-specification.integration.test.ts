import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { beginGroupShow, beginPrivateShow, joinAndWatch, setPrices } from '../../testing/paid-show-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

// A client that knows nothing but the specification: `stream_public` uses the public message calls, every other conversation the normal ones
// (specification, sections 4 and 7). It talks in all three kinds of show.

let app: TestApp;
let admin: Person;
let node: TestNode;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = createTestNode(app);
});
afterAll(() => app.close());

interface Talk {
  star: Person;
  fan: Person;
  streamId: string;
}

const newPair = async (): Promise<[Person, Person]> => {
  const [star, fan] = [await createPerformer(app, { admin }), await createFan(app)];
  await topUp(app, fan, 50);
  return [star, fan];
};
const inPublicShow = async (): Promise<Talk> => {
  const [star, fan] = await newPair();
  return { star, fan, streamId: (await createShow(star, { node })).streamId };
};
const inGroupShow = async (): Promise<Talk> => {
  const [star, fan] = await newPair();
  const { streamId } = await beginGroupShow(star, { node });
  await joinAndWatch(fan, node, streamId);
  return { star, fan, streamId };
};
const inPrivateShow = async (): Promise<Talk> => {
  const [star, fan] = await newPair();
  await setPrices(app, star);
  // Online: only then are they asked.
  await star.client.call('GET /users/me');
  await app.settle();
  return { star, fan, streamId: (await beginPrivateShow(star, fan, { node })).streamId };
};

/** The calls by a conversation's type. */
const callsOf = (type: string) =>
  type === 'stream_public'
    ? ({ list: 'GET /messages/conversations/public/{id}', send: 'POST /messages/stream/public/conversations/{id}' } as const)
    : ({ list: 'GET /messages/conversations/{id}', send: 'POST /messages/conversations/{id}' } as const);

const open = ({ client }: Person, streamId: string) =>
  client.call('POST /conversations', { body: { source: 'stream', sourceId: streamId } });

describe.each([
  ['public', 'stream_public', inPublicShow],
  ['private', 'stream_private', inPrivateShow],
  ['group', 'stream_group', inGroupShow],
])('in a %s show', (_, type, begin) => {
  test('a client opens the conversation, pages, sends, reads and deletes', async () => {
    const { star, fan, streamId } = await begin();
    const conversation = await open(fan, streamId);
    expect(conversation).toMatchObject({ type, streamId, performerId: star.id, totalNotSeenMessages: 0 });
    const id = { params: { id: conversation._id } };
    expect(await star.client.call('GET /conversations/{id}', id)).toEqual(await open(star, streamId));

    const { list, send } = callsOf(type);
    const key = { 'idempotency-key': randomUUID() };
    const first = await fan.client.call(send, { ...id, body: { text: 'Good evening.' }, headers: key });
    expect(await fan.client.call(send, { ...id, body: { text: 'Good evening.' }, headers: key })).toEqual(first);
    for (const text of ['One.', 'Two.']) await star.client.call(send, { ...id, body: { text } });
    const page = await fan.client.call(list, { ...id, query: { limit: 2, offset: 1 } });
    expect([page.total, page.data.map(({ text }) => text)]).toEqual([3, ['One.', 'Good evening.']]);
    const after = await star.client.call(list, { ...id, query: { since: first._id } });
    expect(after.data.map(({ text }) => text)).toEqual(['One.', 'Two.']);

    expect(await fan.client.call('POST /messages/read-all/{id}', id)).toEqual({ totalNotSeenMessages: 0 });
    await fan.client.call('DELETE /messages/{id}', { params: { id: first._id } });
    const [, , deleted] = (await star.client.call(list, { ...id, query: {} })).data;
    expect(deleted).toMatchObject({ _id: first._id, text: 'Message deleted', isDeleted: true });
    const stored = await app.platform.database
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', conversation._id)
      .execute();
    expect(stored).toHaveLength(3);
  });
});

describe.each([
  ['private', inPrivateShow],
  ['group', inGroupShow],
])('of a %s show', (_, begin) => {
  test('others find nothing by the normal calls, and nothing changes', async () => {
    const { fan, streamId } = await begin();
    const { _id } = await open(fan, streamId);
    const id = { params: { id: _id } };
    const outsider = await createFan(app);
    const rival = await createPerformer(app, { admin });
    await app.settle();
    const changed = await watchRows(app);
    for (const { client } of [outsider, rival, admin]) {
      const answers = [
        await client.send('GET /conversations/{id}', id),
        await client.send('GET /messages/conversations/{id}', { ...id, query: {} }),
        await client.send('POST /messages/conversations/{id}', { ...id, body: { text: 'Hello?' } }),
        await client.send('POST /messages/read-all/{id}', id),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect((await client.send('POST /conversations', { body: { source: 'stream', sourceId: streamId } })).error.error).toBe('LOCKED');
    }
    expect(await changed()).toEqual({});
  });

  test('a message is one line without a price or an answer', async () => {
    const { fan, star, streamId } = await begin();
    const { _id } = await open(fan, streamId);
    const body = { text: `Two\nlines ${'x'.repeat(500)}`, replyTo: _id };
    const { status, error } = await fan.client.send('POST /messages/conversations/{id}', { params: { id: _id }, body });
    const fields = error.message as { property: string; constraints: Record<string, string> }[];
    expect([status, fields.map(({ property, constraints }) => [property, ...Object.keys(constraints)])]).toEqual([
      422,
      [
        ['replyTo', 'invalid'],
        ['text', 'tooLong'],
        ['text', 'oneLine'],
      ],
    ]);
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    const late = await star.client.send('POST /messages/conversations/{id}', { params: { id: _id }, body: { text: 'Late.' } });
    expect([late.status, late.error.error]).toEqual([409, 'LIVE_NOT_ON_AIR']);
  });
});

test('a public show’s messages have calls of their own; the normal ones don’t find them', async () => {
  const { fan, streamId } = await inPublicShow();
  const { _id } = await open(fan, streamId);
  const id = { params: { id: _id } };
  expect((await fan.client.send('GET /messages/conversations/{id}', { ...id, query: {} })).status).toBe(404);
  expect((await fan.client.send('POST /messages/conversations/{id}', { ...id, body: { text: 'Hello.' } })).status).toBe(404);
});
