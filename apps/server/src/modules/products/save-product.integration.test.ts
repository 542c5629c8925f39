import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { ADDRESS } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { booklet } from '../../testing/product-fixtures.ts';
import { tusClient } from '../../testing/resumable-uploads.ts';

let app: TestApp;
let admin: Person;
let seller: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  seller = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 200);
});
afterAll(() => app.close());

const UPLOAD = 'POST /performer/performer-assets/products/upload';
const CREATE = 'POST /performer/performer-assets/products';
const CHANGE = 'PUT /performer/performer-assets/products/{id}';
const BUY = 'POST /payment-wallet/purchase-products';
const physical = (more: Record<string, unknown> = {}) => ({
  type: 'physical' as const,
  name: 'A clay cup',
  price: 12,
  stock: 3,
  shipping: JSON.stringify([
    { country: 'PT', price: 2 },
    { country: 'ES', price: '4.50' },
  ]),
  ...more,
});
const make = async (body: Record<string, unknown>, files = {}) =>
  (await seller.client.call(CREATE, { body: body as never, files })) as { _id: string };
const buy = (who: Person, productId: string, more: Record<string, unknown> = {}) =>
  who.client.send(BUY, { body: { products: [{ productId }], deliveryAddress: ADDRESS, ...more } as never });

test('a digital product is active only once it has its file; its picture is for everybody, its file for buyers', async () => {
  const missing = await seller.client.send(UPLOAD, { body: { type: 'digital', name: 'Études', price: '5' }, files: {} });
  expect(missing.error.error).toBe('PRODUCT_FILE_MISSING');
  const draft = await seller.client.call(UPLOAD, { body: { type: 'digital', name: 'Études', price: '5', isDraft: 'true' }, files: {} });
  expect([draft.state, draft.file, draft.price]).toEqual(['draft', null, 5]);
  const publish = (body: Record<string, unknown>) => seller.client.send(CHANGE, { params: { id: draft._id }, body });
  expect((await publish({ isDraft: false })).error.error).toBe('PRODUCT_FILE_MISSING');
  const file = await seller.client.call('POST /performer/performer-assets/products/file', { files: { file: booklet() } });
  const image = await seller.client.call('POST /performer/performer-assets/products/image', { files: { image: await picture() } });
  const done = (await publish({ isDraft: false, fileId: file._id, imageId: image._id })).data;
  expect(done).toMatchObject({ state: 'active', file: { name: 'Études.pdf', contentType: 'application/pdf' } });
  const seen = await app.client().call('GET /performer-assets/products/{id}', { params: { id: draft._id } });
  expect(seen).toMatchObject({ name: 'Études', price: 5, stock: null, isAvailable: true, access: { allowed: false } });
  expect([seen.photos.length, seen.picture === null]).toEqual([1, false]);
  expect((await fan.client.send('GET /performer-assets/products/{id}/download-link', { params: { id: draft._id } })).error.error).toBe(
    'LOCKED',
  );
  await buy(fan, draft._id);
  const link = await fan.client.call('GET /performer-assets/products/{id}/download-link', { params: { id: draft._id } });
  const answer = await fetch(app.url + link.url);
  expect([link.name, answer.status, answer.headers.get('content-disposition')]).toEqual([
    'Études.pdf',
    200,
    `attachment; filename="Etudes.pdf"; filename*=UTF-8''%C3%89tudes.pdf`,
  ]);
  // The name is signed too.
  expect((await fetch(app.url + link.url.replace('tudes', 'x'))).status).toBe(403);
});

test('upload takes everything in one call; a repeated one makes one product', async () => {
  const request = { body: { type: 'digital' as const, name: 'Scores', price: 3 }, files: { file: booklet(), image: await picture() } };
  const [first, second] = await Promise.all(
    [0, 1].map(() => seller.client.call(UPLOAD, { ...request, headers: { 'idempotency-key': 'one-product' } })),
  );
  expect(first!._id).toBe(second!._id);
  expect([first!.state, first!.files.length, first!.file?.name]).toEqual(['active', 1, 'Scores.pdf']);
});

