import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepShows } from '../modules/streams/index.ts';
import type { Client } from './client.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from './factories.ts';
import type { Request } from './call-fixture.ts';
import { watchRows } from './changed-rows.ts';
import { type TestNode, createShow, createTestNode } from './test-node.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { asBlob } from './videos.ts';

// Excluded accounts (banned, blocked, in a blocked country), and others' ids in a request body: refused calls leave every row of the
// database unchanged. Ids in paths are tested in authorization.integration.test.ts.

let app: TestApp;
let node: TestNode;
let owner: Person;
let buyer: Person;
let admin: Person;
let other: Person;
let stranger: Person;
let blocked: Person;
let feedId: string;
let soldId: string;
let photoId: string;
let giftId: string;
let orderId: string;
let subscriptionId: string;

beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
  node = createTestNode(app);
  admin = await createAdmin(app);
  owner = await createPerformer(app, { admin, monthlyPrice: 5 });
  other = await createPerformer(app, { admin, monthlyPrice: 5 });
  buyer = await createFan(app);
  stranger = await createFan(app);
  blocked = await createFan(app);
  for (const fan of [buyer, stranger, blocked]) await topUp(app, fan, 100);
  feedId = await createFeed(owner, { audience: 'everyone', text: 'For all.' });
  soldId = await createFeed(owner, { audience: 'buyers', price: 3, text: 'For buyers.' });
  photoId = (await owner.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } }))._id;
  const giftFile = await owner.client.call('POST /gift/image', { files: { file: await picture() } });
  ({ _id: giftId } = await owner.client.call('POST /gift', { body: { name: 'Rosin', price: 2, fileId: giftFile._id } }));
  ({ orderId } = await buyer.client.call('POST /payment/send-tip', { body: { performerId: owner.id, amount: 2 } }));
  const subscribing = await buyer.client.call('POST /payment/subscribe-performer', { body: { performerId: owner.id } });
  await buyer.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: subscribing.orderId } });
  subscriptionId = (await buyer.client.call('GET /subscriptions/search')).data[0]!._id;
  await app.settle();
});
afterAll(() => app.close());

test('a banned performer is hidden with all content, and a banned fan loses access', async () => {
  const gone = await createPerformer(app, { admin, monthlyPrice: 5 });
  const theirs = await createFeed(gone, { text: 'Of somebody banned.' });
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: soldId } });
  const show = await createShow(gone, { node });
  const isAllowed = async (client: Client) => (await client.call('GET /feeds/{id}', { params: { id: soldId } })).access.allowed;
  expect(await isAllowed(fan.client)).toBe(true);
  await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', 'in', [gone.id, fan.id]).execute();

  // A banned fan is treated as a visitor, without access to purchases.
  await expect.poll(() => isAllowed(fan.client)).toBe(false);
  // A worker would end their show shortly.
  await sweepShows(app.platform);
  await app.settle();
  const changed = await watchRows(app);
  const client = stranger.client;
  expect((await client.send('GET /feeds/{id}', { params: { id: theirs } })).error?.error).toBe('NOT_FOUND');
  expect((await client.send('GET /performers/{id}', { params: { id: gone.username } })).error?.error).toBe('NOT_FOUND');
  for (const [key, request] of [
    ['POST /streaming/join/{id}', { params: { id: show.streamId } }],
    ['GET /streaming/view/{id}', { params: { id: gone.username } }],
    ['GET /messages/conversations/public/{id}', { params: { id: show.conversationId } }],
    ['POST /messages/stream/public/conversations/{id}', { params: { id: show.conversationId }, body: { text: 'Hello?' } }],
  ] as const)
    expect([key, (await client.raw(key, request)).error?.error]).toEqual([key, 'NOT_FOUND']);
  for (const key of ['GET /feeds', 'GET /performers/search', 'GET /ranking-performers', 'GET /streaming/live'])
    expect([key, JSON.stringify((await client.raw(key, { query: { limit: 50 } })).data).includes(gone.id)]).toEqual([key, false]);
  const payments: [string, Request][] = [
    ['POST /payment-wallet/tip-feed', { body: { feedId: theirs, amount: 2 } }],
    ['POST /payment-wallet/send-tip-wallet/{id}', { params: { id: gone.id }, body: { amount: 2 } }],
    ['POST /payment-wallet/gifting', { body: { giftId, performerId: gone.id } }],
    ['POST /payment/subscribe-performer', { body: { performerId: gone.id } }],
    ['POST /payment/send-tip', { body: { performerId: gone.id, amount: 2 } }],
  ];
  for (const [key, request] of payments) expect([key, (await client.raw(key, request)).error?.error]).toEqual([key, 'NOT_FOUND']);
  await app.settle();
  expect(await changed()).toEqual({});
});

