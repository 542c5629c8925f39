import { CONTRACT } from '@stagedoor/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import type { Client } from '../../testing/client.ts';
import { createDebtor } from '../../testing/debtors.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { ordersByCard } from '../../testing/money-endpoints.ts';
import { createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createInitialPackages } from '../wallet/index.ts';
import { expireWalletOrders } from './complete-payment.ts';
import { reconcileCardSubscriptions } from './renew-by-card.ts';

// A site without a card gateway: what would lead to a card page is refused and changes nothing; wallets pay as everywhere. Both sites have one
// database, so that wallets and subscriptions are those of a site whose gateway was switched off.

let withCards: TestApp;
let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  withCards = await createTestApp();
  await createInitialPackages(withCards.platform);
  star = await createPerformer(withCards, { admin: await createAdmin(withCards), monthlyPrice: 9 });
  fan = await createFan(withCards);
  await topUp(withCards, fan, 100);
  await withCards.settle();
  const { testDatabase: database, dataDirectory } = withCards;
  app = await createTestApp({ database, dataDirectory, environment: { ROLES: 'web', SANDBOX_GATEWAY: '0' } });
});
afterAll(async () => {
  await app.close();
  await withCards.close();
});

/** A person's calls at the site without cards. */
const here = (person: Person): Client => app.client(person.client.token);

const orderOf = (id: string) =>
  app.platform.database
    .selectFrom('orders')
    .select(['state', 'method', 'gateway', 'gateway_payment_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

type Input = { params?: Record<string, string>; body: Record<string, unknown>; who?: Person };
/** What leads to a card page, with what would be accepted where cards are taken. */
const byCard: Record<string, () => Promise<Input>> = {
  'POST /payment/purchase-tokens': async () => ({
    body: { packageId: (await here(fan).call('GET /wallet-package', {})).data[0]!._id },
  }),
  'POST /payment/purchase-wallet/custom-amount': async () => ({ body: { amount: 20 } }),
  'POST /payment/subscribe-performer': async () => ({ body: { performerId: star.id, method: 'card' } }),
  'POST /payment/purchase-feed': async () => ({ body: { feedId: await createFeed(star, { audience: 'buyers', price: 3 }) } }),
  'POST /payment/purchase-gallery': async () => ({ body: { galleryId: await createItem(withCards, star, 'gallery') } }),
  'POST /payment/purchase-video': async () => ({ body: { videoId: await createItem(withCards, star, 'video') } }),
  'POST /payment/purchase-single-photo': async () => ({
    body: { photoId: await createItem(withCards, star, 'photo'), method: 'card' },
  }),
  'POST /payment/purchase-message/{id}': async () => ({
    params: { id: await createItem(withCards, star, 'message') },
    body: { method: 'card' },
  }),
  'POST /payment/purchase-products': async () => ({
    body: { products: [{ productId: await createProduct(withCards, star), quantity: 1 }] },
  }),
  'POST /payment/send-tip': async () => ({ body: { performerId: star.id, amount: 2 } }),
  'POST /payment/debt': async () => ({ body: {}, who: await createDebtor(withCards, star) }),
};

describe('by card', () => {
  test('each call that leads to a card page is known here', () => {
    const calls = Object.entries(CONTRACT).filter(([, endpoint]) => ordersByCard(endpoint));
    expect(Object.keys(byCard).sort()).toEqual(calls.map(([key]) => key).sort());
  });

  test.each(Object.entries(byCard))('%s is refused in the caller’s language, and changes nothing', async (key, inputOf) => {
    const { who = fan, ...input } = await inputOf();
    await withCards.settle();
    const changed = await watchRows(withCards);
    const headers = { 'accept-language': 'es', 'idempotency-key': crypto.randomUUID() };
    const send = () => here(who).raw(key, { ...input, headers });
    for (const { status, error } of [await send(), await send()]) {
      expect(status).toBe(503);
      expect(error).toMatchObject({ error: 'GATEWAY_UNAVAILABLE', message: expect.stringContaining('tarjeta') });
    }
    await withCards.settle();
    expect(await changed()).toEqual({});
    // Where cards are taken the same is accepted.
    expect((await who.client.raw(key, input)).status).toBe(201);
  });
});

describe('from the wallet', () => {
  const orders: Record<string, (client: Client, method?: 'wallet') => Promise<{ orderId: string; redirectUrl: string }>> = {
    subscription: async (client, method) =>
      client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, ...(method ? { method } : {}) } }),
    photo: async (client, method) =>
      client.call('POST /payment/purchase-single-photo', {
        body: { photoId: await createItem(withCards, star, 'photo'), ...(method ? { method } : {}) },
      }),
    message: async (client, method) =>
      client.call('POST /payment/purchase-message/{id}', {
        params: { id: await createItem(withCards, star, 'message') },
        body: method ? { method } : {},
      }),
  };
  const cases = Object.keys(orders).flatMap((kind) => [[kind, 'wallet'] as const, [kind, undefined] as const]);

  test.each(cases)('a %s, ordered for method %s, has no card page and is paid', async (kind, method) => {
    const buyer = await createFan(withCards);
    await topUp(withCards, buyer, 20);
    const { orderId, redirectUrl } = await orders[kind]!(here(buyer), method);
    expect(redirectUrl).toBe('');
    expect(await orderOf(orderId)).toEqual({ state: 'created', method: 'wallet', gateway: null, gateway_payment_id: null });
    const receipt = await here(buyer).call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    expect(receipt.balance).toBeLessThan(20);
    expect(await orderOf(orderId)).toMatchObject({ state: 'paid', method: 'wallet' });
    await withCards.settle();
  });

  test('what has a wallet call of its own, and tips', async () => {
    const buyer = await createFan(withCards);
    await topUp(withCards, buyer, 50);
    const client = here(buyer);
    const feedId = await createFeed(star, { audience: 'buyers', price: 3 });
    await client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    await client.call('POST /payment-wallet/purchase-products', {
      body: { products: [{ productId: await createProduct(withCards, star), quantity: 1 }] },
    });
    const tipped = await client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2 } });
    expect(tipped.balance).toBe(50 - 3 - 4 - 2);
    expect((await verifyLedger(app.platform.database)).ok).toBe(true);
  });

  test('an order for the wallet asks for no card page where cards are taken, and expires unpaid', async () => {
    const buyer = await createFan(withCards);
    const { orderId, redirectUrl } = await orders['photo']!(buyer.client, 'wallet');
    expect(redirectUrl).toBe('');
    expect(await orderOf(orderId)).toEqual({ state: 'created', method: 'wallet', gateway: null, gateway_payment_id: null });
    const cards = await buyer.client.call('GET /payment/transactions', { query: {} });
    expect(cards.data).toEqual([]);
    withCards.clock.advance(86_400_000 + 1000);
    await expireWalletOrders(withCards.platform, withCards.gateways);
    expect(await orderOf(orderId)).toMatchObject({ state: 'expired' });
  });

  test('an order left from when cards were taken is still paid from the wallet', async () => {
    const buyer = await createFan(withCards);
    await topUp(withCards, buyer, 20);
    const { orderId } = await buyer.client.call('POST /payment/send-tip', { body: { performerId: star.id, amount: 2 } });
    const { orderId: left } = await buyer.client.call('POST /payment/send-tip', { body: { performerId: star.id, amount: 3 } });
    await here(buyer).call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    expect(await orderOf(orderId)).toMatchObject({ state: 'paid', method: 'wallet' });
    // Nobody polls the gateway: what isn't paid in time expires here.
    app.clock.advance(withCards.clock.now().getTime() + 86_400_000 + 1000 - app.clock.now().getTime());
    await expireWalletOrders(app.platform, app.gateways);
    expect(await orderOf(left)).toMatchObject({ state: 'expired', gateway: 'sandbox' });
  });
});

