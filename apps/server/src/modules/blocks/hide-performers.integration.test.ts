import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import type { Request } from '../../testing/call-fixture.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';
import { refreshFeatured } from '../catalog/index.ts';

let app: TestApp;
let node: TestNode;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = createTestNode(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});

const hide = (how: 'muted' | 'blocked', by = fan, whom = star) =>
  by.client.call('POST /hidden-performers', { body: { performerId: whom.id, how } });
const show = (by = fan, whom = star) => by.client.send('DELETE /hidden-performers/{id}', { params: { id: whom.id } });
const follow = async (by = fan) => {
  await by.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
  await app.settle();
};
/** Whether an answer names somebody. */
const names = async (
  by: Person,
  key: string,
  whom: Person,
  query: Record<string, unknown> = {},
  request: Request = {},
): Promise<boolean> => {
  const answer = await by.client.raw(key, { ...request, query: { limit: 24, ...query } });
  expect([key, answer.status]).toEqual([key, 200]);
  return JSON.stringify(answer.data).includes(whom.id);
};

describe('a mute', () => {
  const HOME: [string, Record<string, unknown>][] = [
    ['GET /feeds/home-feeds', {}],
    ['GET /feeds', {}],
    ['GET /performers/suggestions', {}],
    ['GET /ranking-performers', { unmuted: true, limit: 100 }],
    ['GET /streaming/live', { unmuted: true, limit: 100 }],
  ];
  const ELSEWHERE: [string, Record<string, unknown>][] = [
    ['GET /ranking-performers', { limit: 100 }],
    ['GET /streaming/live', { limit: 100 }],
    ['GET /performers/search', { q: 'NAME' }],
    ['GET /feeds', { performerId: 'ID' }],
    ['GET /feeds', { q: 'muteworthy' }],
    ['GET /search/suggestions', { q: 'NAME' }],
  ];
  const asked = (query: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(query).map(([key, value]) => [key, value === 'NAME' ? star.username : value === 'ID' ? star.id : value]),
    );

  test('keeps a performer out of the home page, and nowhere else', async () => {
    await createFeed(star, { text: 'A muteworthy day', photos: 1 });
    const { streamId } = await createShow(star, { node });
    await app.settle();
    expect(await names(fan, 'GET /performers/suggestions', star)).toBe(true);
    await follow();
    for (const [key, query] of HOME.filter(([key]) => !key.endsWith('suggestions')))
      expect([key, await names(fan, key, star, query)]).toEqual([key, true]);
    const before = (await fan.client.call('GET /feeds/home-feeds')).total;
    expect(await hide('muted')).toMatchObject({ _id: star.id, how: 'muted' });
    for (const [key, query] of HOME) expect([key, await names(fan, key, star, query)]).toEqual([key, false]);
    for (const [key, query] of ELSEWHERE) expect([key, query, await names(fan, key, star, asked(query))]).toEqual([key, query, true]);
    // Others see as before.
    const other = await createFan(app);
    for (const [key, query] of HOME.filter(([key]) => key !== 'GET /feeds/home-feeds'))
      expect([key, await names(other, key, star, query)]).toEqual([key, true]);
    expect((await fan.client.call('GET /performers/{id}', { params: { id: star.username } })).isMuted).toBe(true);
    expect((await app.client().call('GET /performers/{id}', { params: { id: star.username } })).isMuted).toBe(false);
    expect((await show()).status).toBe(200);
    expect(await names(fan, 'GET /feeds/home-feeds', star)).toBe(true);
    expect((await fan.client.call('GET /feeds/home-feeds')).total).toBe(before);
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  });

  test('keeps posts, shows, replies and messages out of the notifications, but not what is paid for', async () => {
    const bell = { params: { id: star.id }, body: { posts: true, live: true } };
    await fan.client.raw('PUT /notifications/bells/{id}', bell);
    const post = await createFeed(star, { text: 'First', photos: 1 });
    await app.settle();
    const kinds = async () => (await fan.client.call('GET /notifications', {})).data.map(({ kind }) => kind).toSorted();
    const told = await kinds();
    await hide('muted');
    await createFeed(star, { text: 'Second', photos: 1 });
    const { streamId } = await createShow(star, { node });
    await fan.client.call('POST /comments', { body: { objectType: 'feed', objectId: post, content: 'Nice.' }, files: {} });
    const [comment] = (await star.client.call('GET /comments/search', { query: { objectType: 'feed', objectId: post } })).data;
    await star.client.call('POST /comments', { body: { objectType: 'comment', objectId: comment!._id, content: 'Thanks.' }, files: {} });
    await app.settle();
    expect(await kinds()).toEqual(told);
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2 } });
    await app.settle();
    expect((await star.client.call('GET /notifications', {})).data.some(({ kind }) => kind === 'tip')).toBe(true);
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  });
});