test('what isn’t complete, another’s or of the wrong kind is refused and changes nothing', async () => {
  const other = await createPerformer(app, { admin });
  const theirs = await other.client.call('POST /performer/performer-assets/products/file', { files: { file: booklet() } });
  const { _id } = await make(physical());
  await app.settle();
  const changed = await watchRows(app);
  const create = async (body: Record<string, unknown>, files = {}) =>
    (await seller.client.send(CREATE, { body: body as never, files })).error.error;
  expect([
    await create(physical({ shipping: '[]' })),
    await create(physical({ price: '' })),
    await create(physical({ shipping: 'no json' })),
    await create(physical({ shipping: '[{"country":"Portugal","price":1}]' })),
    await create(physical({ shipping: '[{"country":"PT","price":1},{"country":"PT","price":2}]' })),
    await create(physical({ stock: '-1' })),
    await create(physical({ name: '' })),
    await create(physical({ categoryIds: theirs._id })),
    await create({ type: 'digital', name: 'Stolen', price: 2, fileId: theirs._id }),
  ]).toEqual([
    'SHIPPING_REQUIRED',
    'PRICE_REQUIRED',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'FILE_NOT_YOURS',
  ]);
  const foreign = await other.client.send(CHANGE, { params: { id: _id }, body: { name: 'Mine' } });
  expect(foreign.status).toBe(404);
  expect((await other.client.send('GET /performer/performer-assets/products/{id}/view', { params: { id: _id } })).status).toBe(404);
  expect((await other.client.send('DELETE /performer/performer-assets/products/{id}', { params: { id: _id } })).status).toBe(404);
  expect((await seller.client.send(CHANGE, { params: { id: _id }, body: { shipping: [] } })).error.error).toBe('SHIPPING_REQUIRED');
  expect(await changed()).toEqual({});
});

test('post is paid by country, once for a seller, without commission or coupon; where it isn’t offered nothing is charged', async () => {
  const cup = await make(physical());
  const bowl = await make(physical({ name: 'A bowl', price: 20, shipping: JSON.stringify([{ country: '*', price: 3 }]) }));
  const before = (await fan.client.call('GET /users/me')).balance;
  const address = (country: string) => ({ deliveryAddress: { ...ADDRESS, country } });
  expect((await buy(fan, cup._id, address('JP'))).error.error).toBe('SHIPPING_NOT_OFFERED');
  const products = [{ productId: cup._id }, { productId: bowl._id, quantity: 2 }];
  const quote = await fan.client.call('POST /orders/quote', { body: { products, country: 'ES' } });
  expect(quote).toMatchObject({
    subtotal: 52,
    discount: 0,
    postage: 4.5,
    total: 56.5,
    shipping: [{ seller: { _id: seller.id }, price: 4.5 }],
  });
  expect((await fan.client.send('POST /orders/quote', { body: { products } })).error.error).toBe('ADDRESS_REQUIRED');
  expect((await fan.client.call('GET /users/me')).balance).toBe(before);
  const pending = (await seller.client.call('GET /earning/stats')).pending;
  const receipt = await fan.client.call(BUY, { body: { products, ...address('ES') } });
  expect([receipt.amount, receipt.balance]).toEqual([56.5, before - 56.5]);
  // 15 % of 52, and nothing of the postage.
  expect(Number(((await seller.client.call('GET /earning/stats')).pending - pending).toFixed(2))).toBe(44.2 + 4.5);
  const [order] = (await fan.client.call('GET /orders/users/search')).data;
  expect([order!.total, order!.postage, order!.details.map(({ postage }) => postage)]).toEqual([56.5, 4.5, [4.5, 4.5]]);
});

test('a price or postage changed while somebody pays is said, and nothing is charged', async () => {
  const { _id } = await make(physical());
  const seen = await fan.client.call('GET /performer-assets/products/{id}', { params: { id: _id } });
  const before = (await fan.client.call('GET /users/me')).balance;
  await seller.client.call(CHANGE, { params: { id: _id }, body: { shipping: [{ country: '*', price: 9 }] } });
  const products = [{ productId: _id, priceVersion: seen.priceVersion }];
  expect((await buy(fan, _id, { products })).error.error).toBe('PRICE_CHANGED');
  await seller.client.call(CHANGE, { params: { id: _id }, body: { price: 13 } });
  const now = await fan.client.call('GET /performer-assets/products/{id}', { params: { id: _id } });
  expect([now.price, now.shipping]).toEqual([13, [{ country: '*', price: 9 }]]);
  // The same postage again changes no version.
  await seller.client.call(CHANGE, { params: { id: _id }, body: { shipping: [{ country: '*', price: 9 }] } });
  expect((await fan.client.call('GET /performer-assets/products/{id}', { params: { id: _id } })).priceVersion).toBe(now.priceVersion);
  expect((await fan.client.call('GET /users/me')).balance).toBe(before);
});

