import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { watchRows } from '../../testing/changed-rows.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { joinAndWatch, beginGroupShow } from '../../testing/paid-show-fixtures.ts';
import { createRoomEvents } from '../../testing/room-events.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';

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

/** A performer on air, and two fans. */
const createChat = async () => {
  const star = await createPerformer(app, { admin, monthlyPrice: 5 });
  const [fan, helper] = [await createFan(app), await createFan(app)];
  const { streamId, conversationId } = await createShow(star, { node });
  return { star, fan, helper, streamId, conversationId };
};
type Chat = Awaited<ReturnType<typeof createChat>>;

const say = async ({ conversationId }: Chat, person: Person, text: string) => {
  const { status, error, data } = await person.client.send('POST /messages/stream/public/conversations/{id}', {
    params: { id: conversationId },
    body: { text },
  });
  return { status, code: error?.error, details: error?.details, message: data };
};
const setRules = (star: Person, body: Record<string, unknown>) => star.client.call('PUT /streaming/chat-rules', { body });
const stateFor = (person: Person, streamId: string) => person.client.call('GET /streaming/chat/{id}', { params: { id: streamId } });
const appoint = (star: Person, whom: Person) => star.client.call('POST /streaming/moderators', { body: { id: whom.username } });
const timeOut = (who: Person, streamId: string, whom: Person, minutes: 1 | 5 | 10 | null = 1) =>
  who.client.send('POST /streaming/chat/{id}/timeouts', { params: { id: streamId }, body: { accountId: whom.id, minutes } });
const follow = (fan: Person, star: Person) =>
  fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });

describe('moderators', () => {
  test('are appointed and removed by the performer; the room is told, their lines have a badge', async () => {
    const chat = await createChat();
    const { star, fan, helper, streamId } = chat;
    const told = await listen(fan, streamId, 'chat/changed');
    expect((await appoint(star, helper)).moderators).toMatchObject([{ _id: helper.id, username: helper.username }]);
    expect((await appoint(star, helper)).moderators).toHaveLength(1);
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ streamId, moderatorIds: [helper.id] }));
    expect((await say(chat, helper, 'Welcome')).message?.sender).toMatchObject({ isModerator: true, isHost: false });
    expect((await say(chat, fan, 'Thanks')).message?.sender.isModerator).toBe(false);
    expect((await stateFor(helper, streamId)).role).toBe('moderator');
    expect((await stateFor(star, streamId)).role).toBe('host');
    const removed = await star.client.call('DELETE /streaming/moderators/{id}', { params: { id: helper.id } });
    expect(removed.moderators).toEqual([]);
    await vi.waitFor(() => expect(told.at(-1)?.moderatorIds).toEqual([]));
    expect((await stateFor(helper, streamId)).role).toBe('viewer');
  });

  test('who can’t be one: oneself, admins, blocked accounts, nobody', async () => {
    const { star, fan } = await createChat();
    const codeFor = async (id: string) => (await star.client.send('POST /streaming/moderators', { body: { id } })).error?.error;
    await star.client.call('POST /performer/block/users', { body: { userId: fan.id } });
    expect(await codeFor(fan.id)).toBe('BLOCKED_PAIR');
    expect(await codeFor(star.username)).toBe('FORBIDDEN');
    expect(await codeFor(admin.id)).toBe('NOT_FOUND');
    expect(await codeFor('nobody-here')).toBe('NOT_FOUND');
    expect((await star.client.call('GET /streaming/chat-rules', {})).moderators).toEqual([]);
  });

  test('delete lines of viewers, not of the performer', async () => {
    const chat = await createChat();
    const { star, fan, helper, streamId } = chat;
    await appoint(star, helper);
    const told = await listen(fan, streamId, 'messages/deleted');
    const remove = (who: Person, id: string) => who.client.send('DELETE /messages/{id}', { params: { id } });
    const line = (await say(chat, fan, 'Something')).message!;
    const host = (await say(chat, star, 'Hello')).message!;
    const stranger = await createFan(app);
    expect((await remove(stranger, line._id)).error?.error).toBe('FORBIDDEN');
    expect((await remove(helper, host._id)).error?.error).toBe('FORBIDDEN');
    expect((await remove(helper, line._id)).data).toMatchObject({ isDeleted: true, text: 'Message deleted' });
    await vi.waitFor(() => expect(told).toMatchObject([{ messageId: line._id }]));
  });
});

