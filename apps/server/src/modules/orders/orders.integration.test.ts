import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseDueEarnings, verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createPerformer, topUp, unique } from '../../testing/factories.ts';
import { ADDRESS, createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  ana = await createPerformer(app, { admin, monthlyPrice: 9 });
  ben = await createPerformer(app, { admin, monthlyPrice: 9 });
});
afterAll(() => app.close());

const AT_ONCE = 8;
const times = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const richFan = async (tokens: number): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  return fan;
};
const codes = (answers: readonly { status: number; error?: { error?: string } }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) counts[error?.error ?? status] = (counts[error?.error ?? status] ?? 0) + 1;
  return counts;
};
const balanceOf = async (person: Person): Promise<number> => (await person.client.call('GET /users/me')).balance;
const pendingOf = async (person: Person): Promise<number> => (await person.client.call('GET /earning/stats')).pending;
const assertBalanced = async (): Promise<void> =>
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);
const makeCoupon = (terms: Record<string, unknown>) => {
  const code = unique('ENCORE');
  const all = {
    name: 'Encore',
    percent: null,
    amount: null,
    itemKinds: ['product', 'feed', 'video', 'gallery'] as ('product' | 'feed' | 'video' | 'gallery')[],
    startsAt: null,
    endsAt: null,
    usesMaximum: null,
    usesPerAccount: null,
    active: true,
    ...terms,
  };
  return admin.client.call('POST /admin/coupons', { body: { code, terms: all as never } });
};
const pay = (redirectUrl: string, action: 'approve' | 'decline' = 'approve') =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action } });

test('galleries, videos and photos are bought once each, by wallet and by card, at their own commission', async () => {
  const fan = await richFan(50);
  const seller = await createPerformer(app, { admin });
  await admin.client.call('PUT /admin/performers/{id}/commissions', {
    params: { id: seller.id },
    body: { rates: { gallerySaleCommission: 10 } },
  });
  const gallery = await createItem(app, seller, 'gallery', { price: 5 });
  const video = await createItem(app, seller, 'video', { price: 8 });
  const photo = await createItem(app, seller, 'photo', { price: 2 });
  const answers = await times(AT_ONCE, () => fan.client.send('POST /payment-wallet/purchase-gallery', { body: { galleryId: gallery } }));
  expect(codes(answers)).toEqual({ 200: 1, ALREADY_PURCHASED: AT_ONCE - 1 });
  expect((await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId: video } })).balance).toBe(37);
  const order = await fan.client.call('POST /payment/purchase-single-photo', { body: { photoId: photo } });
  await pay(order.redirectUrl);
  const rows = await app.platform.database
    .selectFrom('ledger.transactions')
    .select(['kind', 'tokens_amount', 'gross_amount', 'commission_rate', 'net_amount'])
    .where('seller_id', '=', seller.id)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { kind: 'purchaseGallery', tokens_amount: 500n, gross_amount: 500n, commission_rate: 1000, net_amount: 450n },
    { kind: 'purchaseVideo', tokens_amount: 800n, gross_amount: 800n, commission_rate: 2000, net_amount: 640n },
    { kind: 'purchasePhoto', tokens_amount: null, gross_amount: 200n, commission_rate: 1000, net_amount: 180n },
  ]);
  const entitled = await app.platform.database.selectFrom('entitlements').select('item_id').where('account_id', '=', fan.id).execute();
  expect(entitled.map(({ item_id }) => item_id).toSorted()).toEqual([gallery, video, photo].toSorted());
  await assertBalanced();
});

