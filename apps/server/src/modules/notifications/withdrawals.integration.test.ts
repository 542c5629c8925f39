import type { NotificationKind } from '@stagedoor/contract/notifications.values';
import { sql } from 'kysely';
import { type Socket, io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createConversation, getPrivate, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { makeJobsDue } from '../../testing/delayed-jobs.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { ask, setPrices } from '../../testing/paid-show-fixtures.ts';
import { readMails } from '../../testing/read-mails.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { eraseAccount } from '../accounts/erase-account.ts';

// Deleted things leave the list of notices, its count, mails that wait, and the counts and previews of messages.

let app: TestApp;
let admin: Person;
let star: Person;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  await openMessages(star);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.close();
});

/** A performer whom everybody may write to, with nothing unread. */
const newPerformer = async (): Promise<Person> => {
  const performer = await createPerformer(app, { admin });
  await openMessages(performer);
  await app.settle();
  await performer.client.call('PUT /notifications/read-all');
  return performer;
};
const told = async (person: Person, kind: NotificationKind) => {
  await app.settle();
  const { data } = await person.client.call('GET /notifications', { query: { limit: 100 } });
  return data.filter((one) => one.kind === kind).map(({ text, count, isRead }) => ({ text, count, isRead }));
};
const counts = async (person: Person, kind: NotificationKind) => (await told(person, kind)).map(({ count }) => count);
const unread = async (person: Person): Promise<number> => {
  await app.settle();
  return (await person.client.call('GET /notifications/total-unread')).total;
};
const unreadMessages = async (person: Person) => person.client.call('GET /messages/total-unread-messages');
const wantMails = async (person: Person, ...kinds: NotificationKind[]) => {
  for (const kind of kinds) await person.client.call('PUT /notifications/choices', { body: { kind, channel: 'mail', isOn: true } });
};
const noticesMailed = async (person: Person): Promise<string[]> => {
  await app.settle();
  await makeJobsDue(app);
  await app.settle();
  return (await readMails(app, person.email))
    .filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe'))
    .map(({ subject }) => subject!);
};
const like = (person: Person, objectId: string, objectType: 'feed' | 'comment' = 'feed') =>
  person.client.call('POST /reactions', { body: { objectType, objectId, action: 'like' } });
const unlike = (person: Person, objectId: string, objectType: 'feed' | 'comment' = 'feed') =>
  person.client.call('DELETE /reactions', { body: { objectType, objectId, action: 'like' } });
const comment = async (person: Person, objectId: string, content: string, objectType: 'feed' | 'comment' = 'feed'): Promise<string> =>
  (await person.client.call('POST /comments', { body: { objectType, objectId, content }, files: {} }))._id;
const removeComment = (person: Person, id: string) => person.client.call('DELETE /comments/{id}', { params: { id } });
const block = (performer: Person, person: Person) => performer.client.call('POST /performer/block/users', { body: { userId: person.id } });
const unblock = (performer: Person, person: Person) =>
  performer.client.call('DELETE /performer/block/users/{id}', { params: { id: person.id } });
const deleteMessage = (person: Person, id: string) => person.client.call('DELETE /messages/{id}', { params: { id } });
/** Collects the counts of unread notifications that a browser of an account hears. */
const totalsOf = async (person: Person): Promise<number[]> => {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, query: { token: person.client.token } });
  sockets.push(socket);
  const totals: number[] = [];
  socket.on('notifications/changed', ({ total }: { total: number }) => totals.push(total));
  await new Promise<void>((resolve) => socket.once('auth/logged-in', () => resolve()));
  return totals;
};

