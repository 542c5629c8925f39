import type { CommissionKey } from '@stagedoor/contract/admin-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9, yearlyPrice: 90 });
  fan = await createFan(app);
  await topUp(app, fan, 500);
});
afterAll(() => app.close());

const read = async () => {
  const { kinds } = await admin.client.call('GET /admin/commissions');
  return (key: CommissionKey) => {
    const { rate, sales, gross, commission } = kinds.find((kind) => kind.key === key)!;
    return [rate, sales, gross, commission];
  };
};
const subscribe = async (who: Person, type: 'monthly' | 'yearly') => {
  const { orderId } = await who.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, type } });
  await who.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
};
const tip = async (amount: number): Promise<string> =>
  (await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount } })).orderId;
const own = async (query: Record<string, unknown> = {}) => admin.client.call('GET /admin/commissions/performers', { query });

test('each kind of sale counts with its commission; a reversal reduces its own kind', async () => {
  await subscribe(fan, 'monthly');
  const other = await createFan(app);
  await topUp(app, other, 100);
  await subscribe(other, 'yearly');
  const feedId = await createFeed(star, { audience: 'buyers', price: 10, photos: 0, text: 'For buyers.' });
  await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId: await createItem(app, star, 'video', { price: 5 }) } });
  await fan.client.call('POST /payment-wallet/purchase-products', {
    body: { products: [{ productId: await createProduct(app, star, { price: 4 }) }] },
  });
  const back = await tip(20);
  await tip(5);
  const is = await read();
  expect(is('monthlySubscriptionCommission')).toEqual([20, 1, 9, 1.8]);
  expect(is('yearlySubscriptionCommission')).toEqual([20, 1, 90, 18]);
  expect(is('feedSaleCommission')).toEqual([20, 1, 10, 2]);
  expect(is('videoSaleCommission')).toEqual([20, 1, 5, 1]);
  expect(is('productSaleCommission')).toEqual([15, 1, 4, 0.6]);
  expect(is('tokenTipCommission')).toEqual([20, 2, 25, 5]);
  expect(is('giftingSaleCommission')).toEqual([20, 0, 0, 0]);
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: back }, body: { reason: 'Asked for it.' } });
  expect((await read())('tokenTipCommission')).toEqual([20, 2, 5, 1]);
  // All kinds together equal the balance of the ledger account.
  const { kinds } = await admin.client.call('GET /admin/commissions');
  const { data } = await admin.client.call('GET /admin/ledger/accounts', { query: { kind: 'commission' } });
  const sum = kinds.reduce((total, { commission }) => total + Math.round(commission * 100), 0);
  expect(sum).toBe(Math.round(data[0]!.balance * 100));
});

test('a rate is a setting, and a change applies to the next sale', async () => {
  await admin.client.call('PUT /admin/settings', { body: { values: { tokenTipCommission: 12.5 } } });
  const before = (await read())('tokenTipCommission');
  expect(before[0]).toBe(12.5);
  await tip(8);
  expect((await read())('tokenTipCommission')).toEqual([12.5, 3, 13, 2]);
});

test('performers with their own rates are listed with what the site earned; a search finds the others too', async () => {
  const plain = await createPerformer(app, { admin });
  expect(await own()).toEqual({ data: [], total: 0 });
  await admin.client.call('PUT /admin/performers/{id}/commissions', {
    params: { id: star.id },
    body: { rates: { tokenTipCommission: 7.25, feedSaleCommission: 0 } },
  });
  await tip(100);
  const { data, total } = await own();
  expect([total, data[0]!._id, data[0]!.rates]).toEqual([
    1,
    star.id,
    [expect.objectContaining({ key: 'feedSaleCommission', rate: 0 }), expect.objectContaining({ key: 'tokenTipCommission', rate: 7.25 })],
  ]);
  expect([data[0]!.gross, data[0]!.commission]).toEqual([231, 32.65]);
  expect((await own({ q: plain.username })).data).toMatchObject([{ _id: plain.id, rates: [], gross: 0, commission: 0 }]);
  expect((await own({ q: '%' })).data).toEqual([]);
  await admin.client.call('PUT /admin/performers/{id}/commissions', {
    params: { id: star.id },
    body: { rates: { tokenTipCommission: null, feedSaleCommission: null } },
  });
  expect((await own()).total).toBe(0);
});