test('a cart of two sellers is one payment with a transaction for each, all or nothing', async () => {
  const fan = await richFan(40);
  const print = await createProduct(app, ana, { type: 'physical', price: 10, stock: 3 });
  const sheet = await createProduct(app, ben, { price: 4.5 });
  const products = [{ productId: print, quantity: 2 }, { productId: sheet }];
  const bare = await fan.client.send('POST /payment-wallet/purchase-products', { body: { products } });
  expect(bare.error.error).toBe('ADDRESS_REQUIRED');
  const before = [await pendingOf(ana), await pendingOf(ben)];
  const receipt = await fan.client.call('POST /payment-wallet/purchase-products', { body: { products, deliveryAddress: ADDRESS } });
  expect([receipt.amount, receipt.balance]).toEqual([24.5, 15.5]);
  expect([(await pendingOf(ana)) - before[0]!, (await pendingOf(ben)) - before[1]!]).toEqual([17, 3.82]);

  const { data } = await fan.client.call('GET /orders/users/search');
  expect(data[0]).toMatchObject({ _id: receipt.orderId, total: 24.5, state: 'paid', method: 'wallet' });
  const sold = await ana.client.call('GET /orders/details/search');
  expect(sold.data[0]).toMatchObject({ quantity: 2, total: 20, delivery: 'created', product: { _id: print } });
  expect((await fan.client.call('GET /orders/users/details/search', { query: { delivery: 'delivered' } })).data).toMatchObject([
    { product: { _id: sheet }, delivery: 'delivered' },
  ]);
  expect((await fan.client.call('GET /orders/users/products/search')).total).toBe(2);
  expect((await ben.client.call('GET /orders/performers/products/search')).data).toMatchObject([{ _id: sheet, quantity: 1, total: 4.5 }]);

  // A search looks at the product and the other side: one's own name matches nothing.
  const ownName = (await fan.client.call('GET /users/me')).name;
  const sellerName = (await ana.client.call('GET /users/me')).name;
  const purchases = async (q: string) => (await fan.client.call('GET /orders/users/details/search', { query: { q } })).total;
  const ordersWith = async (query: { q?: string; delivery?: 'created' | 'delivered' | 'shipped' }) =>
    (await fan.client.call('GET /orders/users/search', { query })).data.map(({ _id }) => _id);
  expect([await ordersWith({ q: ownName }), await ordersWith({ q: sellerName })]).toEqual([[], [receipt.orderId]]);
  // The two states are of two details of the same order.
  const byState = await Promise.all((['created', 'delivered', 'shipped'] as const).map((delivery) => ordersWith({ delivery })));
  expect(byState).toEqual([[receipt.orderId], [receipt.orderId], []]);
  const sales = async (q: string) => (await ana.client.call('GET /orders/details/search', { query: { q } })).total;
  expect([await purchases(ownName), await purchases(sellerName)]).toEqual([0, 1]);
  expect([await sales(sellerName), (await sales(ownName)) > 0]).toEqual([0, true]);

  // One of three is left: a larger quantity buys nothing, of either seller.
  const other = await richFan(40);
  const cart = { products: [{ productId: print, quantity: 2 }, { productId: sheet }], deliveryAddress: ADDRESS };
  expect((await other.client.send('POST /payment-wallet/purchase-products', { body: cart })).error.error).toBe('OUT_OF_STOCK');
  expect(await balanceOf(other)).toBe(40);
  expect((await other.client.call('GET /orders/users/search')).total).toBe(0);
  await assertBalanced();
});

test('concurrent purchases never exceed the stock', async () => {
  const print = await createProduct(app, ana, { type: 'physical', price: 3, stock: 3 });
  const poster = await createProduct(app, ben, { type: 'physical', price: 2, stock: 100 });
  const fans = await times(AT_ONCE, () => richFan(10));
  const answers = await Promise.all(
    fans.map((fan, index) => {
      // In either order: no deadlock.
      const products = [{ productId: print }, { productId: poster }];
      const body = { products: index % 2 ? products : products.toReversed(), deliveryAddress: ADDRESS };
      return fan.client.send('POST /payment-wallet/purchase-products', { body });
    }),
  );
  expect(codes(answers)).toEqual({ 200: 3, OUT_OF_STOCK: AT_ONCE - 3 });
  const { stock } = await app.platform.database.selectFrom('products').select('stock').where('id', '=', print).executeTakeFirstOrThrow();
  expect(stock).toBe(0);
  await assertBalanced();
});

