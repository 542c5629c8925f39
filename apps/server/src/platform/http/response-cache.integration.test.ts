import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { recordEvent, transact } from '../database/database.ts';

// Visitors share cached responses, accounts do not; changes that must show at once purge the cache.

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ responseCacheMs: 60_000, environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  // The events of the performer's creation have been dispatched.
  await app.settle();
});
afterAll(() => app.close());

const IN_PORTUGAL = { 'x-forwarded-for': '193.136.0.1' };
const requestProfile = (client = app.client(), headers: Record<string, string> = {}) =>
  client.send('GET /performers/{id}', { params: { id: star.username }, headers });
/** Changes the table alone: no event is recorded. */
const rename = (name: string) => app.platform.database.updateTable('accounts').set({ name }).where('id', '=', star.id).execute();

test('visitors share a cached response; accounts get the current one', async () => {
  await rename('Before');
  expect((await requestProfile()).data.name).toBe('Before');
  await rename('After');
  expect((await requestProfile()).data.name).toBe('Before');
  expect((await requestProfile((await createFan(app)).client)).data.name).toBe('After');
  expect((await requestProfile(star.client)).data.name).toBe('After');
  // Another country, another language, another address of the same profile are cached separately.
  expect((await requestProfile(app.client(), IN_PORTUGAL)).data.name).toBe('After');
  expect((await requestProfile(app.client(), { 'accept-language': 'es' })).data.name).toBe('After');
  expect((await app.client().call('GET /performers/{id}', { params: { id: star.id } })).name).toBe('After');
});

test('a change of the profile, of a country or of a setting shows at once', async () => {
  await requestProfile();
  await star.client.call('PUT /performers', { body: { bio: 'Bach before coffee.' } });
  await app.settle();
  expect((await requestProfile()).data.bio).toBe('Bach before coffee.');

  expect((await requestProfile(app.client(), IN_PORTUGAL)).status).toBe(200);
  await star.client.call('POST /performer/block/countries', { body: { countries: ['PT'] } });
  await app.settle();
  expect((await requestProfile(app.client(), IN_PORTUGAL)).status).toBe(404);

  await rename('Unheard of');
  await app.platform.settings.change({ siteName: 'Another' }, null);
  expect((await requestProfile()).data.name).toBe('Unheard of');
});

test('a response of 404 is not cached', async () => {
  const late = { params: { id: 'comes-later' } };
  expect((await app.client().send('GET /performers/{id}', late)).status).toBe(404);
  await app.platform.database.updateTable('accounts').set({ username: 'comes-later' }).where('id', '=', star.id).execute();
  expect((await app.client().send('GET /performers/{id}', late)).status).toBe(200);
});

test('a change that one node dispatches purges the caches of all', async () => {
  const other = await createTestApp({
    database: app.testDatabase,
    responseCacheMs: 60_000,
    // It dispatches nothing itself.
    environment: { ROLES: 'web' },
  });
  try {
    const bioThere = async () => (await other.client().call('GET /performers/{id}', { params: { id: star.id } })).bio;
    await bioThere();
    await app.platform.database.updateTable('performers').set({ bio: 'Not announced.' }).where('account_id', '=', star.id).execute();
    expect(await bioThere()).not.toBe('Not announced.');
    await transact(app.platform.database, undefined, async (trx) => {
      await trx.updateTable('performers').set({ bio: 'Announced.' }).where('account_id', '=', star.id).execute();
      await recordEvent(trx, 'items.withdrawn', { itemId: star.id, kind: 'feed', performerId: star.id });
    });
    await app.settle();
    await vi.waitFor(async () => expect(await bioThere()).toBe('Announced.'), { timeout: 5000, interval: 10 });
  } finally {
    await other.close();
  }
});
