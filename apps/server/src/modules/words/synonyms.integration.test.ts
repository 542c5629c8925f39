import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCategory } from '../../testing/catalog-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// A search finds other forms of its words, and words that mean the same.

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const publish = async (text: string, title = '') => {
  const id = await createFeed(star, { photos: 0, text, title });
  await app.settle();
  return id;
};
const feeds = async (q: string, locale = 'en', who?: Person) =>
  (
    await (who?.client ?? app.client()).call('GET /feeds', {
      query: { q },
      ...(who ? {} : { headers: { cookie: `locale=${locale}` } }),
    } as never)
  ).data.map(({ _id }) => _id);
const setGroups = (groups: string[][]) => admin.client.call('PUT /admin/synonyms', { body: { groups } });

test('a new site knows the words of crafts in both languages, each way', async () => {
  const pottery = await publish('An evening of pottery');
  const alfareria = await publish('Taller de alfarería');
  for (const q of ['ceramics', 'Cerámica', 'potter', 'alfarero', 'ceramicas', 'potters'])
    expect([q, (await feeds(q)).toSorted()]).toEqual([q, [pottery, alfareria].toSorted()]);
  expect(await feeds('ceramics evening')).toEqual([pottery]);
});

test('other forms of a word are found by its stem, in the language of the site and of the caller', async () => {
  const [singular, verb] = [await publish('One lantern'), await publish('She was juggling')];
  expect([await feeds('lanterns'), await feeds('juggled'), await feeds('juggles')]).toEqual([[singular], [verb], [verb]]);
  const cuerdas = await publish('Nudos con cuerdas');
  expect([await feeds('cuerdecita', 'es'), await feeds('nudo', 'es'), await feeds('cuerda', 'es')]).toEqual([[], [cuerdas], [cuerdas]]);
  const danced = await publish('Bailando en la cocina');
  expect([await feeds('bailamos', 'es'), await feeds('bailamos', 'en')]).toEqual([[danced], []]);
});

test('the best matches begin with the words as typed, followed by synonyms', async () => {
  const other = await publish('At the wheel', 'Potter');
  const typed = await publish('A text about ceramist work');
  const top = await app.client().call('GET /search/top', { query: { q: 'ceramist' } });
  const ids = top.items.map(({ _id }) => _id);
  expect(ids[0]).toBe(typed);
  expect(ids).toContain(other);
  const total = await app.client().call('GET /search/total', { query: { q: 'ceramist' } });
  expect(total).toMatchObject({ feeds: (await feeds('ceramist')).length, corrected: [] });
});

test('performers are found by synonyms of their craft and by other forms of it, behind those who have the word', async () => {
  const [potter, ceramist] = [await createPerformer(app, { admin }), await createPerformer(app, { admin })];
  await potter.client.call('PUT /performers', { body: { craft: 'Potter' } });
  await ceramist.client.call('PUT /performers', { body: { craft: 'Ceramics' } });
  await app.settle();
  const found = async (q: string) => (await app.client().call('GET /performers/search', { query: { q } })).data.map(({ _id }) => _id);
  expect([await found('ceramics'), await found('potters'), await found('alfarera')]).toEqual([
    [ceramist.id, potter.id],
    expect.arrayContaining([ceramist.id, potter.id]),
    expect.arrayContaining([ceramist.id, potter.id]),
  ]);
  const total = await app.client().call('GET /search/total', { query: { q: 'ceramcs' } });
  expect(total).toMatchObject({ performers: 2, didYouMean: 'ceramics' });
});

test('words of locked texts are found by those who may read them, by their synonyms too', async () => {
  const id = await createFeed(star, { photos: 0, text: 'Secrets of glassblowing', audience: 'subscribers' });
  const stranger = await createFan(app);
  expect([await feeds('glassblower'), await feeds('glassblower', 'en', stranger), await feeds('glassblower', 'en', star)]).toEqual([
    [],
    [],
    [id],
  ]);
});

test('names of a category are one group in all languages; the owner’s groups hold from their change on, phrases too', async () => {
  await createCategory(admin, 'Puppetry', { names: { en: 'Puppetry', es: 'Títeres de mano' } });
  const es = await publish('Títeres de mano y más');
  const baker = await publish('Panadero de noche');
  expect(await feeds('bread')).toEqual([baker]);
  await setGroups([]);
  expect([await feeds('puppetry'), await feeds('bread')]).toEqual([[es], []]);
  const phrase = await publish('The art of street dance');
  const hula = await publish('My hula hoop');
  expect(await setGroups([['hula', 'street dance', '路上']])).toEqual({ groups: [['hula', 'street dance', '路上']] });
  expect((await feeds('hula')).toSorted()).toEqual([phrase, hula].toSorted());
  expect((await feeds('street dance')).toSorted()).toEqual([phrase, hula].toSorted());
  expect((await feeds('路上')).toSorted()).toEqual([phrase, hula].toSorted());
  expect(await feeds('street')).toEqual([phrase]);
  const { rows } = await sql<{ detail: { groups: number } }>`
    select detail from audit_log where action = 'synonyms.changed' order by id desc limit 1`.execute(app.platform.database);
  expect(rows[0]!.detail).toEqual({ groups: 1 });
});

test('bad groups are refused by their place and change nothing; only admins of the site set them', async () => {
  const { groups: before } = await admin.client.call('GET /admin/synonyms', {});
  const send = (groups: unknown, who = admin) => who.client.send('PUT /admin/synonyms', { body: { groups } as never });
  const wrong = await send([
    ['fine', 'good'],
    ['same', 'Samé'],
    ['...', 'x'],
  ]);
  expect([wrong.status, (wrong.error.message as unknown as { property: string }[]).map(({ property }) => property)]).toEqual([
    422,
    ['groups.1', 'groups.2'],
  ]);
  for (const groups of [
    [['alone']],
    [Array.from({ length: 21 }, (_, nr) => `w${nr}`)],
    [['x'.repeat(41), 'y']],
    [['a\nb', 'c']],
    Array.from({ length: 201 }, (_, nr) => [`a${nr}`, `b${nr}`]),
    'words',
  ])
    expect((await send(groups)).status).toBe(422);
  expect((await send([], star)).status).toBe(403);
  expect(await admin.client.call('GET /admin/synonyms', {})).toEqual({ groups: before });
});