test('a repeated key buys a cart once; with another cart it is refused', async () => {
  const fan = await richFan(30);
  const sheet = await createProduct(app, ana, { price: 4 });
  const other = await createProduct(app, ana, { price: 5 });
  const buy = (productId: string) =>
    fan.client.send('POST /payment-wallet/purchase-products', {
      body: { products: [{ productId }] },
      headers: { 'idempotency-key': 'one-cart' },
    });
  const answers = await times(AT_ONCE, () => buy(sheet));
  expect(codes(answers)).toEqual({ 200: AT_ONCE });
  expect(new Set(answers.map(({ data }) => data.transactionId)).size).toBe(1);
  expect((await buy(other)).error.error).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await balanceOf(fan)).toBe(26);
});

test('a cart by card is settled once by its repeated callback; a declined one takes nothing', async () => {
  const fan = await createFan(app);
  const print = await createProduct(app, ana, { type: 'physical', price: 6, stock: 2 });
  const order = () =>
    fan.client.call('POST /payment/purchase-products', { body: { products: [{ productId: print }], deliveryAddress: ADDRESS } });
  await pay((await order()).redirectUrl, 'decline');
  const stock = async () =>
    (await app.platform.database.selectFrom('products').select('stock').where('id', '=', print).executeTakeFirstOrThrow()).stock;
  expect(await stock()).toBe(2);
  const paid = await order();
  await app
    .client()
    .call('POST /gateways/sandbox/payments/{id}', { params: { id: paid.redirectUrl.split('/').at(-1)! }, body: { action: 'repeat' } });
  expect(await stock()).toBe(1);
  const [line] = (await fan.client.call('GET /orders/users/details/search')).data;
  expect(line).toMatchObject({ method: 'card', total: 6, delivery: 'created' });
  // Seller and buyer can read the address; nobody else, and it is in no list.
  expect((await ana.client.call('GET /orders/details/{id}', { params: { id: line!._id } })).deliveryAddress).toMatchObject(ADDRESS);
  expect((await ben.client.send('GET /orders/details/{id}', { params: { id: line!._id } })).status).toBe(404);
  const { delivery_address } = await app.platform.database
    .selectFrom('orders')
    .select('delivery_address')
    .where('id', '=', paid.orderId)
    .executeTakeFirstOrThrow();
  expect(delivery_address!.toString('latin1')).not.toContain('Harbour');
  await assertBalanced();
});

test('a physical product earns on delivery: accepted, shipped, delivered, and released days later', async () => {
  const fan = await richFan(20);
  const seller = await createPerformer(app, { admin });
  const print = await createProduct(app, seller, { type: 'physical', price: 10, stock: 5 });
  await fan.client.call('POST /payment-wallet/purchase-products', {
    body: { products: [{ productId: print }], deliveryAddress: ADDRESS },
  });
  const { _id } = (await seller.client.call('GET /orders/details/search')).data[0]!;
  const update = (who: Person, delivery: 'processing' | 'shipped' | 'delivered') =>
    who.client.send('PUT /orders/{id}/update', { params: { id: _id }, body: { delivery, shippingNote: 'By post, 42' } });
  app.clock.advance(30 * 86_400_000);
  await releaseDueEarnings(app.platform);
  expect(await seller.client.call('GET /earning/stats')).toMatchObject({ pending: 8.5, available: 0 });
  const line = async () => (await seller.client.call('GET /earning/search')).data[0];
  // Before the delivery the release date is unknown.
  expect(await line()).toMatchObject({ state: 'pending', availableAt: null });
  expect((await update(ana, 'shipped')).status).toBe(404);
  expect((await update(seller, 'shipped')).error.error).toBe('DELIVERY_STATE');
  expect((await update(seller, 'delivered')).error.error).toBe('DELIVERY_STATE');
  expect((await update(seller, 'processing')).data).toMatchObject({ delivery: 'processing', acceptBy: null });
  expect((await update(seller, 'shipped')).data).toMatchObject({ delivery: 'shipped', shippingNote: 'By post, 42', acceptBy: null });
  expect((await update(seller, 'processing')).error.error).toBe('DELIVERY_STATE');
  const { data: arrived } = await fan.client.send('POST /orders/{id}/confirm', { params: { id: _id } });
  expect([arrived.delivery, arrived.deliveredAt === null, arrived.confirmedAt === null]).toEqual(['delivered', false, false]);
  const due = new Date(app.platform.clock.now().getTime() + 7 * 86_400_000);
  expect(await line()).toMatchObject({ state: 'pending', availableAt: due.toISOString() });
  await releaseDueEarnings(app.platform);
  expect((await seller.client.call('GET /earning/stats')).available).toBe(0);
  app.clock.advance(8 * 86_400_000);
  await releaseDueEarnings(app.platform);
  expect(await seller.client.call('GET /earning/stats')).toMatchObject({ pending: 0, available: 8.5 });
  expect(await line()).toMatchObject({ state: 'available' });
});

