import type { EarningLine } from '@stagedoor/contract/earnings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseDueEarnings, verifyLedger } from '../../ledger/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { createPayee, createPayout, earn, versionOf } from '../../testing/payout-fixtures.ts';
import { ADDRESS, createItem, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// Each figure of a performer's earnings is the sum of the lines that it opens.

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPayee(app, admin);
  await star.client.call('PUT /performers', { body: { monthlyPrice: 9 } });
});
afterAll(() => app.close());

type Filter = Partial<Record<'from' | 'to' | 'state' | 'source' | 'fanId', string>>;

/** All lines of a filter, page by page. */
const linesOf = async (person: Person, filter: Filter): Promise<EarningLine[]> => {
  const lines: EarningLine[] = [];
  for (;;) {
    const query = { ...filter, limit: 3, offset: lines.length } as never;
    const { data, total } = await person.client.call('GET /earning/search', { query });
    lines.push(...data);
    if (data.length === 0 || lines.length >= total) return lines;
  }
};
const sumOf = (lines: readonly EarningLine[]): number => lines.reduce((sum, { net }) => sum + Math.round(net * 100), 0) / 100;

/** The net amounts in the export of a filter. */
const exported = async (person: Person, filter: Filter): Promise<number[]> => {
  const address = `${app.url}/api/earning/export?${new URLSearchParams({ ...filter, locale: 'en' }).toString()}`;
  const answer = await fetch(address, { headers: { authorization: person.client.token ?? '' } });
  const [head, ...rows] = (await answer.text()).replace('\uFEFF', '').replaceAll('"', '').trim().split(/\r?\n/);
  const net = head!.split(',').indexOf('Net');
  return rows.map((row) => Number(row.split(',')[net]));
};

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const expectSums = async (): Promise<void> => {
  const [from, to] = [dayOf(new Date(app.clock.now().getTime() - 29 * DAY_MS)), dayOf(app.clock.now())];
  const stats = await star.client.call('GET /earning/stats', { query: { from, to } });
  for (const state of ['pending', 'available'] as const) {
    const lines = await linesOf(star, { state });
    expect([state, sumOf(lines)]).toEqual([state, stats[state]]);
    expect(new Set(lines.map((line) => line.state))).toEqual(lines.length > 0 ? new Set([state]) : new Set());
    expect(await exported(star, { state })).toEqual(lines.map(({ net }) => net));
  }
  const lines = await linesOf(star, { from, to });
  expect([sumOf(lines), lines.length]).toEqual([stats.total.net, stats.total.lines]);
  for (const { source, net } of stats.bySource) {
    const own = await linesOf(star, { source, from, to });
    expect([source, sumOf(own)]).toEqual([source, net]);
    expect(own.every((line) => line.source === source)).toBe(true);
  }
  for (const { day, ...sums } of stats.byDay)
    expect(sumOf(await linesOf(star, { from: day, to: day }))).toBe(
      Math.round(Object.values(sums).reduce((sum, net) => sum + net * 100, 0)) / 100,
    );
};

test('balances, period, sources and days, through sales, postage, refunds, releases and payouts', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 300);
  const { client } = fan;
  const feedId = await createFeed(star, { audience: 'buyers', price: 10, photos: 0, text: 'For buyers.' });
  await client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  const { orderId: refunded } = await client.call('POST /payment-wallet/purchase-video', {
    body: { videoId: await createItem(app, star, 'video', { price: 5 }) },
  });
  const productId = await createProduct(app, star, { type: 'physical', price: 7, postage: 3 });
  await client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId }], deliveryAddress: ADDRESS } });
  const { orderId } = await client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  await client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  await client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 4 } });
  await expectSums();
  expect((await linesOf(star, { source: 'other' })).map(({ kind, net }) => [kind, net])).toEqual([['shipping', 3]]);

  // One sale is refunded while it is pending, one payout is paid and comes back, one is changed and cancelled, one waits.
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: refunded }, body: { reason: 'Asked for it.' } });
  await expectSums();
  const paid = await createPayout(app, admin, 'paid', star);
  await expectSums();
  await admin.client.call('POST /admin/payouts/{id}/return', {
    params: { id: paid },
    body: { version: await versionOf(admin, paid), reason: 'The account is unknown.' },
  });
  await earn(app, star, 50);
  const { _id: id } = await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 30 } });
  await star.client.call('PUT /payout-requests/{id}', { params: { id }, body: { amount: 25 } });
  await expectSums();
  await star.client.call('PUT /payout-requests/{id}', { params: { id }, body: { cancel: true } });
  await star.client.call('POST /payout-requests', { body: { method: 'paypal', amount: 22 } });
  await expectSums();

  const available = await linesOf(star, { state: 'available' });
  expect(
    available.filter(({ kind }) => kind.startsWith('payout')).map(({ kind, net, source, fan: by }) => [kind, net, source, by]),
  ).toEqual([
    ['payoutRequest', -22, 'other', null],
    ['payoutCancel', 25, 'other', null],
    ['payoutChange', 5, 'other', null],
    ['payoutRequest', -30, 'other', null],
    ['payoutReturn', 24, 'other', null],
    ['payoutRequest', -24, 'other', null],
  ]);
  // Payouts are no earnings: without a state, and of a fan or a source, they aren't listed.
  for (const filter of [{}, { state: 'available', source: 'other' }, { state: 'available', fanId: fan.id }])
    expect((await linesOf(star, filter)).some(({ kind }) => kind.startsWith('payout'))).toBe(false);

  app.clock.advance(8 * DAY_MS);
  await releaseDueEarnings(app.platform);
  await expectSums();
  // What waits for a delivery stays pending: the product and its postage.
  expect((await linesOf(star, { state: 'pending' })).map(({ kind }) => kind).sort()).toEqual(['purchaseProduct', 'shipping']);
  expect((await verifyLedger(app.platform.database)).ok).toBe(true);
});

test('nobody’s payouts are among another’s lines', async () => {
  const other = await createPerformer(app, { admin });
  expect(await linesOf(other, { state: 'available' })).toEqual([]);
  expect((await star.client.raw('GET /earning/search', { query: { state: 'paid' } })).status).toBe(422);
});