describe('an account’s block', () => {
  test('hides each from the other, stops payments and the renewal, and pays nothing back', async () => {
    const feedId = await createFeed(star, { text: 'A blockworthy day', photos: 1 });
    const soldId = await createFeed(star, { audience: 'buyers', price: 3, text: 'Sold' });
    const subscribing = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: subscribing.orderId } });
    const { conversation } = await openPair();
    await follow();
    const { streamId, conversationId } = await createShow(star, { node });
    await app.settle();
    await refreshFeatured(app.platform);
    const balance = async () => (await fan.client.call('GET /users/me')).balance;
    const rich = await balance();
    expect(await names(star, 'GET /users/search', fan)).toBe(true);
    expect(await names(star, 'GET /conversations/search', fan)).toBe(true);
    await hide('blocked');
    await app.settle();

    expect(await balance()).toBe(rich);
    const [subscription] = (await fan.client.call('GET /subscriptions/search')).data;
    expect(subscription).toMatchObject({ state: 'cancelled', renewsBy: null });
    for (const [key, query] of [
      ['GET /feeds/home-feeds', {}],
      ['GET /feeds', {}],
      ['GET /feeds', { q: 'blockworthy' }],
      ['GET /performers/search', { q: star.username }],
      ['GET /ranking-performers', { limit: 100 }],
      ['GET /performers/suggestions', {}],
      ['GET /search/suggestions', { q: star.username }],
      ['GET /performer-assets/featured-content', {}],
      ['GET /streaming/live', { limit: 100 }],
      ['GET /reactions/search', {}],
      ['GET /conversations/search', {}],
    ] as const)
      expect([key, await names(fan, key, star, query)]).toEqual([key, false]);
    for (const key of ['GET /users/search', 'GET /conversations/search']) expect([key, await names(star, key, fan)]).toEqual([key, false]);
    expect((await fan.client.call('GET /search/total', { query: { q: star.username } })).performers).toBe(0);

    await app.settle();
    const changed = await watchRows(app);
    const refused: [Person, string, Request][] = [
      [fan, 'GET /performers/{id}', { params: { id: star.username } }],
      [fan, 'GET /feeds/{id}', { params: { id: feedId } }],
      [fan, 'POST /comments', { body: { objectType: 'feed', objectId: feedId, content: 'Hello?' }, files: {} }],
      [fan, 'POST /reactions', { body: { objectType: 'feed', objectId: feedId, action: 'like' } }],
      [fan, 'POST /streaming/join/{id}', { params: { id: streamId } }],
      [fan, 'POST /messages/stream/public/conversations/{id}', { params: { id: conversationId }, body: { text: 'Hello?' } }],
      [fan, 'POST /messages/conversations/{id}', { params: { id: conversation }, body: { text: 'Hello?' } }],
      [star, 'POST /messages/conversations/{id}', { params: { id: conversation }, body: { text: 'Hello?' } }],
      [star, 'POST /conversations', { body: { source: 'user', sourceId: fan.id } }],
      [fan, 'POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2 } }],
      [fan, 'POST /payment-wallet/tip-feed', { body: { feedId, amount: 2 } }],
      [fan, 'POST /payment-wallet/purchase-feed', { body: { feedId: soldId } }],
      [fan, 'POST /payment/subscribe-performer', { body: { performerId: star.id } }],
      [fan, 'POST /streaming/private-chat/{id}', { params: { id: star.id }, body: { message: 'Hello?' } }],
    ];
    for (const [who, key, request] of refused) {
      const { status, error } = await who.client.raw(key, request);
      expect([key, status, error?.error]).toEqual([
        key,
        expect.any(Number),
        expect.stringMatching(/^(NOT_FOUND|BLOCKED_PAIR|CONVERSATION_CLOSED|FORBIDDEN)$/),
      ]);
    }
    await app.settle();
    expect(await changed()).toEqual({});

    // The performer's own list knows nothing of it, and admins see as before.
    expect((await star.client.call('GET /performer/block/users')).total).toBe(0);
    expect((await admin.client.call('GET /performers/{id}', { params: { id: star.username } }))._id).toBe(star.id);
    expect((await admin.client.call('GET /feeds/{id}', { params: { id: feedId } }))._id).toBe(feedId);

    expect((await show()).status).toBe(200);
    await app.settle();
    expect((await fan.client.call('GET /performers/{id}', { params: { id: star.username } }))._id).toBe(star.id);
    expect(await names(star, 'GET /conversations/search', fan)).toBe(true);
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  });

  const openPair = async (): Promise<{ conversation: string }> => {
    const { _id: conversation } = await fan.client.call('POST /conversations', { body: { source: 'performer', sourceId: star.id } });
    await fan.client.raw('POST /messages/conversations/{id}', { params: { id: conversation }, body: { text: 'Good evening.' } });
    return { conversation };
  };

  test('stands beside the performer’s own: ending the one leaves the other', async () => {
    const rows = async () =>
      (
        await sql<{ is_performers: boolean; is_accounts: boolean }>`
          select is_performers, is_accounts from blocks where performer_id = ${star.id}::uuid and account_id = ${fan.id}::uuid`.execute(
          app.platform.database,
        )
      ).rows;
    const seen = async () => (await fan.client.send('GET /performers/{id}', { params: { id: star.username } })).status;
    const performers = (action: 'add' | 'end') =>
      action === 'add'
        ? star.client.send('POST /performer/block/users', { body: { userId: fan.id, reason: 'Noise.' } })
        : star.client.send('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
    await hide('blocked');
    expect((await performers('end')).status).toBe(404);
    expect((await performers('add')).status).toBe(201);
    expect(await rows()).toEqual([{ is_performers: true, is_accounts: true }]);
    expect((await show()).status).toBe(200);
    expect([await seen(), (await star.client.call('GET /performer/block/users')).total]).toEqual([404, 1]);
    // Blocked by the performer, whom the account can't see any more: not found, as everywhere.
    expect((await fan.client.send('POST /hidden-performers', { body: { performerId: star.id, how: 'blocked' } })).status).toBe(404);
    expect((await performers('end')).status).toBe(200);
    expect([await seen(), await rows()]).toEqual([200, []]);
    await hide('blocked');
    await performers('add');
    expect((await performers('end')).status).toBe(200);
    expect([await seen(), await rows()]).toEqual([404, [{ is_performers: false, is_accounts: true }]]);
  });

  test('replaces a mute and the reverse; the list is searched and undone; oneself and strangers are refused', async () => {
    await hide('muted');
    await hide('blocked');
    await hide('blocked');
    const list = async (query = {}) => (await fan.client.call('GET /hidden-performers', { query })).data.map(({ _id, how }) => [_id, how]);
    expect(await list()).toEqual([[star.id, 'blocked']]);
    await hide('muted');
    expect(await list({ how: 'muted' })).toEqual([[star.id, 'muted']]);
    expect([await list({ how: 'blocked' }), await list({ q: 'nobody like that' })]).toEqual([[], []]);
    const other = await createFan(app);
    expect((await other.client.call('GET /hidden-performers')).total).toBe(0);
    expect((await show(other)).status).toBe(404);
    const refused = (by: Person, performerId: string) =>
      by.client.send('POST /hidden-performers', { body: { performerId, how: 'muted' } }).then(({ status }) => status);
    expect([await refused(star, star.id), await refused(fan, other.id)]).toEqual([403, 404]);
    await show();
    expect((await show()).status).toBe(404);
  });
});