test('a coupon previews its discount, is used when paid, and no more often than allowed', async () => {
  const coupon = await makeCoupon({ percent: 25, usesMaximum: 2, usesPerAccount: 1 });
  const video = await createItem(app, ana, 'video', { price: 9.99 });
  const fans = await times(4, () => richFan(20));
  const preview = (fan: Person) =>
    fan.client.call('POST /coupons/{code}/apply-coupon', {
      params: { code: coupon.code.toLowerCase() },
      body: { kind: 'video', items: [{ id: video }] },
    });
  // 25 % of 9.99 is 2.4975, half up 2.50; commission is of what is left.
  expect(await preview(fans[0]!)).toMatchObject({ subtotal: 9.99, discount: 2.5, total: 7.49, money: 7.49 });
  const before = await pendingOf(ana);
  const answers = await Promise.all(
    fans.map((fan) => fan.client.send('POST /payment-wallet/purchase-video', { body: { videoId: video, couponCode: coupon.code } })),
  );
  expect(codes(answers)).toEqual({ 200: 2, COUPON_INVALID: 2 });
  // 20 % of 7.49 is 1.498, half up 1.50.
  expect(Number(((await pendingOf(ana)) - before).toFixed(2))).toBe(11.98);
  const known = (await admin.client.call('GET /admin/coupons', { query: { q: coupon.code } })).data[0];
  expect(known).toMatchObject({ useCount: 2, discounted: 5 });
  await assertBalanced();
});

test('a coupon for one use an account is used once, also by purchases at the same moment', async () => {
  const coupon = await makeCoupon({ percent: 25, usesPerAccount: 1 });
  const fan = await richFan(60);
  const videos = [];
  for (let count = 0; count < 4; count += 1) videos.push(await createItem(app, ana, 'video', { price: 4 }));
  const buy = (videoId: string) => fan.client.send('POST /payment-wallet/purchase-video', { body: { videoId, couponCode: coupon.code } });
  expect(codes(await Promise.all(videos.map(buy)))).toEqual({ 200: 1, COUPON_INVALID: 3 });
  const uses = await app.platform.database.selectFrom('coupon_uses').select('account_id').where('account_id', '=', fan.id).execute();
  expect(uses).toHaveLength(1);
  await assertBalanced();
});

test('an amount coupon is split over the products; one of 100 per cent leaves nothing to pay', async () => {
  const coupon = await makeCoupon({ amount: 5, itemKinds: ['product'] });
  const fan = await richFan(30);
  const dear = await createProduct(app, ana, { price: 8 });
  const cheap = await createProduct(app, ben, { price: 4 });
  const body = { products: [{ productId: dear }, { productId: cheap }], couponCode: coupon.code };
  const receipt = await fan.client.call('POST /payment-wallet/purchase-products', { body });
  expect(receipt.amount).toBe(7);
  const { data } = await fan.client.call('GET /orders/users/details/search');
  const discounts = Object.fromEntries(data.map((row) => [row.product._id, [row.discount, row.total]]));
  expect(discounts).toEqual({ [dear]: [3.33, 4.67], [cheap]: [1.67, 2.33] });
  const whole = await makeCoupon({ percent: 100 });
  const video = await createItem(app, ana, 'video', { price: 3 });
  const left = await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId: video, couponCode: whole.code } });
  expect([left.amount, left.balance]).toEqual([0, 23]);
  await assertBalanced();
});