describe('ids inside a body', () => {
  test('another performer’s files can’t be published, on a new post or an own one', async () => {
    const own = await createFeed(other, { photos: 0, text: 'Mine.' });
    const ownTeaser = await owner.client.send('POST /feeds/files/teaser/upload', { files: { file: asBlob(Buffer.from('none')) } });
    expect(ownTeaser.error.error).toBe('FILE_KIND_REFUSED');
    await app.settle();
    const changed = await watchRows(app);
    for (const fields of [
      { fileIds: [photoId] },
      { fileIds: [], text: 'x', thumbnailId: photoId },
      { fileIds: [], text: 'x', teaserId: photoId },
    ]) {
      for (const [key, params] of [
        ['POST /performer/feeds', {}],
        ['PUT /performer/feeds/{id}', { id: own }],
      ] as const) {
        const { status, error } = await other.client.raw(key, { params, body: fields });
        expect([key, status, error.error]).toEqual([key, 403, 'FILE_NOT_YOURS']);
      }
    }
    // A document is an own file, but can't be published.
    const document = await app.platform.database
      .selectFrom('performer_documents')
      .select('file_id')
      .where('performer_id', '=', other.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const shown = await other.client.send('POST /performer/feeds', { body: { fileIds: [document.file_id] } });
    expect(shown.error.error).toBe('FILE_NOT_YOURS');
    await app.settle();
    expect(await changed()).toEqual({});
  });

  test('a performer can’t buy, tip or follow their own content', async () => {
    await topUp(app, owner, 50);
    const show = await createShow(owner, { node });
    await app.settle();
    const changed = await watchRows(app);
    const calls: [string, Request][] = [
      ['POST /payment-wallet/purchase-feed', { body: { feedId: soldId } }],
      ['POST /payment-wallet/tip-feed', { body: { feedId, amount: 2 } }],
      ['POST /payment-wallet/send-tip-wallet/{id}', { params: { id: owner.id }, body: { amount: 2 } }],
      ['POST /payment-wallet/send-tip-wallet/{id}', { params: { id: owner.id }, body: { amount: 2, streamId: show.streamId } }],
      ['POST /payment/purchase-feed', { body: { feedId: soldId } }],
      ['POST /payment/send-tip', { body: { performerId: owner.username, amount: 2 } }],
      ['POST /payment/subscribe-performer', { body: { performerId: owner.id } }],
      ['POST /subscriptions/free-subscribe', { body: { performerId: owner.id } }],
      ['POST /reactions', { body: { objectType: 'performer', objectId: owner.id, action: 'follow' } }],
    ];
    for (const [key, request] of calls) {
      const { status, error } = await owner.client.raw(key, request);
      expect([key, status >= 400 && status < 500, ['OWN_ITEM', 'VALIDATION_FAILED'].includes(error.error)]).toEqual([key, true, true]);
    }
    await app.settle();
    expect(await changed()).toEqual({});
  });

  // By account, and by the country of the address: 8.8.8.8 is in the United States.
  test.each([
    ['who is blocked by a performer', () => blocked, {}],
    ['who is in a country that a performer blocks', () => stranger, { headers: { 'x-forwarded-for': '8.8.8.8' } }],
  ] as const)('%s can’t see, pay or follow that performer', async (_name, who, from) => {
    await owner.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    await owner.client.call('POST /performer/block/countries', { body: { countries: ['US'] } });
    const excluded = who();
    const show = await createShow(owner, { node });
    const chat = { params: { id: show.conversationId } };
    const { _id: own } = await buyer.client.call('POST /messages/stream/public/conversations/{id}', { ...chat, body: { text: 'Hello.' } });
    await app.settle();
    const changed = await watchRows(app);
    const calls: [string, Request][] = [
      ['POST /streaming/join/{id}', { params: { id: show.streamId } }],
      ['POST /streaming/join/{id}', { params: { id: owner.username } }],
      ['POST /streaming/token', { body: { id: show.streamId, type: 'play' } }],
      ['POST /streaming/token', { body: { id: show.streamId, type: 'publish' } }],
      ['GET /streaming/view/{id}', { params: { id: owner.username } }],
      ['GET /streaming/session/{id}/{type}', { params: { id: show.streamId, type: 'public' } }],
      ['GET /conversations/stream/{streamId}', { params: { streamId: show.streamId } }],
      ['GET /conversations/stream/public/{performerId}', { params: { performerId: owner.id } }],
      ['GET /messages/conversations/public/{id}', chat],
      ['POST /messages/stream/public/conversations/{id}', { ...chat, body: { text: 'Let me in.' } }],
      ['DELETE /messages/{id}', { params: { id: own } }],
      ['POST /payment-wallet/send-tip-wallet/{id}', { params: { id: owner.id }, body: { amount: 2, streamId: show.streamId } }],
      ['GET /feeds/{id}', { params: { id: feedId } }],
      ['GET /performers/{id}', { params: { id: owner.username } }],
      ['GET /users/view/{id}', { params: { id: owner.id } }],
      ['POST /performers/{id}/inc-view', { params: { id: owner.id } }],
      ['POST /performers/{id}/check-subscribe', { params: { id: owner.id } }],
      ['POST /payment-wallet/purchase-feed', { body: { feedId: soldId } }],
      ['POST /payment-wallet/tip-feed', { body: { feedId, amount: 2 } }],
      ['POST /payment-wallet/send-tip-wallet/{id}', { params: { id: owner.id }, body: { amount: 2 } }],
      ['POST /payment/purchase-feed', { body: { feedId: soldId } }],
      ['POST /payment/send-tip', { body: { performerId: owner.username, amount: 2 } }],
      ['POST /payment/subscribe-performer', { body: { performerId: owner.id } }],
      ['POST /subscriptions/free-subscribe', { body: { performerId: owner.id } }],
      ['POST /reactions', { body: { objectType: 'performer', objectId: owner.id, action: 'follow' } }],
      ['POST /reactions', { body: { objectType: 'feed', objectId: feedId, action: 'like' } }],
    ];
    for (const [key, request] of calls) {
      const { status, error } = await excluded.client.raw(key, { ...request, ...from });
      expect([key, status, error?.error]).toEqual([key, expect.any(Number), expect.stringMatching(/^(NOT_FOUND|BLOCKED_PAIR)$/)]);
    }
    for (const key of [
      'GET /feeds',
      'GET /feeds/home-feeds',
      'GET /performers/search',
      'GET /ranking-performers',
      'GET /streaming/live',
      'GET /reactions/search',
    ]) {
      const { data } = await excluded.client.raw(key, { query: { limit: 50 }, ...from });
      expect([key, JSON.stringify(data).includes(owner.id)]).toEqual([key, false]);
    }
    await app.settle();
    expect(await changed()).toEqual({});
    await owner.client.call('POST /performer/block/countries', { body: { countries: [] } });
    await owner.client.call('POST /streaming/end/{id}', { params: { id: show.streamId } });
  });

  test('an account’s data is in no list of another account', async () => {
    const lists = [
      'GET /payment/transactions',
      'GET /transactions/user/search',
      'GET /wallet-transactions/user/search',
      'GET /subscriptions/search',
      'GET /reactions/search',
    ];
    await buyer.client.call('POST /reactions', { body: { objectType: 'performer', objectId: owner.id, action: 'follow' } });
    for (const key of lists) {
      const mine = await buyer.client.raw(key, { query: { limit: 100 } });
      expect([key, (mine.data as { total: number }).total > 0]).toEqual([key, true]);
      const theirs = await stranger.client.raw(key, { query: { limit: 100 } });
      const text = JSON.stringify(theirs.data);
      expect([key, [buyer.id, orderId, subscriptionId].filter((id) => text.includes(id))]).toEqual([key, []]);
    }
    for (const key of ['GET /performer/feeds', 'GET /performer/subscriptions/search']) {
      const text = JSON.stringify((await other.client.raw(key, { query: { limit: 100 } })).data);
      expect([key, [feedId, buyer.id].filter((id) => text.includes(id))]).toEqual([key, []]);
    }
  });
});
