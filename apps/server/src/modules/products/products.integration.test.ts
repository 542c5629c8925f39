import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawBooklet } from '../../demo/booklet.ts';
import { receiveDocument } from '../../demo/pictures.ts';
import type { ItemState } from '@stagedoor/contract/items.values';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp, unique } from '../../testing/factories.ts';
import { createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { transact } from '../../platform/database/database.ts';
import { prepareFile, storePrivateFile } from '../files/index.ts';
import { setItemFile } from '../items/index.ts';

let app: TestApp;
let admin: Person;
let seller: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  seller = await createPerformer(app, { admin, monthlyPrice: 9 });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

const BOOKLET = drawBooklet([['Six studies', 'for cello']]);

/** Attaches a file to a digital product. @returns its key in storage */
const attachBooklet = async (productId: string, ownerId: string): Promise<string> => {
  const { platform } = app;
  const received = await receiveDocument(platform, BOOKLET);
  const prepared = await prepareFile(platform, received, ownerId);
  const fileId = await transact(platform.database, undefined, (trx) =>
    storePrivateFile(platform, trx, prepared, { ownerId, purpose: 'productFile' }),
  );
  await transact(platform.database, undefined, (trx) => setItemFile(trx, productId, 'download', fileId, app.clock.now()));
  return received.key;
};
const change = (id: string, state: ItemState) => app.platform.database.updateTable('items').set({ state }).where('id', '=', id).execute();
const withdraw = (id: string) => app.platform.database.updateTable('items').set({ state: 'draft' }).where('id', '=', id).execute();
const search = async (person: { client: Person['client'] } | null, query: Record<string, unknown>) =>
  (await (person?.client ?? app.client()).call('GET /performer-assets/products/search', { query: query as never })).data.map(
    ({ _id }) => _id,
  );
const look = (person: Person | null, id: string) =>
  (person?.client ?? app.client()).send('GET /performer-assets/products/{id}', { params: { id } });
const link = (person: Person | null, id: string) =>
  (person?.client ?? app.client()).send('GET /performer-assets/products/{id}/download-link', { params: { id } });

test('a shop lists products on sale, newest first, by id or username; a sold-out one stays and is marked', async () => {
  const first = await createProduct(app, seller, { price: 4.5, name: unique('Score ') });
  const second = await createProduct(app, seller, { type: 'physical', price: 18, stock: 0 });
  const draft = await createProduct(app, seller, {});
  const off = await createProduct(app, seller, {});
  await change(draft, 'draft');
  await withdraw(off);
  expect(await search(null, { performerId: seller.id })).toEqual([second, first]);
  expect(await search(fan, { performerId: seller.username.toUpperCase(), sort: 'asc' })).toEqual([first, second]);
  expect(await search(null, { performerId: seller.id, limit: 1, offset: 1 })).toEqual([first]);
  const { data } = await look(fan, second);
  expect(data).toMatchObject({
    type: 'physical',
    price: 18,
    money: 18,
    stock: 0,
    isAvailable: false,
    access: { allowed: false, reason: 'buyers' },
  });
  expect((await look(seller, first)).data.access).toEqual({ allowed: true, reason: 'own' });
  for (const id of [draft, randomUUID()]) expect((await look(fan, id)).status).toBe(404);
});

test('a cart is looked up by ids, joined or repeated; more than fifty or an invalid one is refused', async () => {
  const ids = [await createProduct(app, seller, {}), await createProduct(app, seller, {})];
  expect((await search(fan, { ids: ids.join(',') })).toSorted()).toEqual(ids.toSorted());
  const repeated = await fetch(`${app.url}/api/performer-assets/products/search?ids=${ids[0]}&ids=${ids[1]}`);
  expect(((await repeated.json()) as { data: { total: number } }).data.total).toBe(2);
  await withdraw(ids[0]!);
  expect(await search(fan, { ids: ids.join(',') })).toEqual([ids[1]]);
  const many = Array.from({ length: 51 }, () => randomUUID()).join(',');
  for (const bad of ['no-id', many]) {
    const { status } = await fan.client.send('GET /performer-assets/products/search', { query: { ids: bad } });
    expect(status).toBe(422);
  }
});

test('a blocked account sees nothing of the shop; nobody sees the shop of a performer who isn’t approved', async () => {
  const shy = await createPerformer(app, { admin });
  const product = await createProduct(app, shy, {});
  await attachBooklet(product, shy.id);
  const blocked = await createFan(app);
  await topUp(app, blocked, 10);
  await blocked.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId: product }] } });
  await shy.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
  for (const query of [{ performerId: shy.id }, { ids: product }, {}]) expect(await search(blocked, query)).not.toContain(product);
  expect([(await look(blocked, product)).status, (await link(blocked, product)).status]).toEqual([404, 404]);
  expect(await search(fan, { performerId: shy.id })).toEqual([product]);
  await app.platform.database.updateTable('performers').set({ state: 'pending' }).where('account_id', '=', shy.id).execute();
  expect(await search(fan, { performerId: shy.id })).toEqual([]);
  expect((await look(fan, product)).status).toBe(404);
});

