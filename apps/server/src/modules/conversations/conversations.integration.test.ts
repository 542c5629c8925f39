import { SERVER_EVENTS, type ServerEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 15_000 };

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let other: Person;
let node: TestNode;
let streamId: string;
let chat: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  other = await createFan(app);
  await topUp(app, fan, 500);
  node = createTestNode(app);
  ({ streamId, conversationId: chat } = await createShow(star, { node, goal: { title: 'New strings', amount: 100 } }));
});
// What the test before wrote into the chat has been announced.
beforeEach(() => app.settle());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

const say = (person: Person, text: string, conversationId = chat) =>
  person.client.call('POST /messages/stream/public/conversations/{id}', { params: { id: conversationId }, body: { text } });
const read = (query: Record<string, unknown> = {}, conversationId = chat, client = app.client()) =>
  client.call('GET /messages/conversations/public/{id}', { params: { id: conversationId }, query });
const tip = (person: Person, amount: number, show: string | undefined, message = 'Bravo') =>
  person.client.send('POST /payment-wallet/send-tip-wallet/{id}', {
    params: { id: star.id },
    body: { amount, message, ...(show === undefined ? {} : { streamId: show }) },
  });

const connect = async (person?: Person): Promise<Socket> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  if (person) await socket.emitWithAck('auth/login', { token: person.client.token });
  return socket;
};
const enter = async (socket: Socket, id: unknown): Promise<boolean> =>
  ((await socket.emitWithAck('streams/join', { streamId: id })) as { success: boolean }).success;
/** Collects the payloads of an event that a socket receives. */
const collect = <E extends keyof ServerEvents>(socket: Socket, event: E): ServerEvents[E][] => {
  const received: ServerEvents[E][] = [];
  socket.on(event as string, (payload: ServerEvents[E]) => received.push(SERVER_EVENTS[event].parse(payload) as ServerEvents[E]));
  return received;
};

