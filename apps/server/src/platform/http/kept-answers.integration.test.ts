import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// What thousands of visitors ask at once is worked out once: shared by them alone, and forgotten when something must show.

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ keptAnswersMs: 60_000, environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  // What was said of the performer so far has been heard.
  await app.settle();
});
afterAll(() => app.close());

const IN_PORTUGAL = { 'x-forwarded-for': '193.136.0.1' };
const ask = (client = app.client(), headers: Record<string, string> = {}) =>
  client.send('GET /performers/{id}', { params: { id: star.username }, headers });
/** Changed where nothing hears of it. */
const rename = (name: string) => app.platform.database.updateTable('accounts').set({ name }).where('id', '=', star.id).execute();

test('visitors share an answer; accounts are answered what is so', async () => {
  await rename('Before');
  expect((await ask()).data.name).toBe('Before');
  await rename('After');
  expect((await ask()).data.name).toBe('Before');
  expect((await ask((await createFan(app)).client)).data.name).toBe('After');
  expect((await ask(star.client)).data.name).toBe('After');
  // Another country, another language, another address of the same.
  expect((await ask(app.client(), IN_PORTUGAL)).data.name).toBe('After');
  expect((await ask(app.client(), { 'accept-language': 'es' })).data.name).toBe('After');
  expect((await app.client().call('GET /performers/{id}', { params: { id: star.id } })).name).toBe('After');
});

test('a change of the profile, of a country or of a setting shows at once', async () => {
  await ask();
  await star.client.call('PUT /performers', { body: { bio: 'Bach before coffee.' } });
  await app.settle();
  expect((await ask()).data.bio).toBe('Bach before coffee.');

  expect((await ask(app.client(), IN_PORTUGAL)).status).toBe(200);
  await star.client.call('POST /performer/block/countries', { body: { countries: ['PT'] } });
  await app.settle();
  expect((await ask(app.client(), IN_PORTUGAL)).status).toBe(404);

  await rename('Unheard of');
  await app.platform.settings.change({ siteName: 'Another' }, null);
  expect((await ask()).data.name).toBe('Unheard of');
});

test('what isn’t there is not kept', async () => {
  const late = { params: { id: 'comes-later' } };
  expect((await app.client().send('GET /performers/{id}', late)).status).toBe(404);
  await app.platform.database.updateTable('accounts').set({ username: 'comes-later' }).where('id', '=', star.id).execute();
  expect((await app.client().send('GET /performers/{id}', late)).status).toBe(200);
});