test('twenty buyers of the last three: three get one, the others learn why and keep their tokens', async () => {
  const { _id } = await make(physical());
  const fans = await Promise.all(Array.from({ length: 20 }, () => createFan(app)));
  for (const one of fans) await topUp(app, one, 20);
  const answers = await Promise.all(fans.map((one) => buy(one, _id)));
  const bought = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ error }) => error?.error === 'OUT_OF_STOCK').length;
  expect([bought, refused]).toEqual([3, 17]);
  const balances = await Promise.all(fans.map(async (one) => (await one.client.call('GET /users/me')).balance));
  expect(balances.toSorted((a, b) => a - b)).toEqual([6, 6, 6, ...Array.from({ length: 17 }, () => 20)]);
  const seen = await app.client().call('GET /performer-assets/products/{id}', { params: { id: _id } });
  expect([seen.stock, seen.isAvailable]).toEqual([0, false]);
});

test('a form that was open while twenty bought doesn’t bring back what sold: the change of the stock is applied', async () => {
  const { _id } = await make(physical({ stock: 30 }));
  const fans = await Promise.all(Array.from({ length: 20 }, () => createFan(app)));
  for (const one of fans) await topUp(app, one, 20);
  const save = (body: Record<string, unknown>) => seller.client.call(CHANGE, { params: { id: _id }, body });
  const [saved, ...bought] = await Promise.all([save({ stock: 35, stockSeen: 30 }), ...fans.map((one) => buy(one, _id))]);
  expect(saved._id).toBe(_id);
  expect(bought.map(({ status }) => status)).toEqual(bought.map(() => 200));
  expect((await save({ name: 'A cup' })).stock).toBe(15);
  // Saved unchanged, it stays; below nothing there is nothing.
  expect((await save({ stock: 35, stockSeen: 35 })).stock).toBe(15);
  expect((await save({ stock: 1, stockSeen: 35 })).stock).toBe(0);
  // Without end there is no difference to apply, and without what was seen the number counts.
  expect((await save({ stock: null, stockSeen: 0 })).stock).toBeNull();
  expect((await save({ stock: 4, stockSeen: null })).stock).toBe(4);
  expect((await save({ stock: 9 })).stock).toBe(9);
});

test('own products are listed by words and state; deleting hides one from all but its buyers', async () => {
  const { _id } = await make(physical({ name: 'A zither strap', isDraft: 'true' }));
  const own = async (query: Record<string, unknown>) =>
    (await seller.client.call('GET /performer/performer-assets/products/search', { query: query as never })).data.map(({ _id: id }) => id);
  expect([await own({ q: 'zither' }), await own({ state: 'active', q: 'zither' })]).toEqual([[_id], []]);
  await seller.client.call(CHANGE, { params: { id: _id }, body: { isDraft: false, tags: ['Leather'] } });
  const found = async (query: Record<string, unknown>) =>
    (await app.client().call('GET /performer-assets/products/search', { query: query as never })).data.map(({ _id: id }) => id);
  expect([await found({ q: 'zither' }), await found({ tag: 'leather' }), await found({ type: 'digital', q: 'zither' })]).toEqual([
    [_id],
    [_id],
    [],
  ]);
  await seller.client.call('DELETE /performer/performer-assets/products/{id}', { params: { id: _id } });
  expect(await found({ q: 'zither' })).toEqual([]);
  expect((await buy(fan, _id)).error.error).toBe('NOT_FOR_SALE');
});

test('a large file comes by a resumable upload, into a product or before it', async () => {
  const bytes = new Uint8Array(await booklet().arrayBuffer());
  const tus = tusClient(app.url, seller.client.token);
  const uploadId = await tus.whole('productFile', bytes);
  const made = await seller.client.call(UPLOAD, { body: { type: 'digital', name: 'A long score', price: 3 }, files: {}, uploadId });
  expect([made.state, made.file?.bytes]).toEqual(['active', bytes.length]);
  const second = await tus.whole('productFile', bytes);
  const file = await seller.client.call('POST /performer/performer-assets/products/file', { files: {}, uploadId: second });
  expect((await seller.client.call(CHANGE, { params: { id: made._id }, body: { fileId: file._id } })).file?._id).toBe(file._id);
});
