import { type ServerEvents, SERVER_EVENTS } from '@stagedoor/contract/realtime';
import { UNDO_ACCEPTED_MS } from '@stagedoor/contract/conversations.values';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { closeDays } from '../../ledger/index.ts';
import { createConversation, getPrivate as get, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { eraseDueAccounts } from '../accounts/erase-account.ts';

const DAY_MS = 86_400_000;
const DEADLINE = { timeout: 15_000 };

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  await openMessages(star);
  fan = await createFan(app);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

const list = (person: Person, query: Record<string, unknown> = {}) => person.client.call('GET /conversations', { query });
const read = (person: Person, id: string, query: Record<string, unknown> = {}) =>
  person.client.call('GET /messages/conversations/{id}', { params: { id }, query });
const readAll = (person: Person, id: string) => person.client.call('POST /messages/read-all/{id}', { params: { id } });
const unread = (person: Person) => person.client.call('GET /messages/total-unread-messages');
const codeOf = async (call: Promise<{ error: { error: string } }>): Promise<string> => (await call).error.error;
const follow = (person: Person) =>
  person.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
const connect = async (person: Person): Promise<Socket> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, auth: { token: person.client.token } });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('auth/logged-in', () => resolve()));
  return socket;
};
const collect = <E extends keyof ServerEvents>(socket: Socket, event: E): ServerEvents[E][] => {
  const received: ServerEvents[E][] = [];
  socket.on(event as string, (payload: ServerEvents[E]) => received.push(SERVER_EVENTS[event].parse(payload) as ServerEvents[E]));
  return received;
};