test('each rate tells who set it and when, as the audit log has it; a performer reads since when it holds', async () => {
  const [first, second] = [admin, await createAdmin(app)];
  const performer = await createPerformer(app, { admin });
  const site = async (key: CommissionKey) => {
    const { kinds } = await admin.client.call('GET /admin/commissions');
    const { rate, setBy, setAt } = kinds.find((kind) => kind.key === key)!;
    return { rate, setBy, setAt };
  };
  const theirs = async (kind: CommissionKey) =>
    (await performer.client.call('GET /performers/commissions')).find((row) => row.kind === kind)!;
  const setSite = (who: Person, rate: number) =>
    who.client.call('PUT /admin/settings', { body: { values: { videoSaleCommission: rate } } });
  const setOwn = (who: Person, rate: number | null) =>
    who.client.call('PUT /admin/performers/{id}/commissions', {
      params: { id: performer.id },
      body: { rates: { videoSaleCommission: rate, emojiSaleCommission: 5 } },
    });
  const lastAudit = async (action: string): Promise<string> => {
    const { created_at: at } = await app.platform.database
      .selectFrom('audit_log')
      .select('created_at')
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return at.toISOString();
  };
  const nameOf = async ({ client }: Person): Promise<string> => (await client.call('GET /users/me')).name;

  expect(await site('videoSaleCommission')).toEqual({ rate: 20, setBy: null, setAt: null });
  expect(await theirs('videoSaleCommission')).toEqual({ kind: 'videoSaleCommission', rate: 20, source: 'site', setAt: null });
  await setSite(first, 18);
  await setSite(second, 17);
  // Another rate, and the same again: neither is a change of this one.
  await second.client.call('PUT /admin/settings', { body: { values: { feedSaleCommission: 19 } } });
  const bySecond = { rate: 17, setBy: await nameOf(second), setAt: expect.any(String) as string };
  const setAt = (await site('videoSaleCommission')).setAt;
  expect(await site('videoSaleCommission')).toEqual(bySecond);
  await setSite(first, 17);
  expect((await site('videoSaleCommission')).setAt).toBe(setAt);
  expect(await theirs('videoSaleCommission')).toEqual({ kind: 'videoSaleCommission', rate: 17, source: 'site', setAt });

  await setOwn(first, 9);
  const agreedAt = await lastAudit('performers.commissionsChanged');
  await setOwn(second, 9);
  const mine = { rate: 9, setBy: await nameOf(first), setAt: agreedAt };
  expect((await own({ q: performer.username })).data[0]!.rates).toEqual(
    expect.arrayContaining([
      { key: 'videoSaleCommission', ...mine },
      { key: 'emojiSaleCommission', ...mine, rate: 5 },
    ]),
  );
  expect(await theirs('videoSaleCommission')).toEqual({ kind: 'videoSaleCommission', rate: 9, source: 'own', setAt: agreedAt });
  // Names of admins are for admins.
  expect(JSON.stringify(await performer.client.call('GET /performers/commissions'))).not.toContain(await nameOf(first));

  // Settings are recorded by the database's clock, which goes on while the site's stands still here.
  app.clock.advance(DAY_MS);
  // Without an own rate the site's holds again: since then, though it was set before.
  await setOwn(first, null);
  expect(await theirs('videoSaleCommission')).toEqual({
    kind: 'videoSaleCommission',
    rate: 17,
    source: 'site',
    setAt: await lastAudit('performers.commissionsChanged'),
  });
});

test('only the last thirty days count', async () => {
  app.clock.advance(31 * DAY_MS);
  expect((await read())('tokenTipCommission')).toEqual([12.5, 0, 0, 0]);
});
