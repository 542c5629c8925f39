import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { createPhoto, uploadPhoto } from '../../testing/gallery-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { watchRows } from '../../testing/changed-rows.ts';

let app: TestApp;
let star: Person;
let rival: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
  rival = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 100);
});
afterAll(() => app.close());

const gallery = async (count: number, terms: Record<string, unknown> = {}) => {
  const fileIds = await Promise.all(Array.from({ length: count }, () => uploadPhoto(star)));
  return star.client.call('POST /performer/performer-assets/galleries', { body: { title: 'Backstage', ...terms, fileIds } as never });
};
const change = (id: string, body: Record<string, unknown>, who: Person = star) =>
  who.client.send('PUT /performer/performer-assets/photos/{id}', { params: { id }, body: body as never });
const remove = (id: string, who: Person = star) => who.client.send('DELETE /performer/performer-assets/photos/{id}', { params: { id } });
const see = (person: Person | null, id: string) =>
  (person?.client ?? app.client()).send('GET /performer-assets/photos/{id}/view', { params: { id } });
const seeGallery = (person: Person | null, id: string) =>
  (person?.client ?? app.client()).send('GET /performer-assets/galleries/{id}/view', { params: { id } });
const own = async (query: Record<string, unknown> = {}) =>
  (await star.client.call('GET /performer/performer-assets/photos/search', { query: query as never })).data;
const listed = async (person: Person | null, query: Record<string, unknown>) =>
  (await (person?.client ?? app.client()).call('GET /performer-assets/photos', { query: query as never })).data;
const idsOf = (items: readonly { _id: string }[]): string[] => items.map(({ _id }) => _id);
const buy = async (person: Person, photoId: string): Promise<void> => {
  const { orderId } = await person.client.call('POST /payment/purchase-single-photo', { body: { photoId } });
  await person.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  await app.settle();
};
/** Addresses of files in an answer; that of the blurred preview is no secret. */
const addressesIn = (view: { photos: readonly unknown[]; video: unknown }): unknown[] => [...view.photos, view.video].filter(Boolean);