describe('a message that is deleted', () => {
  test('leaves the counts of unread ones, the preview, the notice and the mail that waits', async () => {
    const [writer, reader] = [await createFan(app), await newPerformer()];
    await wantMails(reader, 'message');
    const conversationId = await createConversation(writer, reader);
    const [first, second] = [await writeMessage(writer, conversationId, 'First'), await writeMessage(writer, conversationId, 'Second')];
    expect([await counts(reader, 'message'), await unread(reader)]).toEqual([[2], 1]);
    const heard = await totalsOf(reader);

    await deleteMessage(writer, second);
    expect(await told(reader, 'message')).toMatchObject([{ count: 1, isRead: false }]);
    expect(await unreadMessages(reader)).toMatchObject({ total: 1 });
    const { lastMessage, totalNotSeenMessages } = await getPrivate(reader, conversationId);
    expect([lastMessage!.text, totalNotSeenMessages]).toEqual(['First', 1]);

    await deleteMessage(writer, first);
    expect([await told(reader, 'message'), await unread(reader)]).toEqual([[], 0]);
    expect(await unreadMessages(reader)).toMatchObject({ total: 0 });
    expect((await getPrivate(reader, conversationId)).lastMessage).toBeNull();
    await vi.waitFor(() => expect(heard.at(-1)).toBe(0));
    expect(await noticesMailed(reader)).toEqual([]);

    // Later messages are told and mailed as ever.
    await writeMessage(writer, conversationId, 'Third');
    expect(await counts(reader, 'message')).toEqual([1]);
    expect(await noticesMailed(reader)).toHaveLength(1);
    expect((await getPrivate(writer, conversationId)).lastMessage!.text).toBe('Third');
  });

  test('that was read already is no longer told, and one of several leaves the others', async () => {
    const [writer, reader] = [await createFan(app), await newPerformer()];
    const conversationId = await createConversation(writer, reader);
    const ids = [
      await writeMessage(writer, conversationId),
      await writeMessage(writer, conversationId),
      await writeMessage(writer, conversationId),
    ];
    await app.settle();
    await reader.client.call('POST /messages/read-all/{id}', { params: { id: conversationId } });
    await deleteMessage(writer, ids[0]!);
    expect(await told(reader, 'message')).toMatchObject([{ count: 2, isRead: true }]);
    expect(await unreadMessages(reader)).toMatchObject({ total: 0 });
    for (const id of ids.slice(1)) await deleteMessage(writer, id);
    expect(await told(reader, 'message')).toEqual([]);
  });

  test('before its event was handled is never told', async () => {
    const [writer, reader] = [await createFan(app), await newPerformer()];
    const conversationId = await createConversation(writer, reader);
    await writeMessage(writer, conversationId, 'Stays');
    const gone = await writeMessage(writer, conversationId, 'Goes');
    await deleteMessage(writer, gone);
    expect(await counts(reader, 'message')).toEqual([1]);
  });

  test('by an admin, or with its writer’s account, is gone in the same way', async () => {
    const [writer, reader] = [await createFan(app), await newPerformer()];
    await wantMails(reader, 'message');
    const conversationId = await createConversation(writer, reader);
    const reported = await writeMessage(writer, conversationId, 'Rude');
    await writeMessage(writer, conversationId, 'Still there');
    expect(await counts(reader, 'message')).toEqual([2]);
    const { _id: report } = await reader.client.call('POST /reports', {
      body: { objectType: 'message', objectId: reported, reason: 'harassment' },
    });
    await admin.client.call('POST /admin/reports/{id}/decide', { params: { id: report }, body: { decision: 'upheld' } });
    expect(await counts(reader, 'message')).toEqual([1]);
    expect(await unreadMessages(reader)).toMatchObject({ total: 1 });

    await app.settle();
    await eraseAccount(app.platform, writer.id, 'ordered');
    expect([await told(reader, 'message'), await unreadMessages(reader)]).toMatchObject([[], { total: 0 }]);
    expect((await noticesMailed(reader)).filter((subject) => subject.includes('message'))).toEqual([]);
  });
});

describe('a like that is taken back', () => {
  test('takes its notice with it, counts the others, and comes back without a second mail', async () => {
    const performer = await newPerformer();
    await wantMails(performer, 'reaction');
    const [ana, ben] = [await createFan(app), await createFan(app)];
    const id = await createFeed(performer, { title: 'Liked', photos: 0 });
    await like(ana, id);
    await app.settle();
    await like(ben, id);
    const heard = await totalsOf(performer);
    expect((await told(performer, 'reaction'))[0]!.text).toMatch(/ and 1 other liked “Liked”$/);
    const nameOf = async (person: Person) => (await person.client.call('GET /users/me')).name;
    await unlike(ben, id);
    expect((await told(performer, 'reaction')).map(({ text }) => text)).toEqual([`${await nameOf(ana)} liked “Liked”`]);
    await unlike(ana, id);
    expect([await told(performer, 'reaction'), await unread(performer)]).toEqual([[], 0]);
    await vi.waitFor(() => expect(heard.at(-1)).toBe(0));
    expect(await noticesMailed(performer)).toEqual([]);
    await like(ana, id);
    expect(await counts(performer, 'reaction')).toEqual([1]);
    expect(await noticesMailed(performer)).toEqual([]);
  });

  test('a like of a comment does the same; one of a deleted comment is told no longer', async () => {
    const [author, one, two] = [await createFan(app), await createFan(app), await createFan(app)];
    const id = await createFeed(star, { title: 'Discussed', photos: 0 });
    const commentId = await comment(author, id, 'Lovely wood.');
    for (const person of [one, two]) await like(person, commentId, 'comment');
    expect(await counts(author, 'reaction')).toEqual([2]);
    await unlike(one, commentId, 'comment');
    expect(await counts(author, 'reaction')).toEqual([1]);
    await removeComment(author, commentId);
    expect(await told(author, 'reaction')).toEqual([]);
  });
});

