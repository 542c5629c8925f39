import type { LibraryRow } from '@stagedoor/contract/library';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, openMessages } from '../../testing/conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { createGallery, createPhoto } from '../../testing/gallery-fixtures.ts';
import { beginGroupShow, joinAndWatch } from '../../testing/paid-show-fixtures.ts';
import { createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createIsolatedNode } from '../../testing/test-node.ts';
import { createVideo, finishRecordingOf } from '../../testing/video-fixtures.ts';
import { sweepMinutes } from '../streams/index.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  await openMessages(star);
});
afterAll(() => app.close());

type Query = { q?: string; kind?: LibraryRow['kind']; limit?: number; after?: string };
const shelf = (who: Person, name: 'purchased' | 'saved' | 'favourites' | 'watch-later' | 'continue', query: Query = {}) =>
  who.client.call('GET /library/{shelf}', { params: { shelf: name }, query });
const titles = async (...args: Parameters<typeof shelf>) => (await shelf(...args)).data.map(({ title }) => title);
const richFan = async (): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, 60);
  return fan;
};
const buyVideo = (who: Person, videoId: string) => who.client.call('POST /payment-wallet/purchase-video', { body: { videoId } });
const sellVideo = async (title: string): Promise<string> => {
  const { _id: id } = await createVideo(star, { audience: 'buyers', price: 2, title });
  await app.settle();
  return id;
};

/** Sends a fan a message with a price, and has the fan buy it. */
const buyMessage = async (fan: Person, text: string) => {
  const conversationId = await createConversation(fan, star);
  const file = await star.client.call('POST /messages/private/photo', { files: { file: await picture() } });
  const sent = await star.client.call('POST /messages/conversations/{id}', {
    params: { id: conversationId },
    body: { text, price: 2, fileId: [file._id] },
  });
  await app.settle();
  const { orderId } = await fan.client.call('POST /payment/purchase-message/{id}', { params: { id: sent.item!._id }, body: {} });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  return { conversationId, messageId: sent._id };
};

/** A group show that a fan pays a minute of, and that ends with a recording. @returns its id */
const watchShow = async (fan: Person): Promise<string> => {
  const node = await createIsolatedNode(app);
  const performer = await createPerformer(app, { admin });
  const { streamId } = await beginGroupShow(performer, { node, isRecorded: true });
  await joinAndWatch(fan, node, streamId);
  for (const ms of [10_000, 60_000]) {
    await node.report();
    await node.pass(ms);
    await sweepMinutes(app.platform);
  }
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await finishRecordingOf(node, streamId);
  return streamId;
};

describe('the shelf of purchases', () => {
  test('is on one shelf whatever its kind, the last first, each with the address of its page', async () => {
    const fan = await richFan();
    const feed = await createFeed(star, { audience: 'buyers', price: 2, title: 'Winter set' });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: feed } });
    const gallery = (await createGallery(star, { audience: 'buyers', price: 2, title: 'Costumes' }))._id;
    await fan.client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId: gallery } });
    const photo = await createPhoto(star, { audience: 'buyers', price: 1, title: 'The mask' });
    const { orderId } = await fan.client.call('POST /payment/purchase-single-photo', { body: { photoId: photo } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    const video = await sellVideo('Rehearsal, all of it');
    await buyVideo(fan, video);
    const product = await createProduct(app, star, { name: 'Score as a file' });
    await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId: product, quantity: 1 }] } });
    const { conversationId, messageId } = await buyMessage(fan, 'From behind the curtain');
    const show = await watchShow(fan);

    const { data, kinds, total, after } = await shelf(fan, 'purchased');
    expect(data.map(({ kind, title, link }) => [kind, title, link])).toEqual([
      ['stream', expect.any(String), `/live/group/${show}`],
      ['message', 'From behind the curtain', `/messages/${conversationId}?message=${messageId}`],
      ['product', 'Score as a file', `/products/${product}`],
      ['video', 'Rehearsal, all of it', `/videos/${video}`],
      ['photo', 'The mask', `/photos/${photo}`],
      ['gallery', 'Costumes', `/galleries/${gallery}`],
      ['feed', 'Winter set', `/feeds/${feed}`],
    ]);
    expect(data.map(({ kind, picture: shown, isLocked }) => [kind, shown !== null, isLocked])).toEqual([
      ['stream', false, false],
      ['message', true, false],
      ['product', false, false],
      ['video', true, false],
      ['photo', true, false],
      ['gallery', true, false],
      ['feed', true, false],
    ]);
    expect([kinds, total, after]).toEqual([['feed', 'gallery', 'photo', 'video', 'product', 'message', 'stream'], 7, null]);
    // Page by page, and of one kind.
    const first = await shelf(fan, 'purchased', { limit: 3 });
    const second = await shelf(fan, 'purchased', { limit: 3, after: first.after! });
    expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(data.slice(0, 6).map(({ _id }) => _id));
    expect((await shelf(fan, 'purchased', { kind: 'message' })).data.map(({ kind }) => kind)).toEqual(['message']);
    // Nobody else has any of it.
    expect((await shelf(await createFan(app), 'purchased')).data).toEqual([]);
  });

  test('stays after its performer deleted it, and goes when it is refunded or taken down', async () => {
    const fan = await richFan();
    const [kept, refunded] = [await sellVideo('Kept'), await sellVideo('Refunded')];
    for (const id of [kept, refunded]) await buyVideo(fan, id);
    const down = await createFeed(star, { audience: 'buyers', price: 2, title: 'Down', photos: 0 });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: down } });
    expect(await titles(fan, 'purchased')).toEqual(['Down', 'Refunded', 'Kept']);
    await star.client.call('DELETE /performer/performer-assets/videos/{id}', { params: { id: kept } });
    const order = (await fan.client.call('GET /transactions/user/search', { query: {} })).data.find(
      ({ item }) => item?.title === 'Refunded',
    )!;
    await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: order.orderId }, body: { reason: 'Not as described' } });
    await admin.client.call('POST /admin/content/{id}/take-down', { params: { id: down }, body: { note: 'Somebody else’s film.' } });
    await app.settle();
    expect(await titles(fan, 'purchased')).toEqual(['Kept']);
  });

  test('is found by words of titles, texts, messages and performers, in every script', async () => {
    const fan = await richFan();
    const feed = await createFeed(star, { audience: 'buyers', price: 1, title: '', text: 'हिन्दी गाना, my favourite' });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: feed } });
    await buyVideo(fan, await sellVideo('上海の夜'));
    await buyMessage(fan, 'Señal de humo');
    const { name } = await star.client.call('GET /users/me', {});
    expect(await titles(fan, 'purchased', { q: 'हिन्दी' })).toEqual(['हिन्दी गाना, my favourite']);
    expect(await titles(fan, 'purchased', { q: '上海' })).toEqual(['上海の夜']);
    expect(await titles(fan, 'purchased', { q: 'senal' })).toEqual(['Señal de humo']);
    expect(await titles(fan, 'purchased', { q: name })).toHaveLength(3);
    expect([await titles(fan, 'purchased', { q: 'nowhere' }), await titles(fan, 'purchased', { q: '%_' })]).toEqual([[], []]);
  });
});