test('expired, future, disabled, unsuitable and unknown coupons are refused alike, and nothing is charged', async () => {
  const fan = await richFan(20);
  const video = await createItem(app, ana, 'video', { price: 5 });
  const now = app.platform.clock.now();
  const coupons = await Promise.all([
    makeCoupon({ percent: 10, endsAt: new Date(now.getTime() - 1000).toISOString() }),
    makeCoupon({ percent: 10, startsAt: new Date(now.getTime() + 86_400_000).toISOString() }),
    makeCoupon({ percent: 10, active: false }),
  ]);
  for (const couponCode of [...coupons.map(({ code }) => code), 'NOSUCHCODE', '   x']) {
    const answer = await fan.client.send('POST /payment-wallet/purchase-video', { body: { videoId: video, couponCode } });
    expect([couponCode, answer.error?.error]).toEqual([couponCode, 'COUPON_INVALID']);
  }
  const forFeeds = await makeCoupon({ percent: 10, itemKinds: ['feed'] });
  const other = { params: { code: forFeeds.code }, body: { kind: 'video' as const, items: [{ id: video }] } };
  expect((await fan.client.send('POST /coupons/{code}/apply-coupon', other)).error.error).toBe('COUPON_INVALID');
  expect(await balanceOf(fan)).toBe(20);
  const both = await admin.client.send('POST /admin/coupons', {
    body: { code: unique('BOTH'), terms: { ...coupons[0]!, percent: 10, amount: 5 } as never },
  });
  expect(both.status).toBe(422);
});

test('own products, a blocking seller’s and unknown ones can’t be bought', async () => {
  const fan = await richFan(20);
  const own = await createProduct(app, ana, { price: 2 });
  const buy = (who: Person, productId: string) =>
    who.client.send('POST /payment-wallet/purchase-products', { body: { products: [{ productId }] } });
  expect((await buy(ana, own)).error.error).toBe('OWN_ITEM');
  await ana.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect((await buy(fan, own)).error.error).toBe('BLOCKED_PAIR');
  expect((await buy(fan, fan.id)).status).toBe(404);
  for (const quantity of [0, -1, 1.5, 100, Number.NaN]) {
    const answer = await fan.client.send('POST /payment-wallet/purchase-products', { body: { products: [{ productId: own, quantity }] } });
    expect(answer.status).toBe(422);
  }
  const twice = await fan.client.send('POST /payment-wallet/purchase-products', {
    body: { products: [{ productId: own }, { productId: own }] },
  });
  expect(twice.status).toBe(422);
  expect(await balanceOf(fan)).toBe(20);
});

test('admins create and change packages; an order keeps its price', async () => {
  const made = await admin.client.call('POST /admin/wallet-packages', {
    body: { name: 'Festival', tokens: 300, price: 250, position: 9, active: true },
  });
  const fan = await createFan(app);
  const order = await fan.client.call('POST /payment/purchase-tokens', { body: { packageId: made._id } });
  await admin.client.call('PUT /admin/wallet-packages/{id}', {
    params: { id: made._id },
    body: { name: 'Festival', tokens: 300, price: 280, position: 9, active: false },
  });
  expect((await fan.client.call('GET /wallet-package')).data.some(({ _id }) => _id === made._id)).toBe(false);
  expect((await fan.client.send('POST /payment/purchase-tokens', { body: { packageId: made._id } })).error.error).toBe('NOT_FOR_SALE');
  await pay(order.redirectUrl);
  expect(await balanceOf(fan)).toBe(300);
  // Nothing is ordered at another price, or for other tokens, than was shown.
  await admin.client.call('PUT /admin/wallet-packages/{id}', {
    params: { id: made._id },
    body: { name: 'Festival', tokens: 300, price: 280, position: 9, active: true },
  });
  const buyAsSeen = (tokens: number, price: number) =>
    fan.client.send('POST /payment/purchase-tokens', { body: { packageId: made._id, tokens, price } });
  expect((await buyAsSeen(300, 250)).error.error).toBe('PRICE_CHANGED');
  expect((await buyAsSeen(310, 280)).error.error).toBe('PRICE_CHANGED');
  expect((await buyAsSeen(300, 280)).status).toBe(201);
  const { money_amount } = await app.platform.database
    .selectFrom('orders')
    .select('money_amount')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect(money_amount).toBe(25_000n);
  const actions = await app.platform.database.selectFrom('audit_log').select('action').where('object_id', '=', made._id).execute();
  expect(actions.map(({ action }) => action).toSorted()).toEqual(['packages.created', 'packages.updated', 'packages.updated']);
  await assertBalanced();
});