describe('time-outs', () => {
  test('hold for minutes or for the show, are told to the account and the moderators alone, and can be lifted', async () => {
    const chat = await createChat();
    const { star, fan, helper, streamId } = chat;
    await appoint(star, helper);
    const bystander = await createFan(app);
    const [own, host, others] = [
      await listen(fan, streamId, 'chat/timeout'),
      await listen(star, streamId, 'chat/timeout'),
      await listen(bystander, streamId, 'chat/timeout'),
    ];
    const before = app.clock.now().getTime();
    const { data } = await timeOut(helper, streamId, fan, 5);
    expect(new Date(data!.until!).getTime()).toBe(before + 5 * 60_000);
    await vi.waitFor(() => expect(own).toEqual([{ streamId, accountId: fan.id, isTimedOut: true, until: data!.until }]));
    await vi.waitFor(() => expect(host).toHaveLength(1));
    expect(await say(chat, fan, 'Why?')).toMatchObject({ status: 403, code: 'CHAT_TIMED_OUT', details: { until: data!.until } });
    expect((await stateFor(fan, streamId)).timeout).toEqual({ until: data!.until });
    expect((await stateFor(star, streamId)).timeouts).toMatchObject([{ account: { _id: fan.id }, until: data!.until }]);
    expect((await stateFor(bystander, streamId)).timeouts).toEqual([]);
    expect((await say(chat, bystander, 'Still here')).status).toBe(201);
    const lift = { params: { id: streamId }, query: { accountId: fan.id } };
    await helper.client.call('DELETE /streaming/chat/{id}/timeouts', lift);
    await vi.waitFor(() => expect(own.at(-1)).toEqual({ streamId, accountId: fan.id, isTimedOut: false, until: null }));
    expect((await say(chat, fan, 'Sorry')).status).toBe(201);
    expect((await timeOut(star, streamId, fan, null)).data).toMatchObject({ until: null });
    expect(await say(chat, fan, 'Again?')).toMatchObject({ code: 'CHAT_TIMED_OUT', details: { until: null } });
    expect(others).toEqual([]);
  });

  test('end by themselves', async () => {
    const chat = await createChat();
    const { star, fan, streamId } = chat;
    await timeOut(star, streamId, fan, 1);
    app.clock.advance(59_000);
    expect((await say(chat, fan, 'Now?')).code).toBe('CHAT_TIMED_OUT');
    app.clock.advance(1000);
    expect((await say(chat, fan, 'Back')).status).toBe(201);
    expect((await stateFor(fan, streamId)).timeout).toBeNull();
  });

  test('are not for everybody, nor of everybody', async () => {
    const chat = await createChat();
    const { star, fan, helper, streamId } = chat;
    const second = await createFan(app);
    await appoint(star, helper);
    await appoint(star, second);
    await app.settle();
    const changed = await watchRows(app);
    expect((await timeOut(fan, streamId, second)).error?.error).toBe('FORBIDDEN');
    expect((await timeOut(helper, streamId, star)).error?.error).toBe('FORBIDDEN');
    expect((await timeOut(helper, streamId, second)).error?.error).toBe('FORBIDDEN');
    expect((await timeOut(star, streamId, admin)).error?.error).toBe('FORBIDDEN');
    expect((await timeOut(star, '01890000-0000-7000-8000-000000000000', fan)).error?.error).toBe('NOT_FOUND');
    expect((await timeOut(star, streamId, fan, 7 as 5)).error?.error).toBe('VALIDATION_FAILED');
    expect(await changed()).toEqual({});
    expect((await timeOut(star, streamId, second)).status).toBe(201);
    const lift = { params: { id: streamId }, query: { accountId: second.id } };
    expect((await second.client.send('DELETE /streaming/chat/{id}/timeouts', lift)).error?.error).toBe('FORBIDDEN');
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    expect((await timeOut(star, streamId, fan)).error?.error).toBe('LIVE_NOT_ON_AIR');
  });
});