describe('own photos', () => {
  test('are found by themselves or of a gallery, by words and state', async () => {
    const single = await createPhoto(star, { title: 'Moth' });
    const later = await createPhoto(star, { title: 'Lantern' });
    const { _id, photoIds } = await gallery(3);
    expect(idsOf(await own())).toEqual([later, single]);
    expect(idsOf(await own({ q: 'mot' }))).toEqual([single]);
    expect(idsOf(await own({ state: 'active' }))).toEqual([later, single]);
    expect(await own({ state: 'draft' })).toEqual([]);
    const parts = await own({ galleryId: _id });
    expect(idsOf(parts).sort()).toEqual([...photoIds].sort());
    expect(parts.every(({ galleryId, state }) => galleryId === _id && state === 'active')).toBe(true);
    const others = await rival.client.call('GET /performer/performer-assets/photos/search', { query: { galleryId: _id } });
    expect(others.data).toEqual([]);
  });

  test('change their words, terms and alternative text; what isn’t given stays', async () => {
    const id = await createPhoto(star, { title: 'Before' });
    const { data } = await change(id, { title: 'After', description: 'By the door.', audience: 'buyers', price: 2, alt: 'A red door' });
    expect(data).toMatchObject({ title: 'After', description: 'By the door.', audience: 'buyers', price: 2, alt: 'A red door' });
    expect((await change(id, { price: 3 })).data).toMatchObject({
      title: 'After',
      description: 'By the door.',
      price: 3,
      alt: 'A red door',
    });
    expect((await change(id, { price: null })).error.error).toBe('PRICE_REQUIRED');
    expect((await change(id, { price: 999_999 })).error.error).toBe('AMOUNT_OUT_OF_BOUNDS');
    expect((await change(id, { alt: 'x'.repeat(501) })).error.error).toBe('VALIDATION_FAILED');
    expect((await see(null, id)).data).toMatchObject({ title: 'After', description: 'By the door.', price: 3, photos: [] });
  });

  test('have their alternative text wherever their file is shown', async () => {
    const { _id: fileId } = await star.client.call('POST /performer/media-libraries/upload', {
      body: { name: 'Door' },
      files: { file: await picture({ width: 160, height: 120 }) },
    });
    const set = await star.client.call('POST /performer/performer-assets/galleries', { body: { title: 'Doors', fileIds: [fileId] } });
    const single = await star.client.call('POST /performer/performer-assets/photos', { body: { fileId, title: 'Door' } });
    const feed = await star.client.call('POST /performer/feeds', { body: { text: 'A door.', fileIds: [fileId] } as never });
    const alts = async () => [
      (await seeGallery(null, set._id)).data.photos[0]!.alt,
      (await see(null, set.photoIds[0]!)).data.photos[0]!.alt,
      (await see(null, single._id)).data.photos[0]!.alt,
      (await app.client().call('GET /feeds/{id}', { params: { id: feed._id } })).photos[0]!.alt,
      (await own({ galleryId: set._id }))[0]!.alt,
    ];
    expect(await alts()).toEqual(['', '', '', '', '']);
    expect((await change(set.photoIds[0]!, { alt: 'A red door, half open' })).data.alt).toBe('A red door, half open');
    expect(await alts()).toEqual(Array.from({ length: 5 }, () => 'A red door, half open'));
    await change(single._id, { alt: 'A door' });
    expect(await alts()).toEqual(Array.from({ length: 5 }, () => 'A door'));
  });

  test('are changed in a gallery that is sold, with or without a price of their own', async () => {
    const { _id, photoIds } = await gallery(2, { audience: 'buyers', price: 4 });
    const [first = '', second = ''] = photoIds;
    expect((await change(first, { alt: 'Curtains' })).data).toMatchObject({ alt: 'Curtains', audience: 'buyers', price: null });
    expect((await change(second, { audience: 'buyers', price: 0.8 })).data).toMatchObject({ audience: 'buyers', price: 0.8 });
    expect((await change(second, { price: null })).data).toMatchObject({ audience: 'buyers', price: null });
    await change(second, { price: 0.8 });
    await star.client.call('PUT /performer/performer-assets/galleries/{id}', { params: { id: _id }, body: { audience: 'subscribers' } });
    const parts = await own({ galleryId: _id });
    expect(parts.find((part) => part._id === first)).toMatchObject({ audience: 'subscribers', price: null });
    expect(parts.find((part) => part._id === second)).toMatchObject({ audience: 'buyers', price: 0.8 });
  });

  test('cost no more in a gallery than anywhere else', async () => {
    const { _id, photoIds } = await gallery(1);
    const added = await star.client.send('POST /performer/performer-assets/photos', {
      body: { fileId: await uploadPhoto(star), galleryId: _id, audience: 'buyers', price: 999_999 },
    });
    expect(added.error.error).toBe('AMOUNT_OUT_OF_BOUNDS');
    const free = await star.client.send('POST /performer/performer-assets/photos', {
      body: { fileId: await uploadPhoto(star), galleryId: _id, audience: 'buyers' },
    });
    expect(free.error.error).toBe('PRICE_REQUIRED');
    expect((await seeGallery(null, _id)).data.photos.map((photo) => photo._id)).toEqual(photoIds);
  });

  test('are deleted, alone or out of a gallery; those who bought one keep it, and a published gallery keeps its last', async () => {
    const single = await createPhoto(star, { title: 'Sold', audience: 'buyers', price: 1 });
    await buy(fan, single);
    expect((await remove(single)).status).toBe(200);
    expect([(await see(fan, single)).status, (await see(null, single)).status]).toEqual([200, 404]);
    expect((await remove(single)).error.error).toBe('NOT_FOUND');

    const { _id, photoIds } = await gallery(2, { audience: 'buyers', price: 4 });
    const [first = '', second = ''] = photoIds;
    await change(first, { audience: 'buyers', price: 0.8 });
    await buy(fan, first);
    expect((await remove(first)).status).toBe(200);
    expect([(await see(fan, first)).data.photos.length, (await see(null, first)).status]).toEqual([1, 404]);
    expect(idsOf(await listed(null, { galleryId: _id }))).toEqual([second]);
    expect((await seeGallery(null, _id)).data.counts.photos).toBe(1);
    expect((await remove(first)).error.error).toBe('NOT_FOUND');
    expect((await remove(second)).error.error).toBe('ITEM_EMPTY');
    expect((await see(null, second)).status).toBe(200);
    expect(await verifyLedger(app.platform.database)).toMatchObject({ ok: true });
  });

  test('of somebody else are not found, and nothing changes', async () => {
    const single = await createPhoto(star, { title: 'Mine' });
    const { photoIds } = await gallery(2);
    await app.settle();
    const changed = await watchRows(app);
    for (const id of [single, photoIds[0]!]) {
      expect((await change(id, { title: 'Theirs', alt: 'Theirs' }, rival)).error.error).toBe('NOT_FOUND');
      expect((await remove(id, rival)).error.error).toBe('NOT_FOUND');
    }
    expect(await changed()).toEqual({});
  });
});

