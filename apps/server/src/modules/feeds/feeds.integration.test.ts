import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app, { monthlyPrice: 5 });
  fan = await createFan(app);
});
afterAll(() => app.close());

const get = (person: Person | undefined, id: string) => (person?.client ?? app.client()).call('GET /feeds/{id}', { params: { id } });

describe('a feed cached in memory', () => {
  test('shows every change with the next read, to everyone', async () => {
    const id = await createFeed(performer, { audience: 'buyers', price: 3, text: 'Before', title: 'One' });
    expect(await get(fan, id)).toMatchObject({ title: 'One', price: 3, counts: { likes: 0 }, isLiked: false });

    await fan.client.call('POST /reactions', { body: { objectId: id, objectType: 'feed', action: 'like' } });
    await app.settle();
    expect(await get(fan, id)).toMatchObject({ counts: { likes: 1 }, isLiked: true });
    expect(await get(undefined, id)).toMatchObject({ counts: { likes: 1 }, isLiked: false });

    const { priceVersion } = await get(fan, id);
    await performer.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { title: 'Two', price: 4 } });
    const changed = await get(fan, id);
    expect(changed).toMatchObject({ title: 'Two', price: 4, access: { allowed: false, waysIn: [{ kind: 'buy', price: 4 }] } });
    expect(changed.priceVersion).toBeGreaterThan(priceVersion);

    await performer.client.call('PUT /performers', { body: { city: 'Lagos', monthlyPrice: 6 } });
    expect((await get(undefined, id)).performer.city).toBe('Lagos');
    await app.platform.database.updateTable('accounts').set({ name: 'Renamed' }).where('id', '=', performer.id).execute();
    expect((await get(undefined, id)).performer.name).toBe('Renamed');
  });

  test('is open for the buyer only, and locked when the entitlement is revoked', async () => {
    const id = await createFeed(performer, { audience: 'buyers', price: 3 });
    await topUp(app, fan, 10);
    const { priceVersion } = await get(fan, id);
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: id, priceVersion } });
    expect(await get(fan, id)).toMatchObject({ access: { allowed: true, reason: 'buyer' }, photos: [{}] });
    expect(await get(undefined, id)).toMatchObject({ access: { allowed: false }, photos: [] });

    await performer.client.call('DELETE /performer/feeds/{id}', { params: { id } });
    expect((await get(fan, id)).photos).toHaveLength(1);
    expect((await app.client().send('GET /feeds/{id}', { params: { id } })).status).toBe(404);

    // As the ledger does: the application can't write entitlements.
    const owner = new pg.Client({ connectionString: app.testDatabase.ownerUrl });
    await owner.connect();
    await owner.query('update entitlements set revoked_at = now() where item_id = $1', [id]);
    await owner.end();
    expect((await fan.client.send('GET /feeds/{id}', { params: { id } })).status).toBe(404);
  });

  test('is hidden at once from an account that its performer blocks', async () => {
    const id = await createFeed(performer);
    const { database } = app.platform;
    expect((await get(fan, id))._id).toBe(id);
    await database.insertInto('blocks').values({ performer_id: performer.id, account_id: fan.id }).execute();
    expect((await fan.client.send('GET /feeds/{id}', { params: { id } })).status).toBe(404);
    expect((await get(undefined, id))._id).toBe(id);
    await database.deleteFrom('blocks').execute();
    expect((await get(fan, id))._id).toBe(id);
  });

  test('for subscribers is locked when the subscription ends', async () => {
    const other = await createPerformer(app, { monthlyPrice: 0 });
    const id = await createFeed(other, { audience: 'subscribers' });
    await fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: other.id } });
    expect((await get(fan, id)).access).toEqual({ allowed: true, reason: 'subscriber' });
    await sql`update subscriptions set expires_at = ${app.clock.now()} where performer_id = ${other.id}::uuid`.execute(
      app.platform.database,
    );
    expect((await get(fan, id)).access.allowed).toBe(false);
  });
});

test('a home feed takes one statement when its feeds are cached, two when they aren’t', async () => {
  const reader = await createFan(app);
  await reader.client.call('POST /reactions', { body: { objectId: performer.id, objectType: 'performer', action: 'follow' } });
  await app.settle();
  const newest = await createFeed(performer, { text: 'Fresh' });
  await app.settle();
  // Whatever touches an item has its contents read again.
  await sql`update items set updated_at = ${app.clock.now()} where id = ${newest}::uuid`.execute(app.platform.database);
  const read = () => reader.client.call('GET /feeds/home-feeds', { query: { limit: 5 } });
  const aboutFeeds = async () =>
    (await statementsDuring(app.platform.database, read)).filter(
      ({ sql: text }) => text.includes('from items i') || text.includes('from timelines t'),
    );
  expect(await aboutFeeds()).toHaveLength(2);
  expect(await aboutFeeds()).toHaveLength(1);
  const page = await read();
  expect(page.data[0]!._id).toBe(newest);
  expect(page.total).toBe(page.data.length);
});
