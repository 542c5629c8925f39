import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxAction } from '../../gateways/sandbox.ts';
import { releaseDueEarnings, verifyLedger } from '../../ledger/index.ts';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { reconcileCounters } from '../items/index.ts';
import { renewDueSubscriptions } from '../subscriptions/index.ts';

// Effects of a refund: the buyer's mail and access, the seller's counts and earnings.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 9 });
});
afterAll(() => app.close());

const database = () => app.platform.database;
const richFan = async (tokens = 50): Promise<Person> => {
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  return fan;
};
const idOf = (redirectUrl: string): string => redirectUrl.split('/').at(-1)!;
const press = (paymentId: string, action: SandboxAction) =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } });
const refund = (orderId: string, orderLineId?: string) =>
  admin.client.call('POST /admin/orders/{id}/refund', {
    params: { id: orderId },
    body: { reason: 'Asked for it.', ...(orderLineId ? { detailId: orderLineId } : {}) },
  });
const priced = (price = 5) => createFeed(star, { audience: 'buyers', price, photos: 0, text: 'For buyers.', title: 'An encore' });
const unlock = async (fan: Person, feedId: string): Promise<string> =>
  (await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } })).orderId;
/** Mails about refunds to a person, decoded. */
const refundMails = async ({ email }: Person): Promise<string[]> => {
  await app.settle();
  const decoded = (mail: string): string =>
    Buffer.from(
      mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8');
  return (await app.mailsTo(email)).map(decoded).filter((mail) => /we refunded your payment|hemos reembolsado/.test(mail));
};
const unlocksOf = async (feedId: string): Promise<number> => {
  await app.settle();
  return (await database().selectFrom('item_counters').select('unlock_count').where('item_id', '=', feedId).executeTakeFirstOrThrow())
    .unlock_count;
};
const subscribe = async (fan: Person): Promise<{ id: string; orderId: string }> => {
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, renews: true } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  const { id } = await database().selectFrom('subscriptions').select('id').where('fan_id', '=', fan.id).executeTakeFirstOrThrow();
  return { id, orderId };
};
const rowOf = (id: string) => database().selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('the buyer gets one mail in their language, with the amount and where it was refunded to', async () => {
  const fan = await richFan();
  const orderId = await unlock(fan, await priced(5));
  await refund(orderId);
  const [mail, ...others] = await refundMails(fan);
  expect(others).toEqual([]);
  expect(mail).toMatch(/Subject: Refunded: Post: An encore/);
  expect(mail).toContain('5.00 tokens ($5.00) are back in your wallet. You no longer have access to it.');

  const spanish = await richFan();
  await spanish.client.call('PUT /users', { body: { locale: 'es' } });
  const { orderId: tip } = await spanish.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
    params: { id: star.id },
    body: { amount: 2.5 },
  });
  await refund(tip);
  const [enEspanol] = await refundMails(spanish);
  expect(enEspanol).toMatch(/Vuelves a tener 2,50 tokens \(2,50\s\$\) en tu monedero\.(?! Ya no)/);
  expect(enEspanol).toContain('Propina');
});

test('the mail about a card payment names the card; a refund at the gateway is mailed too, a cart in one mail', async () => {
  const fan = await createFan(app);
  const feedId = await priced(4);
  const { redirectUrl } = await fan.client.call('POST /payment/purchase-feed', { body: { feedId } });
  await press(idOf(redirectUrl), 'approve');
  await press(idOf(redirectUrl), 'refund');
  expect((await refundMails(fan))[0]).toContain('$4.00 goes back to your card');
  expect(await unlocksOf(feedId)).toBe(0);

  const buyer = await richFan(20);
  const products = [
    { productId: await createProduct(app, star, { price: 3, name: 'Print A' }) },
    { productId: await createProduct(app, star, { price: 4, name: 'Print B' }) },
  ];
  const { orderId } = await buyer.client.call('POST /payment-wallet/purchase-products', { body: { products } });
  await refund(orderId);
  const mails = await refundMails(buyer);
  expect(mails.length).toBe(1);
  expect(mails[0]).toContain('7.00 tokens');
  expect(mails[0]).toMatch(/Print A, Print B|Print B, Print A/);
});

