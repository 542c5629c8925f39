import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/testing/database.ts';
import { post } from '../../testing/earning-postings.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let owner: pg.Pool;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 4 });
  admin = await createAdmin(app);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

test('what is given back is taken off what its item earned', async () => {
  const star = await createPerformer(app, { admin });
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  const feedId = await createFeed(star, { audience: 'buyers', price: 10 });
  const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  const earned = async () => (await star.client.call('GET /performer/feeds/{id}', { params: { id: feedId } })).earned;
  expect(await earned()).toBe(8);
  await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked.' } });
  expect(await earned()).toBe(0);
});

test('sales become available after the days of the setting, which the performer is told', async () => {
  const star = await createPerformer(app, { admin });
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  const told = async () => (await star.client.call('GET /earning/stats', { query: {} })).holdDays;
  const held = async (): Promise<number> => {
    const feedId = await createFeed(star, { audience: 'buyers', price: 5 });
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    const { data } = await star.client.call('GET /earning/search', { query: {} });
    return Math.round((Date.parse(data[0]!.availableAt!) - Date.parse(data[0]!.createdAt)) / DAY_MS);
  };
  expect([await told(), await held()]).toEqual([7, 7]);
  await admin.client.call('PUT /admin/settings', { body: { values: { earningsHoldDays: 9 } } });
  expect([await told(), await held()]).toEqual([9, 9]);
});

test('lines of one fan and of one item; the file has the same lines, each with its order, whatever their number', async () => {
  const star = await createPerformer(app, { admin });
  const [ana, ben] = [await createFan(app), await createFan(app)];
  await Promise.all([ana, ben].map((fan) => topUp(app, fan, 50)));
  const feed = await createFeed(star, { audience: 'buyers', price: 4, photos: 0, text: 'Étude, "encore"' });
  for (const fan of [ana, ben]) {
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: feed } });
    await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2 } });
  }
  const lines = (query: object) => star.client.call('GET /earning/search', { query });
  expect((await lines({ fanId: ana.id })).data.map(({ kind, fan }) => [kind, fan?._id])).toEqual([
    ['tip', ana.id],
    ['purchaseFeed', ana.id],
  ]);
  expect((await lines({ itemId: feed })).data.map(({ fan }) => fan?._id)).toEqual([ben.id, ana.id]);
  expect((await lines({ itemId: feed, fanId: ben.id, source: 'tips' })).total).toBe(0);
  const file = async (query: string): Promise<string[]> => {
    const answer = await fetch(`${app.url}/api/earning/export?${query}`, { headers: { authorization: star.client.token! } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return (await answer.text()).replace('\ufeff', '').replaceAll('","', ',').trim().split('\r\n');
  };
  const rows = await file('locale=en');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toBe(
    '"When (UTC),What,Source,Item,From,Tokens,Gross,Commission in %,Commission,Net,Currency,State,Available from (UTC),Order,Transaction"',
  );
  const { data } = await lines({});
  expect(rows.slice(1).map((row) => row.split(',').at(-1)?.replace('"', ''))).toEqual(data.map(({ _id }) => _id));
  expect((await file(`locale=es&fanId=${ana.id}&source=content`))[1]).toContain(',4.00,4.00,20.00,0.80,3.20,');
  // More than one batch.
  for (let index = 0; index < 520; index += 1)
    await post(owner, new Date(Date.now() - index * 1000), {
      id: randomUUID(),
      kind: 'tip',
      seller: star.id,
      buyer: ana.id,
      item: null,
      gross: 100,
      commission: 20,
      account: 'earningsAvailable',
    });
  const all = await file('');
  expect([all.length, new Set(all).size]).toEqual([525, 525]);
});