describe('who writes, and how often', () => {
  test('slow mode holds for viewers, also when they write at the same moment', async () => {
    const chat = await createChat();
    const { star, fan, helper, streamId } = chat;
    await appoint(star, helper);
    const told = await listen(fan, streamId, 'chat/changed');
    await setRules(star, { slowSeconds: 30 });
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ slowSeconds: 30, writers: 'everyone' }));
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => say(chat, fan, `No. ${index}`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ code }) => code === 'CHAT_SLOW')!;
    expect(refused.details).toEqual({ seconds: 30 });
    expect((await stateFor(fan, streamId)).waitUntil).not.toBeNull();
    for (const person of [star, helper, star, helper]) expect((await say(chat, person, 'Free')).status).toBe(201);
    await setRules(star, { slowSeconds: 0 });
    expect((await say(chat, fan, 'At last')).status).toBe(201);
  });

  test('followers, subscribers, everyone', async () => {
    const chat = await createChat();
    const { star, fan, helper, streamId } = chat;
    await setRules(star, { writers: 'followers' });
    expect(await say(chat, fan, 'Hi')).toMatchObject({ status: 403, code: 'CHAT_FOLLOWERS_ONLY' });
    expect((await stateFor(fan, streamId)).obstacle).toBe('follow');
    await follow(fan, star);
    expect((await say(chat, fan, 'Hi')).status).toBe(201);
    await setRules(star, { writers: 'subscribers' });
    expect(await say(chat, fan, 'Hi')).toMatchObject({ status: 403, code: 'CHAT_SUBSCRIBERS_ONLY' });
    await appoint(star, helper);
    expect((await say(chat, helper, 'Hi')).status).toBe(201);
    await topUp(app, fan, 50);
    const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, renews: true } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    expect((await say(chat, fan, 'Hi')).status).toBe(201);
    expect((await say(chat, star, 'Hi')).status).toBe(201);
  });

  test('blocked words are refused whole, whatever their case and accents; in group shows and of payments too', async () => {
    const chat = await createChat();
    const { star, fan, streamId } = chat;
    const rules = await setRules(star, { blockedWords: ['Idiota', 'idiótà', 'go home'] });
    expect(rules.blockedWords).toEqual(['idiótà', 'go home']);
    expect(await say(chat, fan, '¡IDIÓTA!')).toMatchObject({ status: 422, code: 'CHAT_WORD_REFUSED' });
    expect((await say(chat, fan, 'please go  home.')).code).toBe('CHAT_WORD_REFUSED');
    expect((await say(chat, fan, 'idiotas')).status).toBe(201);
    expect((await say(chat, star, 'idiota')).status).toBe(201);
    await topUp(app, fan, 50);
    const tip = { amount: 5, message: 'You idiota', streamId };
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: tip });
    await app.settle();
    const { data } = await app
      .client()
      .call('GET /messages/conversations/public/{id}', { params: { id: chat.conversationId }, query: { limit: 1 } });
    expect(data[0]).toMatchObject({ kind: 'tip', tip: 5, text: '' });
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    const group = await beginGroupShow(star, { node });
    await joinAndWatch(fan, node, group.streamId);
    const inGroup = (text: string) =>
      fan.client.send('POST /messages/stream/conversations/{id}', { params: { id: group.conversationId }, body: { text } });
    expect((await inGroup('idiota')).error?.error).toBe('CHAT_WORD_REFUSED');
    expect((await inGroup('Bravo')).status).toBe(201);
  });

  test('bad rules are refused and change nothing', async () => {
    const { star, fan } = await createChat();
    await app.settle();
    const changed = await watchRows(app);
    for (const body of [
      { slowSeconds: 7 },
      { writers: 'nobody' },
      { blockedWords: [''] },
      { blockedWords: ['…'] },
      { blockedWords: ['x'.repeat(41)] },
      { blockedWords: Array.from({ length: 201 }, (_, index) => `w${index}`) },
    ])
      expect((await star.client.raw('PUT /streaming/chat-rules', { body })).status).toBe(422);
    expect((await fan.client.raw('PUT /streaming/chat-rules', { body: { slowSeconds: 5 } })).status).toBe(403);
    expect(await changed()).toEqual({});
  });
});