describe('the shelf of saved items', () => {
  test('is of every kind; what its account may not see is locked', async () => {
    const fan = await createFan(app);
    const feed = await createFeed(star, { title: 'Open rehearsal' });
    const gallery = (await createGallery(star, { audience: 'subscribers', title: 'For subscribers' }))._id;
    const video = await sellVideo('On sale');
    const react = (action: 'bookmark' | 'favourite' | 'watchLater', objectType: 'feed' | 'gallery' | 'video', objectId: string) =>
      fan.client.call('POST /reactions', { body: { action, objectType, objectId } });
    await react('bookmark', 'feed', feed);
    await react('bookmark', 'gallery', gallery);
    await react('favourite', 'video', video);
    await react('watchLater', 'video', video);
    const saved = await shelf(fan, 'saved');
    expect(saved.data.map(({ title, isLocked }) => [title, isLocked])).toEqual([
      ['For subscribers', true],
      ['Open rehearsal', false],
    ]);
    expect([await titles(fan, 'favourites'), await titles(fan, 'watch-later')]).toEqual([['On sale'], ['On sale']]);
    await star.client.call('DELETE /performer/feeds/{id}', { params: { id: feed } });
    expect(await titles(fan, 'saved')).toEqual(['For subscribers']);
  });

  test('is in nobody’s library while its performer is hidden from the account', async () => {
    const fan = await createFan(app);
    const other = await createPerformer(app, { admin });
    const feed = await createFeed(other, { title: 'Hidden soon' });
    await fan.client.call('POST /reactions', { body: { action: 'bookmark', objectType: 'feed', objectId: feed } });
    expect(await titles(fan, 'saved')).toEqual(['Hidden soon']);
    await other.client.call('POST /performer/block/users', { body: { userId: fan.id } });
    expect(await titles(fan, 'saved')).toEqual([]);
  });
});

test('a video that was left before its end waits to be continued, with the second where it was left', async () => {
  const fan = await createFan(app);
  const { _id: id } = await createVideo(star, { title: 'Twelve seconds', seconds: 12 });
  await app.settle();
  const watch = (position: number) => fan.client.call('POST /performer-assets/videos/{id}/view', { params: { id }, body: { position } });
  await watch(3);
  expect(await titles(fan, 'continue')).toEqual([]);
  await watch(7);
  expect((await shelf(fan, 'continue')).data).toMatchObject([
    { title: 'Twelve seconds', resumeAt: 7, videoSeconds: expect.closeTo(12, 0) },
  ]);
  await watch(11.9);
  expect(await titles(fan, 'continue')).toEqual([]);
});