describe('a comment', () => {
  test('that is deleted takes its notice and those of its replies; one that is shown again brings them back', async () => {
    const performer = await newPerformer();
    await wantMails(performer, 'comment');
    const [one, two] = [await createFan(app), await createFan(app)];
    const id = await createFeed(performer, { title: 'Discussed', photos: 0 });
    const first = await comment(one, id, 'First');
    await app.settle();
    const second = await comment(two, id, 'Second');
    await comment(two, first, 'An answer', 'comment');
    expect([await counts(performer, 'comment'), await counts(one, 'comment')]).toEqual([[3], [1]]);
    await performer.client.call('PUT /comments/{id}/visibility', { params: { id: first }, body: { hidden: true } });
    expect([await counts(performer, 'comment'), await counts(one, 'comment')]).toEqual([[1], []]);
    await performer.client.call('PUT /comments/{id}/visibility', { params: { id: first }, body: { hidden: false } });
    expect([await counts(performer, 'comment'), await counts(one, 'comment')]).toEqual([[3], [1]]);
    await removeComment(one, first);
    expect((await told(performer, 'comment')).map(({ text }) => text)).toEqual([expect.stringContaining('Second')]);
    await removeComment(two, second);
    expect([await told(performer, 'comment'), await unread(performer)]).toEqual([[], 0]);
    expect(await noticesMailed(performer)).toEqual([]);
  });

  test('that no longer mentions somebody isn’t told them', async () => {
    const [author, named] = [await createFan(app), await createFan(app)];
    const id = await createFeed(star, { photos: 0 });
    const commentId = await comment(author, id, `Ask @${named.username}.`);
    expect(await counts(named, 'mention')).toEqual([1]);
    await author.client.call('PUT /comments/{id}', { params: { id: commentId }, body: { content: 'Ask somebody.' }, files: {} });
    expect(await told(named, 'mention')).toEqual([]);
  });
});

test('a request for a private show that is taken back is no longer told', async () => {
  const performer = await newPerformer();
  await setPrices(app, performer);
  const asker = await createFan(app);
  await topUp(app, asker, 30);
  await performer.client.call('GET /users/me');
  await app.settle();
  const { _id: requestId } = await ask(asker, performer);
  expect(await counts(performer, 'request')).toEqual([1]);
  await asker.client.call('POST /streaming/private-chat/{id}/cancel', { params: { id: requestId } });
  expect(await told(performer, 'request')).toEqual([]);
});

describe('a block, whoever of the two blocked,', () => {
  test('hides what one told the other from list, counts and mails, until it ends', async () => {
    const performer = await newPerformer();
    await wantMails(performer, 'reaction', 'comment', 'tip');
    const [blocked, other] = [await createFan(app), await createFan(app)];
    await topUp(app, blocked, 20);
    const id = await createFeed(performer, { title: 'Liked', photos: 0 });
    const tip = (amount: number, message: string) =>
      blocked.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount, message } });
    await like(other, id);
    await app.settle();
    await like(blocked, id);
    await comment(blocked, id, 'Rude words');
    await tip(2, 'Ruder words');
    await app.settle();
    const mailed = (await noticesMailed(performer)).length;
    expect([await counts(performer, 'reaction'), await counts(performer, 'comment'), await counts(performer, 'tip')]).toEqual([
      [2],
      [1],
      [1],
    ]);
    await block(performer, blocked);
    expect([await counts(performer, 'reaction'), await counts(performer, 'comment'), await counts(performer, 'tip')]).toEqual([
      [1],
      [],
      [],
    ]);
    expect(await unread(performer)).toBe(1);
    expect((await noticesMailed(performer)).length).toBe(mailed);
    await unblock(performer, blocked);
    expect([await counts(performer, 'reaction'), await counts(performer, 'comment'), await counts(performer, 'tip')]).toEqual([
      [2],
      [1],
      [1],
    ]);
  });

  test('stops a mail that waits', async () => {
    const performer = await newPerformer();
    await wantMails(performer, 'comment');
    const blocked = await createFan(app);
    const id = await createFeed(performer, { photos: 0 });
    await comment(blocked, id, 'Rude words');
    await app.settle();
    await block(performer, blocked);
    expect(await noticesMailed(performer)).toEqual([]);
  });

  test('holds from a fan’s side', async () => {
    const performer = await newPerformer();
    const fan = await createFan(app);
    const id = await createFeed(star, { photos: 0 });
    const commentId = await comment(fan, id, 'Mine');
    await comment(performer, commentId, 'An answer', 'comment');
    expect(await counts(fan, 'comment')).toEqual([1]);
    await fan.client.call('POST /hidden-performers', { body: { performerId: performer.id, how: 'blocked' } });
    expect(await told(fan, 'comment')).toEqual([]);
  });
});

test('an erased account is no longer told, nor named', async () => {
  const performer = await newPerformer();
  const [leaves, stays] = [await createFan(app), await createFan(app)];
  const id = await createFeed(performer, { title: 'Liked', photos: 0 });
  await like(stays, id);
  await app.settle();
  await like(leaves, id);
  await topUp(app, leaves, 10);
  const sold = await createFeed(performer, { title: 'Sold', audience: 'buyers', price: 3 });
  await leaves.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: sold } });
  const commentId = await comment(leaves, id, 'Goodbye');
  await comment(stays, commentId, 'Stay', 'comment');
  expect([await counts(performer, 'reaction'), await counts(performer, 'comment')]).toEqual([[2], [2]]);
  await eraseAccount(app.platform, leaves.id, 'ordered');
  expect([await counts(performer, 'reaction'), await told(performer, 'comment')]).toEqual([[1], []]);
  const { rows } =
    await sql`select from notification_facts where actor_id = ${leaves.id}::uuid and payload ? 'words' and payload ->> 'words' <> ''`.execute(
      app.platform.database,
    );
  expect(rows).toEqual([]);
});