describe('the chat of a public show', () => {
  test('is written by accounts and read by all, newest first; polling returns the messages since', async () => {
    const conversation = await app
      .client()
      .call('GET /conversations/stream/public/{performerId}', { params: { performerId: star.username } });
    expect(conversation).toMatchObject({
      _id: chat,
      type: 'stream_public',
      source: 'stream',
      sourceId: streamId,
      streamId,
      performerId: star.id,
      isClosed: false,
    });
    expect(await fan.client.call('GET /conversations/stream/{streamId}', { params: { streamId } })).toEqual(conversation);
    const first = await say(fan, '  Good evening!  ');
    expect(first).toMatchObject({
      conversationId: chat,
      kind: 'text',
      text: 'Good evening!',
      fileId: [],
      sender: { _id: fan.id, username: fan.username, isHost: false },
      tip: null,
      isDeleted: false,
    });
    const second = await say(star, 'Welcome.');
    expect(second.sender).toMatchObject({ _id: star.id, isHost: true });
    const third = await say(other, '<b>Hello</b>');
    expect((await read()).data.map(({ _id }) => _id)).toEqual([third._id, second._id, first._id]);
    expect((await read({ limit: 2, offset: 1 })).data).toEqual([second, first]);
    expect(await read({ since: first._id })).toEqual({ data: [second, third], total: 2, deletedIds: [] });
    expect(await read({ since: third._id })).toEqual({ data: [], total: 0, deletedIds: [] });
    expect((await read()).total).toBe(3);
    expect((await read({ since: first._id, limit: 1 })).data).toEqual([second]);
    expect(third.text).toBe('<b>Hello</b>');
  });

  test('refuses empty, too long and multi-line messages, and leaves nothing', async () => {
    await app.settle();
    const changed = await watchRows(app);
    for (const text of ['', '   ', 'x'.repeat(501), 'one\ntwo', 'bell\u0007', 7, null]) {
      const { status, error } = await fan.client.raw('POST /messages/stream/public/conversations/{id}', {
        params: { id: chat },
        body: { text },
      });
      expect([text, status, error.error]).toEqual([text, 422, 'VALIDATION_FAILED']);
    }
    expect(await changed()).toEqual({});
    expect((await say(fan, 'x'.repeat(500))).text).toHaveLength(500);
  });

  test('contains twenty concurrent messages, and polling from any of them misses none', async () => {
    const { _id: since } = await say(fan, 'Before');
    const said = await Promise.all(Array.from({ length: 20 }, (_, index) => say(index % 2 ? fan : other, `No. ${index}`)));
    const { data } = await read({ since, limit: 100 });
    expect(new Set(data.map(({ _id }) => _id))).toEqual(new Set(said.map(({ _id }) => _id)));
    for (const [index, { _id }] of data.entries()) expect((await read({ since: _id, limit: 100 })).total).toBe(data.length - 1 - index);
  });

  test('is closed with the show, and can still be read', async () => {
    const host = await createPerformer(app, { admin });
    const show = await createShow(host, { node });
    const last = await say(fan, 'Good night', show.conversationId);
    await host.client.call('POST /streaming/end/{id}', { params: { id: show.streamId } });
    const params = { id: show.conversationId };
    const late = await fan.client.send('POST /messages/stream/public/conversations/{id}', { params, body: { text: 'Wait!' } });
    expect(late.error.error).toBe('LIVE_NOT_ON_AIR');
    expect((await read({}, show.conversationId)).data).toEqual([last]);
    const conversation = await fan.client.call('GET /conversations/stream/{streamId}', { params: { streamId: show.streamId } });
    expect(conversation.isClosed).toBe(true);
    const next = await createShow(host, { node });
    const open = await app.client().call('GET /conversations/stream/public/{performerId}', { params: { performerId: host.id } });
    expect([open._id, open.isClosed]).toEqual([next.conversationId, false]);
  });

  test('shows a deleted message in the reader’s language; its sender, the host and an admin can delete it', async () => {
    const said = [await say(fan, 'One'), await say(fan, 'Two'), await say(fan, 'Three')];
    const remove = (person: Person, messageId: string) => person.client.send('DELETE /messages/{id}', { params: { id: messageId } });
    expect((await remove(other, said[0]!._id)).error.error).toBe('FORBIDDEN');
    for (const [index, person] of [fan, star, admin].entries()) {
      const { data } = await remove(person, said[index]!._id);
      expect(data).toMatchObject({ _id: said[index]!._id, text: 'Message deleted', isDeleted: true, sender: { _id: fan.id } });
      expect((await remove(person, said[index]!._id)).data).toEqual(data);
    }
    const inEnglish = (await read({ limit: 3 })).data;
    expect(inEnglish.map(({ text, isDeleted }) => [text, isDeleted])).toEqual(Array(3).fill(['Message deleted', true]));
    expect((await read({ limit: 1, locale: 'es' })).data[0]?.text).toBe('Mensaje eliminado');
    const row = await app.platform.database.selectFrom('messages').selectAll().where('id', '=', said[1]!._id).executeTakeFirst();
    expect([row?.text, row?.deleted_by]).toEqual(['Two', star.id]);
    // The admin's deletion alone is audited; one whose role doesn't moderate may not.
    const audited = await app.platform.database
      .selectFrom('audit_log')
      .select(['actor_id', 'object_id'])
      .where('action', '=', 'messages.deleted')
      .execute();
    expect(audited).toEqual([{ actor_id: admin.id, object_id: said[2]!._id }]);
    const kept = await say(fan, 'Four');
    await app.platform.database.updateTable('accounts').set({ admin_role: 'finance' }).where('id', '=', admin.id).execute();
    const refused = (): Promise<string | undefined> => remove(admin, kept._id).then(({ error }) => error?.error);
    await vi.waitUntil(async () => (await refused()) === 'FORBIDDEN', DEADLINE);
    await app.platform.database.updateTable('accounts').set({ admin_role: 'owner' }).where('id', '=', admin.id).execute();
  });

  test('polling names the deleted ones of the newest hundred known messages', async () => {
    const show = await createShow(await createPerformer(app, { admin }), { node });
    const first = await say(fan, 'First', show.conversationId);
    const { rows } = await sql<{ id: string }>`
      insert into messages (conversation_id, id, sender_id, kind, text)
      select conversation_id, uuidv7(), sender_id, kind, 'No. ' || number from messages, generate_series(1, 101) number
      where conversation_id = ${show.conversationId}::uuid returning id`.execute(app.platform.database);
    const said = [first._id, ...rows.map(({ id }) => id)];
    const remove = (place: number) => fan.client.call('DELETE /messages/{id}', { params: { id: said[place]! } });
    const poll = (place: number) => read({ since: said[place]! }, show.conversationId);
    expect((await poll(101)).deletedIds).toEqual([]);
    for (const place of [1, 2, 100, 101]) await remove(place);
    expect((await poll(101)).deletedIds).toEqual([said[2], said[100], said[101]]);
    // A message that isn't known yet comes as a deleted one.
    expect(await poll(100)).toMatchObject({ data: [{ _id: said[101], isDeleted: true }], deletedIds: [said[1], said[2], said[100]] });
    expect(await read({ limit: 1 }, show.conversationId)).not.toHaveProperty('deletedIds');
  });
});