describe('photos of everybody', () => {
  test('are those by themselves, newest first, also of one performer by id or name', async () => {
    const other = await createPerformer(app, { admin: await createAdmin(app) });
    const ids = [await createPhoto(other, { title: 'One' }), await createPhoto(other, { title: 'Two', audience: 'buyers', price: 1 })];
    await createPhoto(rival, { title: 'Elsewhere' });
    const of = async (performerId: string) =>
      (await app.client().call('GET /performer-assets/{performerId}/photos', { params: { performerId } })).data;
    expect(idsOf(await of(other.id))).toEqual(ids.toReversed());
    expect(idsOf(await of(other.username))).toEqual(ids.toReversed());
    expect(idsOf(await listed(null, { performerId: other.username }))).toEqual(ids.toReversed());
    const first = await app.client().call('GET /performer-assets/photos', { query: { performerId: other.id, limit: 1 } });
    const second = await app.client().call('GET /performer-assets/photos', {
      query: { performerId: other.id, limit: 1, after: first.after! },
    });
    expect([...idsOf(first.data), ...idsOf(second.data)]).toEqual(ids.toReversed());
    expect((await of(other.id)).map(({ photos, access }) => [photos.length, access.allowed])).toEqual([
      [0, false],
      [1, true],
    ]);
    const unknown = await app.client().send('GET /performer-assets/{performerId}/photos', { params: { performerId: 'nobody-at-all' } });
    expect(unknown.error.error).toBe('NOT_FOUND');
  });

  test('of a gallery come in its order, which changes with it', async () => {
    const { _id, photoIds, files } = await gallery(3);
    expect(idsOf(await listed(null, { galleryId: _id }))).toEqual(photoIds);
    const turned = files.map((file) => file._id).toReversed();
    await star.client.call('PUT /performer/performer-assets/galleries/{id}', { params: { id: _id }, body: { fileIds: turned } });
    expect(idsOf(await listed(null, { galleryId: _id }))).toEqual(photoIds.toReversed());
    const of = await app.client().call('GET /performer-assets/{performerId}/photos', {
      params: { performerId: star.username },
      query: { galleryId: _id },
    });
    expect(of.data.map(({ _id: id, galleryId, position }) => [id, galleryId, position])).toEqual(
      photoIds.toReversed().map((id, position) => [id, _id, position]),
    );
  });

  test('of a locked gallery carry no file; whoever buys it has them open', async () => {
    const { _id, photoIds, priceVersion } = await gallery(2, { audience: 'buyers', price: 4 });
    await change(photoIds[0]!, { alt: 'A secret' });
    const buyer = await createFan(app);
    await topUp(app, buyer, 10);
    for (const who of [null, buyer]) {
      const list = await listed(who, { galleryId: _id });
      expect(list.map((photo) => [photo.access.allowed, addressesIn(photo)])).toEqual([
        [false, []],
        [false, []],
      ]);
      expect(JSON.stringify(list)).not.toContain('A secret');
      expect((await see(who, photoIds[0]!)).data).toMatchObject({ photos: [], access: { allowed: false }, galleryId: _id });
    }
    await buyer.client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId: _id, priceVersion } });
    await app.settle();
    expect((await listed(buyer, { galleryId: _id })).map(({ access, photos }) => [access.allowed, photos.length])).toEqual([
      [true, 1],
      [true, 1],
    ]);
    expect((await see(buyer, photoIds[0]!)).data.photos[0]).toMatchObject({ alt: 'A secret' });
    expect((await listed(null, { galleryId: _id })).every(({ access }) => !access.allowed)).toBe(true);
  });

  test('bought singly opens only itself', async () => {
    const { _id, photoIds } = await gallery(3, { audience: 'buyers', price: 4 });
    const [, second = '', third = ''] = photoIds;
    await change(second, { audience: 'buyers', price: 0.8 });
    const buyer = await createFan(app);
    await topUp(app, buyer, 10);
    const locked = (await see(buyer, second)).data;
    expect(locked.access).toMatchObject({ allowed: false, waysIn: [{ kind: 'buy', price: 0.8 }] });
    const other = await buyer.client.send('POST /payment/purchase-single-photo', { body: { photoId: third } });
    expect(other.error.error).toBe('NOT_FOR_SALE');
    await buy(buyer, second);
    expect((await listed(buyer, { galleryId: _id })).map(({ access }) => access.allowed)).toEqual([false, true, false]);
    expect((await seeGallery(buyer, _id)).data).toMatchObject({ access: { allowed: false }, photos: [] });
    const again = await buyer.client.send('POST /payment/purchase-single-photo', { body: { photoId: second } });
    expect(again.error.error).toBe('ALREADY_PURCHASED');
    expect(await verifyLedger(app.platform.database)).toMatchObject({ ok: true });
  });
});
