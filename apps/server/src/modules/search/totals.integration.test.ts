import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { forgetFrequencies } from '../items/item-frequencies.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// Counts of what a search finds, for the tabs of its page.

let app: TestApp;
let admin: Person;
let ines: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  ines = await createPerformer(app, { admin, monthlyPrice: 0 });
  await ines.client.call('PUT /performers', { body: { name: 'Inês Ánguez' } });
  fan = await createFan(app);
});
afterAll(() => app.close());

const totals = async (query: Record<string, string>, who?: Person) => {
  const { performers, feeds, galleries, videos, reels, products } = await (who?.client ?? app.client()).call('GET /search/total', {
    query,
  });
  return { performers, feeds, other: galleries + videos + reels + products };
};

test('totals are of filters with words and without, each of its kinds, and of what the viewer may know', async () => {
  const { _id: categoryId } = await admin.client.call('POST /admin/categories', { body: { slug: 'kilns', names: { en: 'Kilns' } } });
  const publish = async (text: string, audience: 'everyone' | 'subscribers', categoryIds: string[], tag: string) => {
    const id = await createFeed(ines, { text, audience });
    await ines.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { categoryIds, tags: [tag] } });
  };
  await publish('A saggar at dusk', 'everyone', [categoryId], 'Raku');
  await publish('A saggar at dawn', 'subscribers', [categoryId], 'raku');
  await publish('A saggar elsewhere', 'everyone', [], 'raku');
  const everyone = (await totals({})).performers;
  expect(await totals({ categoryId })).toEqual({ performers: everyone, feeds: 2, other: 0 });
  expect((await totals({ tag: 'RAKU' })).feeds).toBe(3);
  expect((await totals({ tag: 'raku', access: 'free' })).feeds).toBe(2);
  expect((await totals({ categoryId, access: 'subscribers' })).feeds).toBe(1);
  expect((await totals({ categoryId, access: 'sale' })).feeds).toBe(0);
  expect((await totals({ q: 'saggar', categoryId })).feeds).toBe(2);
  expect((await totals({ q: 'dusk', categoryId })).feeds).toBe(1);
  expect((await totals({ q: 'porcelain', categoryId })).feeds).toBe(0);

  await ines.client.call('PUT /performers', { body: { gender: 'female', attributes: { hairColor: 'red' } } });
  expect(
    [await totals({ hairColor: 'red' }), await totals({ hairColor: 'red', q: 'anguez' }), await totals({ hairColor: 'blonde' })].map(
      ({ performers }) => performers,
    ),
  ).toEqual([1, 1, 0]);

  const known = (await totals({}, fan)).performers;
  await ines.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect(await totals({ categoryId }, fan)).toEqual({ performers: known - 1, feeds: 0, other: 0 });
  expect((await totals({ categoryId, q: 'saggar' }, fan)).feeds).toBe(0);
  await ines.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
});

test('totals with words that many have are of the filters too', async () => {
  await sql`insert into search_frequencies (prefix, word, is_beginning, item_count) values ('af', 'saggar', true, 1000000)`.execute(
    app.platform.background,
  );
  forgetFrequencies(app.platform.database);
  expect((await totals({ q: 'saggar', tag: 'raku' })).feeds).toBe(3);
  expect((await totals({ q: 'saggar', tag: 'raku', access: 'free' })).feeds).toBe(2);
});