test('a refunded unlock no longer counts, and counts again after another purchase', async () => {
  const [first, second] = [await richFan(), await richFan()];
  const feedId = await priced(3);
  const orderId = await unlock(first, feedId);
  await unlock(second, feedId);
  expect(await unlocksOf(feedId)).toBe(2);
  await refund(orderId);
  expect(await unlocksOf(feedId)).toBe(1);
  await unlock(first, feedId);
  expect(await unlocksOf(feedId)).toBe(2);
  // Counted again at night, the same.
  await database().updateTable('item_counters').set({ unlock_count: 7 }).where('item_id', '=', feedId).execute();
  await reconcileCounters(app.platform);
  expect(await unlocksOf(feedId)).toBe(2);
});

test('a refund of an old period keeps the current one; a refund of the current one ends access at once', async () => {
  const fan = await richFan(30);
  const feed = await createFeed(star, { audience: 'subscribers', photos: 0, text: 'For subscribers.' });
  const mayRead = async () => (await fan.client.call('GET /feeds/{id}', { params: { id: feed } })).access.allowed;
  const { id, orderId } = await subscribe(fan);
  app.clock.advance((await rowOf(id)).paid_until.getTime() + HOUR_MS - app.platform.clock.now().getTime());
  await renewDueSubscriptions(app.platform);
  const renewed = await rowOf(id);
  const preview = (order: string) => admin.client.call('GET /admin/orders/{id}/refund-preview', { params: { id: order } });
  expect((await preview(orderId)).endsSubscription).toBe(false);
  await refund(orderId);
  await app.settle();
  expect(await rowOf(id)).toMatchObject({
    state: 'active',
    paid_until: renewed.paid_until,
    expires_at: renewed.expires_at,
    next_attempt_at: renewed.next_attempt_at,
  });
  expect(await mayRead()).toBe(true);
  expect((await preview(renewed.order_id!)).endsSubscription).toBe(true);
  await refund(renewed.order_id!);
  await app.settle();
  expect(await rowOf(id)).toMatchObject({ state: 'cancelled', next_attempt_at: null });
  expect((await rowOf(id)).expires_at.getTime()).toBeLessThanOrEqual(app.platform.clock.now().getTime());
  expect(await mayRead()).toBe(false);
  // Nothing is charged later, and the fan may subscribe again.
  app.clock.advance(40 * DAY_MS);
  await renewDueSubscriptions(app.platform);
  expect((await fan.client.call('GET /users/me')).balance).toBe(30);
  await subscribe(fan);
  expect(await mayRead()).toBe(true);
  expect((await verifyLedger(database())).ok).toBe(true);
});

test('earnings may fall below zero: the performer sees the debt, and the next sale reduces it', async () => {
  const poor = await createPerformer(app, { admin });
  const fan = await richFan(100);
  const tip = async (amount: number): Promise<string> =>
    (await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: poor.id }, body: { amount } })).orderId;
  const orderId = await tip(50);
  app.clock.advance(8 * DAY_MS);
  await releaseDueEarnings(app.platform);
  const stats = async () => {
    const { available, pending } = await poor.client.call('GET /earning/stats');
    return [available, pending];
  };
  expect(await stats()).toEqual([40, 0]);
  // Available earnings are on their way to the performer.
  await poor.client.call('PUT /performers/paypal-settings', { body: { email: 'poor@example.org', currentPassword: PASSWORD } });
  await poor.client.call('POST /payout-requests', { body: { method: 'paypal' } });
  expect(await stats()).toEqual([0, 0]);
  await refund(orderId);
  expect(await stats()).toEqual([-40, 0]);
  const { data } = await poor.client.call('GET /earning/search');
  const line = data.find(({ kind }) => kind === 'refund');
  expect(line).toMatchObject({ tokens: -50, gross: -50, commission: -10, net: -40 });
  await tip(25);
  app.clock.advance(8 * DAY_MS);
  await releaseDueEarnings(app.platform);
  expect(await stats()).toEqual([-20, 0]);
  expect((await verifyLedger(database())).checks.filter(({ ok }) => !ok)).toEqual([]);
});