test('only buyers can download a product, at an address that works without a session', async () => {
  const product = await createProduct(app, seller, { price: 3, name: 'Études / six: "small"' });
  const key = await attachBooklet(product, seller.id);
  const before = await look(fan, product);
  expect(JSON.stringify(before.data)).not.toContain(key);
  expect((await link(fan, product)).error.error).toBe('LOCKED');
  expect((await link(null, product)).error.error).toBe('UNAUTHENTICATED');
  await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId: product }] } });
  expect((await look(fan, product)).data.access).toEqual({ allowed: true, reason: 'buyer' });
  const [order] = (await fan.client.call('GET /orders/users/details/search')).data;
  expect(order).toMatchObject({ delivery: 'delivered', deliveredAt: app.clock.now().toISOString(), acceptBy: null });
  const { data } = await link(fan, product);
  expect(data).toMatchObject({ name: 'Études-six-small.pdf', bytes: BOOKLET.length, contentType: 'application/pdf' });
  const file = await fetch(app.url + data.url);
  expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="Etudes-six-small.pdf"; filename*=UTF-8''%C3%89tudes-six-small.pdf`,
  ]);
  expect(Buffer.from(await file.arrayBuffer()).equals(BOOKLET)).toBe(true);
  expect((await fetch(app.url + data.url.replace(/s=.{4}/, 's=AAAA'))).status).toBe(403);
  const stranger = await createFan(app);
  expect((await link(stranger, product)).error.error).toBe('LOCKED');

  // Withdrawn or deleted, it is still available to its buyer, and to nobody else.
  await withdraw(product);
  await change(product, 'deleted');
  expect([(await link(fan, product)).status, (await link(stranger, product)).status]).toEqual([200, 404]);
  await change(product, 'taken-down');
  expect((await link(fan, product)).status).toBe(404);
});

test('a physical product has no download, and one without its file is FILE_MISSING', async () => {
  const cup = await createProduct(app, seller, { type: 'physical', stock: 2 });
  const empty = await createProduct(app, seller, {});
  expect((await link(seller, cup)).error.error).toBe('NOT_FOUND');
  expect((await link(seller, empty)).error.error).toBe('FILE_MISSING');
});

test('an order is found by its id by its buyer only', async () => {
  const product = await createProduct(app, seller, { price: 2 });
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId: product }] } });
  const find = async (person: Person) =>
    (await person.client.call('GET /orders/users/search', { query: { orderId } })).data.map(({ _id }) => _id);
  expect([await find(fan), await find(seller), await find(admin)]).toEqual([[orderId], [], []]);
});

test('the totals of a search follow the type of products, as the list does; those of other kinds don’t', async () => {
  await createFeed(seller, { text: 'A lithophane in the window' });
  const offer = (name: string, type: 'digital' | 'physical', price: number) => createProduct(app, seller, { name, type, price });
  const [pattern, lamp, tile] = [
    await offer('Lithophane pattern', 'digital', 4),
    await offer('Lithophane lamp', 'physical', 30),
    await offer('Lithophane tile', 'physical', 9),
  ];
  const q = 'lithophane';
  const counted = async (productType?: 'digital' | 'physical') => {
    const { products, feeds } = await app.client().call('GET /search/total', { query: { q, ...(productType ? { productType } : {}) } });
    return { products, feeds };
  };
  const listed = async (query: Record<string, string>) =>
    (await app.client().call('GET /performer-assets/products/search', { query: { q, ...query } as never })).data.map(({ _id }) => _id);
  expect([await counted(), await counted('digital'), await counted('physical')]).toEqual([
    { products: 3, feeds: 1 },
    { products: 1, feeds: 1 },
    { products: 2, feeds: 1 },
  ]);
  expect([await listed({ type: 'digital' }), await listed({ type: 'physical' })]).toEqual([[pattern], [tile, lamp]]);
  expect(await listed({ sortBy: 'price', sort: 'asc' })).toEqual([pattern, tile, lamp]);
  expect(await listed({ sortBy: 'price', sort: 'desc' })).toEqual([lamp, tile, pattern]);
  expect((await app.client().send('GET /search/total', { query: { productType: 'film' } as never })).status).toBe(422);
});
