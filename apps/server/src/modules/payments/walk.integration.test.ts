import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendStatement } from '../../testing/sandbox-callbacks.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { readSecrets } from '../../platform/secrets.ts';
import { createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('from a top-up to a seen post: the fan pays, the performer earns, the ledger balances', async () => {
  const performer = await createPerformer(app, { monthlyPrice: 9 });
  const fan = await createFan(app);
  const priced = await createFeed(performer, { audience: 'buyers', price: 6.5, title: 'The full cook' });
  const forSubscribers = await createFeed(performer, { audience: 'subscribers' });
  await createFeed(performer, { text: 'Hello' });

  await topUp(app, fan, 50);
  expect((await fan.client.call('GET /users/me')).balance).toBe(50);

  const locked = await fan.client.call('GET /feeds/{id}', { params: { id: priced } });
  expect(locked.access).toMatchObject({ allowed: false, reason: 'buyers', waysIn: [{ kind: 'buy', price: 6.5, money: 6.5 }] });
  expect(locked.photos).toEqual([]);
  expect(locked.preview).not.toBeNull();

  const receipt = await fan.client.call('POST /payment-wallet/purchase-feed', {
    body: { feedId: priced, priceVersion: locked.priceVersion },
  });
  expect(receipt.balance).toBe(43.5);
  const open = await fan.client.call('GET /feeds/{id}', { params: { id: priced } });
  expect(open.access).toEqual({ allowed: true, reason: 'buyer' });
  const photo = await fetch(app.url + open.photos[0]!.sources[0]!.url);
  expect(photo.status).toBe(200);
  expect(photo.headers.get('content-type')).toBe('image/webp');

  const order = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.username, type: 'monthly' } });
  expect((await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: order.orderId } })).balance).toBe(34.5);
  expect((await fan.client.call('GET /feeds/{id}', { params: { id: forSubscribers } })).access).toEqual({
    allowed: true,
    reason: 'subscriber',
  });

  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
    params: { id: performer.id },
    body: { amount: '2.50', message: 'Bravo' },
  });
  await app.settle();
  const home = await fan.client.call('GET /feeds/home-feeds');
  expect(home.data.map(({ access }) => access.allowed)).toEqual([true, true, true]);

  const stats = await performer.client.call('GET /earning/stats');
  expect(stats).toMatchObject({ pending: 14.4, available: 0, total: { gross: 18, commission: 3.6, net: 14.4, lines: 3 } });
  const lines = await performer.client.call('GET /earning/search');
  expect(lines.data.map(({ kind, net }) => [kind, net])).toEqual([
    ['tip', 2],
    ['subscriptionStart', 7.2],
    ['purchaseFeed', 5.2],
  ]);
  const { ok, checks } = await verifyLedger(app.platform.database);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  expect(ok).toBe(true);
});

test('a gateway’s signed callback completes an order while the site is in maintenance', async () => {
  const fan = await createFan(app);
  const { orderId, redirectUrl } = await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 10 } });
  const { sandbox: secret } = await readSecrets(app.dataDirectory);
  const approved = {
    key: randomUUID(),
    event: 'approved' as const,
    orderId,
    paymentId: redirectUrl.split('/').at(-1)!,
    subscriptionId: '',
  };
  const callback = (signedBy: string) => sendStatement(app, signedBy, { ...approved, amount: '1000', currency: 'USD' });
  const stateOf = async () =>
    (await app.platform.database.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state;
  await app.platform.settings.change({ maintenanceMode: true }, null);
  try {
    expect((await fan.client.send('GET /users/me')).error.error).toBe('MAINTENANCE');
    expect([(await callback('another secret')).error, await stateOf()]).toEqual(['SIGNATURE_INVALID', 'created']);
    expect([(await callback(secret)).status, await stateOf()]).toEqual([200, 'paid']);
  } finally {
    await app.platform.settings.change({ maintenanceMode: false }, null);
  }
  expect((await fan.client.call('GET /users/me')).balance).toBe(10);
});