describe('tips during a show', () => {
  test('are announced in its chat once, however often the event is dispatched, and counted', async () => {
    const socket = await connect(other);
    expect(await enter(socket, streamId)).toBe(true);
    const received = collect(socket, 'messages/created');
    // Words that were written before may be announced now.
    const tips = () => received.filter(({ message }) => message.kind === 'tip');
    const { data: receipt } = await tip(fan, 12.5, streamId, 'For the strings');
    await vi.waitUntil(() => tips().length > 0, DEADLINE);
    expect(tips()[0]).toMatchObject({
      streamId,
      message: { conversationId: chat, kind: 'tip', tip: 12.5, text: 'For the strings', sender: { _id: fan.id } },
    });
    await sql`update outbox set dispatched_at = null where event = 'orders.paid' and payload ->> 'transactionId' = ${receipt.transactionId}`.execute(
      app.platform.database,
    );
    await app.settle();
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from messages where transaction_id = ${receipt.transactionId}::uuid`.execute(app.platform.database);
    expect([rows[0]?.count, tips().length]).toEqual([1, 1]);
    const transaction = await fan.client.call('GET /wallet-transactions/user/search', { query: { limit: 1 } });
    expect(transaction.data[0]).toMatchObject({ kind: 'tip', item: { kind: 'stream', id: streamId, title: 'Evening practice' } });
  });

  test('twenty concurrent ones make twenty messages, and every sum is right', async () => {
    const host = await createPerformer(app, { admin });
    const show = await createShow(host, { node, goal: { title: 'A new floor', amount: 300 } });
    const paid = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
          params: { id: host.id },
          body: { amount: index + 1, streamId: show.streamId },
        }),
      ),
    );
    await app.settle();
    const { data } = await read({ limit: 100 }, show.conversationId);
    expect(data.map(({ tip: amount }) => amount).sort((a, b) => a! - b!)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(20);
    const session = await app.client().call('GET /streaming/view/{id}', { params: { id: show.streamId } });
    expect([session.goal?.raised, session.topTippers]).toEqual([210, [{ fan: expect.objectContaining({ _id: fan.id }), amount: 210 }]]);
    const { tips } = await host.client.call('GET /streaming/summary/{id}', { params: { id: show.streamId } });
    expect(tips).toEqual({ count: 20, tokens: 210, net: 168, currency: 'USD' });
  });

  test('are accepted for the show’s own performer while it is open; a refused one costs nothing', async () => {
    const host = await createPerformer(app, { admin });
    const show = await createShow(host, { node });
    await app.settle();
    const feedId = await createFeed(star, { photos: 0, text: 'No show.' });
    const { balance } = await fan.client.call('GET /users/me');
    expect((await tip(fan, 2, show.streamId)).error.error).toBe('NOT_FOUND');
    for (const none of [feedId, '01890000-0000-7000-8000-000000000000']) expect((await tip(fan, 2, none)).error.error).toBe('NOT_FOUND');
    await host.client.call('POST /streaming/end/{id}', { params: { id: show.streamId } });
    const late = { params: { id: host.id }, body: { amount: 2, streamId: show.streamId } };
    expect((await fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', late)).error.error).toBe('LIVE_NOT_ON_AIR');
    expect((await fan.client.call('GET /users/me')).balance).toBe(balance);
    const { data } = await tip(fan, 2, undefined);
    await app.settle();
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from messages where transaction_id = ${data.transactionId}::uuid`.execute(app.platform.database);
    expect(rows[0]?.count).toBe(0);
  });
});

