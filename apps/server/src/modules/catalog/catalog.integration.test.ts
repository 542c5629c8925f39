import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCategory } from '../../testing/catalog-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, unique } from '../../testing/factories.ts';
import { createGallery, createPhoto } from '../../testing/gallery-fixtures.ts';
import { offerProduct } from '../../testing/product-fixtures.ts';
import { refreshFeatured } from './featured-candidates.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const categories = async (query: Record<string, unknown> = {}) =>
  (await (await createFan(app)).client.call('GET /categories/search', { query: query as never })).data;

test('categories are named in the caller’s language, counted by kind, and hidden from everybody', async () => {
  const name = unique('Pottery');
  const categoryId = await createCategory(admin, name, { position: 3 });
  const feedId = await createFeed(star, { photos: 0, text: 'Clay.' });
  await star.client.call('PUT /performer/feeds/{id}', {
    params: { id: feedId },
    body: { categoryIds: [categoryId], tags: ['Clay', 'clay'] },
  });
  const productId = await offerProduct(star, { categoryIds: categoryId });
  const [found] = await categories({ q: name.toLowerCase() });
  expect(found).toMatchObject({ _id: categoryId, name, counts: { feed: 1, product: 1 } });
  expect((await categories({ q: name, kind: 'video' })).length).toBe(0);
  const feed = await app.client().call('GET /feeds/{id}', { params: { id: feedId }, headers: { cookie: 'locale=es' } });
  expect([feed.categories, feed.tags]).toEqual([[{ _id: categoryId, slug: found!.slug, name: `${name} (es)` }], ['clay']]);
  const ids = async (key: 'GET /feeds' | 'GET /performer-assets/products/search', query: Record<string, unknown>) =>
    (await app.client().call(key, { query: query as never })).data.map(({ _id }) => _id);
  expect([await ids('GET /feeds', { categoryId }), await ids('GET /feeds', { tag: 'CLAY', performerId: star.id })]).toEqual([
    [feedId],
    [feedId],
  ]);
  expect(await ids('GET /performer-assets/products/search', { categoryId })).toEqual([productId]);

  const changed = await admin.client.call('PUT /admin/categories/{id}', {
    params: { id: categoryId },
    body: { slug: found!.slug, names: { en: 'Clay work' }, isHidden: true },
  });
  expect(changed).toMatchObject({ isHidden: true, names: { en: 'Clay work' }, items: 2 });
  expect(await categories({ q: 'clay work' })).toEqual([]);
  const reader = await createFan(app);
  expect((await reader.client.call('GET /feeds/{id}', { params: { id: feedId } })).categories).toEqual([]);
  // It stays when the post is changed otherwise.
  await star.client.call('PUT /performer/feeds/{id}', { params: { id: feedId }, body: { text: 'More clay.' } });
  expect((await star.client.call('GET /performer/feeds/{id}', { params: { id: feedId } })).categoryIds).toEqual([categoryId]);
});

test('galleries and photos have categories and tags too; more than five, unknown and hidden ones are refused', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => createCategory(admin)));
  const hidden = await createCategory(admin, 'Hidden', { isHidden: true });
  const { _id: galleryId } = await createGallery(star);
  const photoId = await createPhoto(star);
  const set = (categoryIds: string[]) =>
    star.client.send('PUT /performer/performer-assets/galleries/{id}', { params: { id: galleryId }, body: { categoryIds } });
  expect([(await set(ids)).status, (await set([randomUUID()])).status, (await set([hidden])).status]).toEqual([422, 422, 422]);
  expect((await set(ids.slice(0, 5))).data.categoryIds.toSorted()).toEqual(ids.slice(0, 5).toSorted());
  const photo = await star.client.call('PUT /performer/performer-assets/photos/{id}', {
    params: { id: photoId },
    body: { categoryIds: [ids[0]!], tags: ['dusk'] },
  });
  expect([photo.categoryIds, photo.tags]).toEqual([[ids[0]], ['dusk']]);
});

test('only admins who look after content change categories; an address is taken once', async () => {
  const slug = unique('weaving').toLowerCase();
  const add = (by: Person, body: Record<string, unknown>) => by.client.send('POST /admin/categories', { body: body as never });
  expect((await add(star, { slug, names: { en: 'Weaving' } })).status).toBe(403);
  expect((await add(admin, { slug, names: { en: 'Weaving' } })).status).toBe(201);
  expect((await add(admin, { slug, names: { en: 'Looms' } })).error.error).toBe('CATEGORY_TAKEN');
  expect((await add(admin, { slug: 'a b', names: { en: 'X' } })).status).toBe(422);
  expect((await add(admin, { slug: `${slug}-2`, names: { es: 'Tejido' } })).status).toBe(422);
});