describe('a private conversation', () => {
  test('is the same from both sides, also when both open it at once', async () => {
    const other = await createFan(app);
    await follow(other);
    const opened = await Promise.all([
      ...Array.from({ length: 4 }, () => createConversation(other, star)),
      ...Array.from({ length: 4 }, async () => {
        const { _id } = await star.client.call('POST /conversations', { body: { source: 'user', sourceId: other.id } });
        return _id;
      }),
    ]);
    expect(new Set(opened).size).toBe(1);
    expect(await get(other, opened[0]!)).toMatchObject({ source: 'performer', sourceId: star.id, canWrite: true, fan: null });
    expect(await get(star, opened[0]!)).toMatchObject({ source: 'user', sourceId: other.id, peer: { _id: other.id, isPerformer: false } });
    // Nobody wrote: it is in no list yet.
    expect((await list(other)).data).toEqual([]);
  });

  test('two fans, two performers and admins have none', async () => {
    const other = await createFan(app);
    const second = await createPerformer(app, { admin });
    const open = (person: Person, source: 'performer' | 'user', sourceId: string) =>
      codeOf(person.client.raw('POST /conversations', { body: { source, sourceId } }));
    expect(await open(fan, 'user', other.id)).toBe('FORBIDDEN');
    expect(await open(fan, 'performer', other.id)).toBe('NOT_FOUND');
    expect(await open(star, 'performer', second.id)).toBe('FORBIDDEN');
    expect(await open(star, 'user', second.id)).toBe('NOT_FOUND');
    expect(await open(admin, 'performer', star.id)).toBe('FORBIDDEN');
  });

  test('a performer chooses who may write; whoever was written to reads it', async () => {
    const choosy = await createPerformer(app, { admin, monthlyPrice: 0 });
    const stranger = await createFan(app);
    const follower = await createFan(app);
    await follower.client.call('POST /reactions', { body: { objectType: 'performer', objectId: choosy.id, action: 'follow' } });
    const open = (person: Person) => person.client.raw('POST /conversations', { body: { source: 'performer', sourceId: choosy.id } });
    expect([await codeOf(open(stranger)), await codeOf(open(follower))]).toEqual(['MESSAGES_NOT_ALLOWED', 'MESSAGES_NOT_ALLOWED']);
    expect(await codeOf(choosy.client.raw('POST /conversations', { body: { source: 'user', sourceId: stranger.id } }))).toBe(
      'MESSAGES_NOT_ALLOWED',
    );
    const { _id } = await choosy.client.call('POST /conversations', { body: { source: 'user', sourceId: follower.id } });
    await writeMessage(choosy, _id, 'Thank you for following.');
    expect(await get(follower, _id)).toMatchObject({ canWrite: false, writeObstacle: 'subscribe', totalNotSeenMessages: 1 });
    const refused = follower.client.raw('POST /messages/conversations/{id}', { params: { id: _id }, body: { text: 'Hello.' } });
    expect(await codeOf(refused)).toBe('MESSAGES_NOT_ALLOWED');
    await choosy.client.call('PUT /performers', { body: { messagesFrom: 'followers' } });
    expect(await get(follower, _id)).toMatchObject({ canWrite: true, writeObstacle: null });
    await writeMessage(follower, _id);
    expect(await codeOf(open(stranger))).toBe('MESSAGES_NOT_ALLOWED');
    await choosy.client.call('PUT /performers', { body: { messagesFrom: 'subscribers' } });
    await stranger.client.call('POST /subscriptions/free-subscribe', { body: { performerId: choosy.id } });
    const subscribed = (await open(stranger)).status;
    expect(subscribed).toBe(200);
  });

  test('counts unread messages of each side exactly while both write at once, and reading resets one side', async () => {
    const other = await createFan(app);
    const before = await unread(star);
    const id = await createConversation(other, star);
    await Promise.all(Array.from({ length: 12 }, (_, n) => writeMessage(other, id, `No. ${n}`)));
    expect((await get(star, id)).totalNotSeenMessages).toBe(12);
    expect(await unread(star)).toEqual({ total: before.total + 12, conversations: before.conversations + 1 });
    expect(await readAll(star, id)).toEqual({ totalNotSeenMessages: 0 });
    await Promise.all([readAll(star, id), writeMessage(star, id, 'Many!'), writeMessage(star, id, 'Really.')]);
    expect([(await get(star, id)).totalNotSeenMessages, (await get(other, id)).totalNotSeenMessages]).toEqual([0, 2]);
    // Writing reads what was written before.
    await writeMessage(other, id, 'Yes.');
    expect([(await get(star, id)).totalNotSeenMessages, (await get(other, id)).totalNotSeenMessages]).toEqual([1, 0]);
    expect(await unread(other)).toEqual({ total: 0, conversations: 0 });
  });

  test('shows its messages newest first, 25 a page, an answered one with its words, delivered and seen', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    const ids: string[] = [];
    for (let n = 0; n < 27; n += 1) ids.push(await writeMessage(other, id, `No. ${n}`));
    const page = await read(other, id);
    expect([page.data.length, page.total, page.data[0]?.text]).toEqual([25, 27, 'No. 26']);
    expect((await read(other, id, { offset: 25 })).data.map(({ text }) => text)).toEqual(['No. 1', 'No. 0']);
    expect((await read(other, id, { since: ids[24]! })).data.map(({ text }) => text)).toEqual(['No. 25', 'No. 26']);
    const answer = await star.client.call('POST /messages/conversations/{id}', {
      params: { id },
      body: { text: 'The third one\nplease.', replyTo: ids[3]! },
    });
    expect(answer).toMatchObject({ text: 'The third one\nplease.', replyTo: { _id: ids[3], text: 'No. 3', senderId: other.id } });
    // Who answers has seen what was written before.
    expect((await read(other, id, { since: ids[25]! })).data[0]?.seenAt).not.toBeNull();
    await writeMessage(other, id, 'Thank you.');
    expect((await read(other, id, { limit: 1 })).data[0]).toMatchObject({ deliveredAt: null, seenAt: null });
    const socket = await connect(other);
    const receipts = [collect(socket, 'conversations/delivered'), collect(socket, 'conversations/read')] as const;
    const stage = await connect(star);
    await writeMessage(other, id, 'Arrived?');
    stage.emit('conversations/received', { conversationId: id });
    await vi.waitUntil(() => receipts[0].length > 0, DEADLINE);
    const [delivered] = (await read(other, id, { limit: 1 })).data;
    expect([delivered?.deliveredAt !== null, delivered?.seenAt]).toEqual([true, null]);
    await readAll(star, id);
    await vi.waitUntil(() => receipts[1].some(({ accountId }) => accountId === star.id), DEADLINE);
    expect((await read(other, id, { limit: 1 })).data[0]?.seenAt).not.toBeNull();
    // Of a message of the other side nothing is told.
    expect((await read(star, id, { limit: 1 })).data[0]).toMatchObject({ deliveredAt: null, seenAt: null });
  });

  test('has arrived everywhere once a client of the other side connects', async () => {
    const other = await createFan(app);
    const star2 = await createPerformer(app, { admin });
    for (const performer of [star, star2]) await openMessages(performer);
    const ids = [await createConversation(other, star), await createConversation(other, star2)] as const;
    await writeMessage(star, ids[0], 'One.');
    await writeMessage(star2, ids[1], 'Two.');
    const delivered = collect(await connect(star2), 'conversations/delivered');
    (await connect(other)).emit('conversations/received', {});
    await vi.waitUntil(() => delivered.length > 0, DEADLINE);
    expect(delivered.map(({ conversationId, accountId }) => [conversationId, accountId])).toEqual([[ids[1], other.id]]);
    for (const [index, performer] of [star, star2].entries()) {
      const [message] = (await read(performer, ids[index]!, { limit: 1 })).data;
      expect([message?.deliveredAt !== null, message?.seenAt]).toEqual([true, null]);
    }
  });

  test('refuses what can’t be a message, and stores nothing', async () => {
    const other = await createFan(app);
    const [id, foreign] = [await createConversation(other, star), await createConversation(fan, star)];
    const foreignMessage = await writeMessage(fan, foreign);
    await app.settle();
    const changed = await watchRows(app);
    for (const body of [
      { text: '' },
      { text: '   ' },
      { text: 'x'.repeat(4001) },
      { text: 'bell\u0007' },
      { text: 7 },
      {},
      { text: 'Answer', replyTo: foreignMessage },
      { text: 'Answer', replyTo: 'x' },
    ]) {
      const { status, error } = await other.client.raw('POST /messages/conversations/{id}', { params: { id }, body });
      expect([body, status, error.error]).toEqual([body, 422, 'VALIDATION_FAILED']);
    }
    for (const person of [other, admin]) {
      const write = person.client.raw('POST /messages/conversations/{id}', { params: { id: foreign }, body: { text: 'Hello.' } });
      expect([
        (await write).status,
        (await person.client.raw('GET /messages/conversations/{id}', { params: { id: foreign } })).status,
      ]).toEqual([404, 404]);
    }
    expect(await changed()).toEqual({});
  });

  test('is read but not written in once the other side deleted its account', async () => {
    const host = await createPerformer(app, { admin, monthlyPrice: 0 });
    const leaving = await createFan(app);
    await openMessages(host);
    const id = await createConversation(leaving, host);
    await writeMessage(leaving, id, 'Farewell.');
    await writeMessage(host, id, 'Stay!');
    await app.platform.database.updateTable('accounts').set({ deletes_at: app.clock.now() }).where('id', '=', leaving.id).execute();
    expect(await eraseDueAccounts(app.platform)).toBe(1);
    await app.settle();
    expect(await get(host, id)).toMatchObject({ canWrite: false, writeObstacle: 'gone', isClosed: true });
    const changed = await watchRows(app);
    const write = await host.client.raw('POST /messages/conversations/{id}', { params: { id }, body: { text: 'Are you there?' } });
    expect([write.status, write.error.error]).toEqual([403, 'MESSAGES_NOT_ALLOWED']);
    const upload = await host.client.send('POST /messages/conversations/{id}/files', {
      params: { id },
      body: {},
      files: { file: await picture({ width: 64, height: 64 }) },
    });
    expect(upload.error?.error).toBe('MESSAGES_NOT_ALLOWED');
    // The one there is opens as before; a new one doesn't.
    expect(await host.client.call('POST /conversations', { body: { source: 'user', sourceId: leaving.id } })).toMatchObject({ _id: id });
    expect((await star.client.raw('POST /conversations', { body: { source: 'user', sourceId: leaving.id } })).status).toBe(404);
    expect(await changed()).toEqual({});
  });

  test('is hidden from a fan who is blocked, and closed for the performer', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    await writeMessage(other, id, 'Let me in.');
    await star.client.call('POST /performer/block/users', { body: { userId: other.id } });
    expect([(await other.client.raw('GET /conversations/{id}', { params: { id } })).status, (await list(other)).data]).toEqual([404, []]);
    expect(await unread(other)).toEqual({ total: 0, conversations: 0 });
    expect(await get(star, id)).toMatchObject({ canWrite: false, writeObstacle: 'blocked', isClosed: true });
    const write = star.client.raw('POST /messages/conversations/{id}', { params: { id }, body: { text: 'Hello.' } });
    expect(await codeOf(write)).toBe('BLOCKED_PAIR');
    const socket = await connect(star);
    const typing = collect(socket, 'conversations/typing');
    // Heard where they may write: by then what they type here has been left out, too.
    const elsewhere = await createPerformer(app);
    await openMessages(elsewhere);
    const open = await createConversation(other, elsewhere);
    const heard = collect(await connect(elsewhere), 'conversations/typing');
    const theirs = await connect(other);
    for (const conversationId of [id, open]) theirs.emit('conversations/typing', { conversationId });
    await vi.waitUntil(() => heard.length > 0, DEADLINE);
    expect(typing).toEqual([]);
    await star.client.call('DELETE /performer/block/users/{id}', { params: { id: other.id } });
    (await connect(other)).emit('conversations/typing', { conversationId: id });
    await vi.waitUntil(() => typing.length > 0, DEADLINE);
    expect(typing).toEqual([{ conversationId: id, accountId: other.id }]);
  });

  test('a message may have pictures: the sender’s own, each in one message, seen by the two alone, removed with it', async () => {
    const other = await createFan(app);
    const [id, foreign] = [await createConversation(other, star), await createConversation(fan, star)];
    const upload = async (person: Person, conversationId: string) =>
      person.client.send('POST /messages/conversations/{id}/files', {
        params: { id: conversationId },
        body: {},
        files: { file: await picture({ width: 640, height: 480 }) },
      });
    const send = (person: Person, conversationId: string, body: Record<string, unknown>) =>
      person.client.send('POST /messages/conversations/{id}', { params: { id: conversationId }, body: body as { text: string } });
    const { data: one } = await upload(other, id);
    const { data: two } = await upload(other, id);
    expect([(await upload(fan, id)).status, (await upload(admin, id)).status]).toEqual([404, 404]);
    expect(one).toMatchObject({ kind: 'image', state: 'ready' });
    // Neither somebody else's, nor eleven, nor none.
    expect(await codeOf(send(star, id, { fileId: [one._id] }))).toBe('FILE_NOT_YOURS');
    expect((await send(other, id, { fileId: Array.from({ length: 11 }, () => one._id) })).status).toBe(422);
    expect((await send(other, id, { fileId: [] })).status).toBe(422);
    const sent = await send(other, id, { fileId: [two._id, one._id] });
    expect([sent.status, sent.data.text, sent.data.fileId, sent.data.files.length]).toEqual([201, '', [two._id, one._id], 2]);
    expect(await codeOf(send(other, id, { fileId: [one._id] }))).toBe('FILE_NOT_YOURS');
    const [seen] = (await read(star, id)).data;
    const [file] = seen!.files;
    const [address] = file?.kind === 'image' ? file.picture.sources.map(({ url }) => url) : [];
    expect((await fetch(new URL(address!, app.url))).status).toBe(200);
    expect((await get(star, id)).lastMessage).toMatchObject({ text: '', files: 2, fileKind: 'image' });
    expect(await codeOf(send(fan, foreign, { fileId: [two._id] }))).toBe('FILE_NOT_YOURS');
    await other.client.call('DELETE /messages/{id}', { params: { id: sent.data._id } });
    await app.settle();
    expect((await read(star, id)).data[0]).toMatchObject({ isDeleted: true, files: [], fileId: [] });
    expect(await app.platform.database.selectFrom('files').select('id').where('purpose', '=', 'message').execute()).toEqual([]);
    expect((await fetch(new URL(address!, app.url))).status).toBe(404);
  });

  test('tells which files of an unsent message it can still take: own ones, in their order, none that is sent or gone', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    const upload = async (person: Person) =>
      (await person.client.call('POST /messages/conversations/{id}/files', { params: { id }, body: {}, files: { file: await picture() } }))
        ._id;
    const [first, second, sent, foreign] = [await upload(other), await upload(other), await upload(other), await upload(star)];
    await other.client.call('POST /messages/conversations/{id}', { params: { id }, body: { fileId: [sent] } });
    const ids = [second, foreign, sent, first, crypto.randomUUID()].join(',');
    const sendable = async () => (await other.client.call('GET /messages/files', { query: { ids } })).data.map(({ _id }) => _id);
    expect(await sendable()).toEqual([second, first]);
    const { sweepOrphans } = await import('../files/index.ts');
    const sweepAfter = (days: number) =>
      sweepOrphans({ ...app.platform, clock: { now: () => new Date(app.platform.clock.now().getTime() + days * DAY_MS) } });
    await sweepAfter(0.9);
    expect(await sendable()).toEqual([second, first]);
    await sweepAfter(1.1);
    expect(await sendable()).toEqual([]);
  });

  test('deleting a message leaves a deleted one for both; only its sender may', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    const messageId = await writeMessage(other, id, 'Too much.');
    const socket = await connect(star);
    const deleted = collect(socket, 'conversations/deleted');
    expect(await codeOf(star.client.raw('DELETE /messages/{id}', { params: { id: messageId } }))).toBe('FORBIDDEN');
    expect((await admin.client.raw('DELETE /messages/{id}', { params: { id: messageId } })).status).toBe(404);
    const gone = await other.client.call('DELETE /messages/{id}', { params: { id: messageId } });
    expect(gone).toMatchObject({ text: 'Message deleted', isDeleted: true });
    await vi.waitUntil(() => deleted.length > 0, DEADLINE);
    expect((await read(star, id)).data[0]).toMatchObject({ _id: messageId, text: 'Message deleted', isDeleted: true });
    expect((await get(star, id)).lastMessage).toBeNull();
    expect((await read(star, id, { locale: 'es' })).data[0]?.text).toBe('Mensaje eliminado');
  });

  test('removing all messages clears one side alone, until something new is written', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    await writeMessage(other, id, 'One');
    await writeMessage(star, id, 'Two');
    await other.client.call('DELETE /messages/{id}/remove-all-message', { params: { id } });
    expect([(await read(other, id)).data, (await list(other)).data]).toEqual([[], []]);
    // Removed counts as seen, also by one who never read any.
    expect((await get(star, id)).lastMessage).toMatchObject({ text: 'Two', seenAt: expect.any(String) });
    expect((await read(star, id)).total).toBe(2);
    await writeMessage(star, id, 'Three');
    expect((await read(other, id)).data.map(({ text }) => text)).toEqual(['Three']);
    expect((await list(other)).data[0]).toMatchObject({ _id: id, totalNotSeenMessages: 1 });
  });

  test('a message that was just sent can be taken back: gone for both, not counted, not later, and nobody else’s', async () => {
    const other = await createFan(app);
    const id = await createConversation(other, star);
    await writeMessage(other, id, 'First');
    const messageId = await writeMessage(other, id, 'Wrong person');
    expect((await get(star, id)).totalNotSeenMessages).toBe(2);
    const removed = collect(await connect(star), 'conversations/removed');
    const undo = (person: Person, message: string) =>
      person.client.send('DELETE /messages/{id}', { params: { id: message }, query: { undo: 'true' } });
    expect([(await undo(star, messageId)).error?.error, (await undo(fan, messageId)).error?.error]).toEqual(['FORBIDDEN', 'NOT_FOUND']);
    expect((await undo(other, messageId)).status).toBe(200);
    await vi.waitUntil(() => removed.length > 0, DEADLINE);
    expect(removed).toEqual([{ conversationId: id, messageId }]);
    expect((await read(star, id)).data.map(({ text }) => text)).toEqual(['First']);
    expect(await get(star, id)).toMatchObject({ totalNotSeenMessages: 1, lastMessage: { text: 'First' } });
    expect((await list(other)).data[0]).toMatchObject({ lastMessage: { text: 'First' } });
    // Read before it was taken back: the count stays at zero.
    const seen = await writeMessage(other, id, 'Seen');
    await readAll(star, id);
    await undo(other, seen);
    expect((await get(star, id)).totalNotSeenMessages).toBe(0);
    const old = await writeMessage(other, id, 'Too late');
    app.clock.advance(UNDO_ACCEPTED_MS + 1);
    expect((await undo(other, old)).error?.error).toBe('UNDO_OVER');
    // The only one of a conversation.
    const empty = await createConversation(await createFan(app), star);
    await undo(star, await writeMessage(star, empty, 'Alone'));
    expect((await get(star, empty)).lastMessage).toBeNull();
    expect((await list(star, { q: '' })).data.map(({ _id }) => _id)).not.toContain(empty);
  });

  test('a tip outside of a show is announced in it once, with its words', async () => {
    const other = await createFan(app);
    await topUp(app, other, 50);
    const id = await createConversation(other, star);
    const params = { id: star.id };
    await other.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params, body: { amount: 5, message: 'For strings' } });
    await app.settle();
    await app.platform.database.updateTable('outbox').set({ dispatched_at: null }).where('event', '=', 'orders.paid').execute();
    await app.settle();
    expect((await read(star, id)).data.map(({ kind, tip, text }) => [kind, tip, text])).toEqual([['tip', 5, 'For strings']]);
    expect((await get(star, id)).fan).toMatchObject({ spent: 5 });
    // Of a closed day, and of an open one.
    app.clock.advance(DAY_MS);
    await expect.poll(() => closeDays(app.platform), DEADLINE).toBe(true);
    expect((await get(star, id)).fan).toMatchObject({ spent: 5 });
    await other.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params, body: { amount: 3 } });
    expect((await get(star, id)).fan).toMatchObject({ spent: 8 });
  });
});