describe('rooms', () => {
  test('performer and fan receive messages, a visitor and an account outside the room don’t', async () => {
    const [host, viewer, elsewhere, visitor] = [await connect(star), await connect(fan), await connect(other), await connect()];
    expect([await enter(host, streamId), await enter(viewer, streamId), await enter(visitor, streamId)]).toEqual([true, true, false]);
    const received = [host, viewer, elsewhere, visitor].map((socket) => collect(socket, 'messages/created'));
    const deleted = collect(viewer, 'messages/deleted');
    const question = await say(fan, 'Which tuning is that?');
    const answer = await say(star, 'Open D.');
    await vi.waitUntil(() => received[0]!.length === 2 && received[1]!.length === 2, DEADLINE);
    for (const messages of received.slice(0, 2)) expect(messages.map(({ message }) => message)).toEqual([question, answer]);
    await star.client.call('DELETE /messages/{id}', { params: { id: question._id } });
    await vi.waitUntil(() => deleted.length > 0, DEADLINE);
    expect(deleted).toEqual([{ streamId, conversationId: chat, messageId: question._id }]);
    expect(received.slice(2)).toEqual([[], []]);
  });

  test('refuse blocked accounts and invalid shows', async () => {
    const blocked = await createFan(app);
    await app.platform.database.insertInto('blocks').values({ performer_id: star.id, account_id: blocked.id }).execute();
    const socket = await connect(blocked);
    expect(await enter(socket, streamId)).toBe(false);
    const mine = await connect(fan);
    for (const id of ['01890000-0000-7000-8000-000000000000', 'not-an-id', '', null, { $ne: 1 }]) expect(await enter(mine, id)).toBe(false);
    // Invalid requests, and requests without a callback, break nothing.
    mine.emit('streams/join', 7);
    mine.emit('streams/leave', null, 'no function');
    expect(await enter(mine, streamId)).toBe(true);
  });

  test('at most ten per connection; leaving, logging out and the session’s end leave them', async () => {
    const rooms: string[] = [];
    for (let i = 0; i < 11; i += 1) rooms.push((await createShow(await createPerformer(app, { admin }))).streamId);
    const socket = await connect(fan);
    const entered = [];
    for (const room of rooms) entered.push(await enter(socket, room));
    expect(entered).toEqual([...Array(10).fill(true), false]);
    expect(await enter(socket, rooms[0])).toBe(true);
    await socket.emitWithAck('streams/leave', { streamId: rooms[0] });
    expect(await enter(socket, rooms[10])).toBe(true);

    const { token } = await app.client().call('POST /auth/login', { body: { username: fan.username, password: 'correct horse 42' } });
    const [left, loggedOut, ended, stays] = [await connect(fan), await connect(fan), await connect(), await connect(fan)];
    await ended.emitWithAck('auth/login', { token });
    for (const one of [left, loggedOut, ended, stays]) expect(await enter(one, streamId)).toBe(true);
    const received = [left, loggedOut, ended, stays].map((one) => collect(one, 'messages/created'));
    await left.emitWithAck('streams/leave', { streamId });
    await loggedOut.emitWithAck('auth/logout', {});
    await app.client(token).call('POST /auth/logout');
    await vi.waitUntil(async () => !(await enter(ended, streamId)), DEADLINE);
    await say(star, 'Still here?');
    await vi.waitUntil(() => received[3]!.length > 0, DEADLINE);
    expect(received.map((messages) => messages.length)).toEqual([0, 0, 0, 1]);
    expect(await enter(loggedOut, streamId)).toBe(false);
  });

  test('are kept when the same account logs in again, and left when another does', async () => {
    const socket = await connect(fan);
    const received = collect(socket, 'messages/created');
    expect(await enter(socket, streamId)).toBe(true);
    await socket.emitWithAck('auth/login', { token: fan.client.token });
    await say(star, 'To all in the room');
    await vi.waitUntil(() => received.length === 1, DEADLINE);
    await socket.emitWithAck('auth/login', { token: other.client.token });
    const remaining = await connect(fan);
    expect(await enter(remaining, streamId)).toBe(true);
    const seen = collect(remaining, 'messages/created');
    await say(star, 'To those still there');
    await vi.waitUntil(() => seen.length === 1, DEADLINE);
    expect(received).toHaveLength(1);
  });

  test('are left when the account is suspended', async () => {
    const banned = await createFan(app);
    const [socket, remaining] = [await connect(banned), await connect(fan)];
    for (const one of [socket, remaining]) expect(await enter(one, streamId)).toBe(true);
    const received = [socket, remaining].map((one) => collect(one, 'messages/created'));
    await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', banned.id).execute();
    await vi.waitUntil(async () => !(await enter(socket, streamId)), DEADLINE);
    await say(star, 'Where were we?');
    await vi.waitUntil(() => received[1]!.length > 0, DEADLINE);
    expect(received[0]).toEqual([]);
  });

  test('receive changes of the viewer count; all logged-in sockets receive the start and end of a show', async () => {
    const [inside, outside, visitor] = [await connect(fan), await connect(other), await connect()];
    expect(await enter(inside, streamId)).toBe(true);
    const viewers = [inside, outside].map((socket) => collect(socket, 'streams/viewers'));
    await node.watch(streamId);
    await node.watch(streamId);
    await node.report();
    await vi.waitUntil(() => viewers[0]!.some((event) => event.viewers === 2), DEADLINE);
    expect(viewers[0]!.at(-1)).toEqual({ streamId, viewers: 2 });
    expect(viewers[1]).toEqual([]);

    const host = await createPerformer(app, { admin });
    const changes = [inside, outside, visitor].map((socket) => collect(socket, 'streams/changed'));
    const show = await createShow(host, { node });
    await host.client.call('POST /streaming/end/{id}', { params: { id: show.streamId } });
    await app.settle();
    const expected = ['live', 'ended'].map((state) => ({ streamId: show.streamId, performerId: host.id, state }));
    await vi.waitUntil(() => changes[0]!.length >= 2 && changes[1]!.length >= 2, DEADLINE);
    expect(changes).toEqual([expected, expected, []]);
  });
});