test('a card payment buys the cart as ordered, even if a price was raised meanwhile', async () => {
  const fan = await createFan(app);
  const sheet = await createProduct(app, ana, { price: 4 });
  const order = await fan.client.call('POST /payment/purchase-products', { body: { products: [{ productId: sheet }] } });
  await app.platform.database.updateTable('items').set({ price_amount: 900n, price_version: 2 }).where('id', '=', sheet).execute();
  await pay(order.redirectUrl);
  expect((await fan.client.call('GET /payment/orders/{id}', { params: { id: order.orderId } })).state).toBe('paid');
  expect((await fan.client.call('GET /orders/users/details/search')).data).toMatchObject([{ total: 4, delivery: 'delivered' }]);
  await assertBalanced();
});

test('an order of a cart or with a coupon, paid later from the wallet, is checked by the current rules', async () => {
  const fan = await richFan(50);
  const coupon = await makeCoupon({ percent: 50 });
  const video = () => createItem(app, ana, 'video', { price: 6 });
  const orderVideo = async (videoId: string) =>
    (await fan.client.call('POST /payment/purchase-video', { body: { videoId, couponCode: coupon.code } })).orderId;
  const orderCart = async (productId: string) => {
    const body = { products: [{ productId }], couponCode: coupon.code, deliveryAddress: ADDRESS };
    return (await fan.client.call('POST /payment/purchase-products', { body })).orderId;
  };
  const payLater = (id: string) => fan.client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id } });
  const print = await createProduct(app, ana, { type: 'physical', price: 8, stock: 9 });
  const [paid, paidCart] = [await orderVideo(await video()), await orderCart(print)];
  const paymentOf = async () =>
    app.platform.database.selectFrom('payment_pages').select(['gateway', 'handle']).where('order_id', '=', paid).executeTakeFirstOrThrow();
  const payment = await paymentOf();
  expect(payment).toEqual({ gateway: 'sandbox', handle: expect.stringMatching(/^sbx_/) });
  expect([(await payLater(paid)).data.amount, (await payLater(paidCart)).data.amount]).toEqual([3, 4]);
  // A callback of the card's payment still finds the order; its page is closed.
  expect(await paymentOf()).toEqual(payment);
  const page = await app.client().call('GET /gateways/sandbox/payments/{id}', { params: { id: payment.handle! } });
  expect(page.state).toBe('expired');

  const [repriced, changed] = [await video(), await video()];
  const [first, second, third] = [await orderVideo(repriced), await orderVideo(changed), await orderCart(print)];
  await app.platform.database
    .updateTable('items')
    .set({ price_amount: 900n, price_version: 2 })
    .where('id', 'in', [repriced, print])
    .execute();
  expect([(await payLater(first)).error.error, (await payLater(third)).error.error]).toEqual(['PRICE_CHANGED', 'PRICE_CHANGED']);
  const { code: _, ...terms } = coupon;
  await admin.client.call('PUT /admin/coupons/{id}', {
    params: { id: coupon._id },
    body: { terms: { ...terms, percent: 10, amount: null } },
  });
  expect((await payLater(second)).error.error).toBe('PRICE_CHANGED');
  const barred = await orderVideo(await video());
  await ana.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect((await payLater(barred)).error.error).toBe('BLOCKED_PAIR');
  expect(await balanceOf(fan)).toBe(43);
  await assertBalanced();
});