test('a subscription that the gateway renewed keeps three days of access, ends, and renews from the wallet if its fan wants', async () => {
  const [left, changed] = [await createFan(withCards), await createFan(withCards)];
  for (const one of [left, changed]) {
    const { redirectUrl } = await one.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
    const payment = { params: { id: redirectUrl.split('/').at(-1)! }, body: { action: 'approve' as const } };
    await withCards.client().call('POST /gateways/sandbox/payments/{id}', payment);
  }
  await withCards.settle();
  const mine = async (person: Person) => (await here(person).call('GET /subscriptions/search', { query: {} })).data[0]!;
  expect(await mine(left)).toMatchObject({ renewsBy: 'card', state: 'active' });
  const { _id } = await mine(changed);
  await here(changed).call('POST /subscriptions/cancel/{id}', { params: { id: _id } });
  expect(await here(changed).call('PUT /subscriptions/{id}', { params: { id: _id }, body: { renews: true } })).toMatchObject({
    renewsBy: 'wallet',
  });

  // The site's own job, an hour after the period and once the grace is over.
  expect(app.platform.jobs.scheduled()).toContain('payments:tendSubscriptions');
  const row = () =>
    app.platform.database
      .selectFrom('subscriptions')
      .select(['state', 'paid_until', 'expires_at'])
      .where('fan_id', '=', left.id)
      .executeTakeFirstOrThrow();
  const { paid_until: paidUntil } = await row();
  app.clock.advance(paidUntil.getTime() + 3_600_000 - app.clock.now().getTime());
  await reconcileCardSubscriptions(app.platform);
  expect(await row()).toMatchObject({ state: 'active', expires_at: new Date(paidUntil.getTime() + 3 * 86_400_000) });
  app.clock.advance(3 * 86_400_000);
  await reconcileCardSubscriptions(app.platform);
  expect(await row()).toMatchObject({ state: 'cancelled' });
});