test('featured: pinned first, then what is liked, then what is new, without what the caller may not see', async () => {
  const shy = await createPerformer(app, { admin });
  const fan = await createFan(app);
  const [pinned, liked, fresh] = [
    await createFeed(shy, { photos: 0, text: 'One.', title: 'One' }),
    await offerProduct(shy),
    await createFeed(star, { photos: 0, text: 'Three.' }),
  ];
  await admin.client.call('PUT /admin/content/{id}/featured', { params: { id: pinned }, body: { place: 1 } });
  await fan.client.call('POST /reactions', { body: { objectType: 'product', objectId: liked, action: 'like' } });
  await app.settle();
  await refreshFeatured(app.platform);
  const featured = async (by: Person, query: Record<string, unknown> = {}) =>
    (await by.client.call('GET /performer-assets/featured-content', { query: { limit: 48, ...query } as never })).data;
  const cards = await featured(fan);
  expect(cards[0]).toMatchObject({ _id: pinned, reason: 'pinned', kind: 'feed', title: 'One', path: `/feeds/${pinned}` });
  expect(cards.find(({ _id }) => _id === liked)).toMatchObject({ reason: 'trending', kind: 'product', likes: 1 });
  expect(cards.find(({ _id }) => _id === fresh)?.reason).toBe('new');
  expect(new Set(cards.map(({ _id }) => _id)).size).toBe(cards.length);
  expect((await featured(fan, { kinds: 'product' })).every(({ kind }) => kind === 'product')).toBe(true);
  expect((await featured(fan, { limit: 1 })).length).toBe(1);
  await shy.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect((await featured(fan)).some(({ performer }) => performer._id === shy.id)).toBe(false);
});

test('the total of featured is that of all the viewer may see, whatever the limit', async () => {
  const shy = await createPerformer(app, { admin });
  const fan = await createFan(app);
  const pinned = await offerProduct(shy);
  for (const by of [shy, shy, shy, await createPerformer(app, { admin })]) await offerProduct(by);
  await admin.client.call('PUT /admin/content/{id}/featured', { params: { id: pinned }, body: { place: 2 } });
  await app.settle();
  await refreshFeatured(app.platform);
  const featured = async (limit: number) => {
    const { data, total } = await fan.client.call('GET /performer-assets/featured-content', {
      query: { limit, kinds: 'product' } as never,
    });
    return [data.length, total];
  };
  const [, total] = await featured(48);
  expect(await featured(48)).toEqual([total, total]);
  expect([await featured(1), await featured(2)]).toEqual([
    [1, total],
    [2, total],
  ]);
  await shy.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  // There were their pinned one and two that aren't.
  expect(await featured(1)).toEqual([1, total! - 3]);
});

test('an admin takes an item down and shows it again; the performer is told why', async () => {
  const productId = await offerProduct(star, { name: unique('Drum ') });
  const page = () => app.client().send('GET /performer-assets/products/{id}', { params: { id: productId } });
  const act = (action: 'take-down' | 'restore', body?: Record<string, unknown>) =>
    admin.client.raw(`POST /admin/content/{id}/${action}`, { params: { id: productId }, ...(body ? { body } : {}) });
  expect((await act('restore')).error.error).toBe('ITEM_STATE');
  expect((await act('take-down', { note: 'Not yours to sell.' })).data).toMatchObject({ state: 'taken-down' });
  expect((await page()).status).toBe(404);
  await app.settle();
  expect((await app.mailsTo(star.email)).some((mail) => mail.includes('Not yours to sell.'))).toBe(true);
  expect((await act('restore')).data).toMatchObject({ state: 'active' });
  expect((await page()).status).toBe(200);
});

test('an admin looks at what was taken down, sold or not; nobody else does', async () => {
  const title = unique('Score ');
  const itemId = await createFeed(star, { title, text: 'All six, with fingerings.', photos: 2, audience: 'buyers', price: 4 });
  const look = (by: Person) => by.client.send('GET /admin/content/{id}', { params: { id: itemId } });
  const shown = async () => (await look(admin)).data!;
  const sold = await shown();
  expect(sold).toMatchObject({ state: 'active', title, text: 'All six, with fingerings.', audience: 'buyers', price: 4 });
  expect(sold.files.map(({ role, kind }) => [role, kind])).toEqual([
    ['content', 'image'],
    ['content', 'image'],
  ]);
  const [row] = (await admin.client.call('GET /admin/content', { query: { q: title } })).data;
  expect(row?.picture).toMatchObject({ width: sold.files[0]!.picture!.width });

  await admin.client.call('POST /admin/content/{id}/take-down', { params: { id: itemId }, body: { note: 'Somebody else’s edition.' } });
  const taken = await shown();
  expect(taken).toMatchObject({ state: 'taken-down', text: 'All six, with fingerings.' });
  const address = taken.files[0]!.picture!.sources[0]!.url;
  // The address opens in a session of an admin alone.
  await expect.poll(async () => (await fetch(new URL(address, app.url))).status).toBe(403);
  expect((await fetch(new URL(address, app.url), { headers: { authorization: admin.client.token! } })).status).toBe(200);

  expect((await look(star)).status).toBe(403);
  expect((await look(await createFan(app))).status).toBe(403);
  const { _id: draft } = await star.client.call('POST /performer/feeds/draft', { body: { text: 'Not yet.' } });
  expect((await admin.client.send('GET /admin/content/{id}', { params: { id: draft } })).status).toBe(404);
});
