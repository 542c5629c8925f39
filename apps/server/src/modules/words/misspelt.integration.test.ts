import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { countAllWords } from './count-words.ts';

// Misspelt words, suggestions and counts in every script.

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const publish = async (text: string, tags: string[] = []) => {
  const id = await createFeed(star, { photos: 0, text });
  if (tags.length > 0) await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { tags } });
  await app.settle();
  return id;
};
const feeds = async (q: string) => (await app.client().call('GET /feeds', { query: { q } })).data.map(({ _id }) => _id);
const total = (q: string) => app.client().call('GET /search/total', { query: { q } });
const suggest = (q: string, who?: Person) => (who?.client ?? app.client()).call('GET /search/suggestions', { query: { q } });

describe('misspelt words', () => {
  test.each([
    ['Hebrew', 'שָׁלוֹם לכולם', 'שלון', 'שָׁלוֹם'],
    ['Arabic', 'مَسْرَحُ المدينة', 'مسرج', 'مَسْرَحُ'],
    ['Cyrillic', 'Фестиваль керамики', 'фестевал', 'фестиваль'],
    ['Greek', 'Η μεγάλη παράσταση', 'παραστσαη', 'παράσταση'],
    ['Hindi', 'पुस्तकालय में संगीत', 'पुस्तकालब', 'पुस्तकालय'],
    ['Amharic', 'ሙዚቃዊ ምሽት', 'ሙዚቃይ', 'ሙዚቃዊ'],
    ['Polish', 'Wieczór żonglerki', 'zonglreki', 'żonglerki'],
  ])('in %s find the word that was meant, and tell it', async (_, text, typed, meant) => {
    const id = await publish(text);
    expect(await feeds(typed)).toEqual([id]);
    expect(await total(typed)).toMatchObject({ feeds: 1, corrected: ['feeds'], didYouMean: meant });
  });

  test.each([
    ['Thai', 'ฉันชอบน้ำหอมฝรั่งเศส', 'น้ำหอมฝรังเศส'],
    ['Japanese', '東京都庭園美術館の夜', '東京都公園美術館'],
    ['Chinese', '我在上海音乐学院表演', '上海音东学院'],
    ['Korean', '한국전통무용공연', '한국전동무용'],
  ])('in %s are found without the wrong character', async (_, text, typed) => {
    const id = await publish(text);
    expect(await feeds(typed)).toEqual([id]);
    expect(await total(typed)).toMatchObject({ feeds: 1, corrected: ['feeds'], didYouMean: null });
  });

  test('that are short, or have two slips in seven letters, aren’t corrected', async () => {
    await publish('Trapeze 猫カフェ');
    for (const q of ['trpaeez', 'trp', '犬カフェ', 'ab', '猫猫猫猫']) expect([q, await feeds(q)]).toEqual([q, []]);
    expect(await feeds('trapeez')).toHaveLength(1);
  });

  test('find texts by a synonym of the word that was meant', async () => {
    const [es] = [await publish('Taller de alfarería')];
    for (const q of ['ceramcs', 'potery']) expect([q, await feeds(q)]).toEqual([q, [es]]);
    expect(await total('ceramcs')).toMatchObject({ feeds: 1, didYouMean: 'ceramics' });
  });

  test('never reveal a locked text to strangers', async () => {
    await createFeed(star, { photos: 0, text: 'Kaleidoscope', audience: 'subscribers' });
    await app.settle();
    expect(await total('kaleidoscpoe')).toMatchObject({ feeds: 0, corrected: [], didYouMean: null });
    expect((await suggest('kaleido')).words).toEqual([]);
  });
});

interface Case {
  n: number;
  text: string;
  query: string;
  field?: 'name';
  found: boolean;
}
const { cases } = JSON.parse(readFileSync(new URL('../../platform/search/search.vectors.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};

describe('the cases of every script', () => {
  test('find categories by their names, in lists and as suggestions', async () => {
    for (const { n, text, query, found } of cases) {
      const { _id } = await admin.client.call('POST /admin/categories', { body: { slug: `case-${n}-x`, names: { en: text } } });
      const all = await admin.client.call('GET /admin/categories', { query: { q: query, limit: 100 } });
      const suggested = (await suggest(query)).categories.map((one) => one._id);
      // Three are suggested at most.
      const isSuggested = suggested.length === 3 ? found : suggested.includes(_id);
      expect([n, all.data.some((one) => one._id === _id), isSuggested]).toEqual([n, found, found]);
    }
  });

  test('find posts by their tags', async () => {
    for (const { n, text, query, found } of cases.filter(
      (one) => one.field !== 'name' && !one.query.startsWith('#') && /^[\p{L}\p{M}\p{N}]+$/u.test(one.text),
    )) {
      const id = await createFeed(star, { photos: 0, text: 'One more' });
      await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { tags: [text] } });
      const isCorrected = (await total(query)).corrected.includes('feeds');
      expect([n, (await feeds(query)).includes(id) && !isCorrected]).toEqual([n, found]);
    }
  });

  test('count posts as they list them', async () => {
    for (const { n, text, query, found } of cases.filter(({ field }) => field !== 'name')) {
      const id = await createFeed(star, { photos: 0, text });
      const [list, counted] = [await feeds(query), await total(query)];
      expect([n, counted.feeds, list.includes(id) || !found]).toEqual([n, list.length, true]);
    }
  });
});

describe('suggested tags', () => {
  test('are of every script, with how many have them, from one character on where it is a word', async () => {
    const word = '舞台裏';
    await publish('One', [word, 'Backstage']);
    await publish('Two', [word]);
    for (const q of ['舞', '舞台', '#舞台裏']) expect([q, (await suggest(q)).tags]).toEqual([q, [{ tag: word, count: 2 }]]);
    expect(await suggest('backst')).toMatchObject({ tags: [{ tag: 'backstage', count: 1 }] });
    expect(await suggest('#backst')).toMatchObject({ performers: [], words: [], tags: [{ tag: 'backstage', count: 1 }] });
    expect((await suggest('b')).tags).toEqual([]);
    const blocked = await createFan(app);
    await star.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    expect([(await suggest('舞台', blocked)).tags, (await suggest('backst', blocked)).words]).toEqual([[], []]);
  });
});

describe('the count of the night', () => {
  const known = async (word: string) =>
    (
      await sql<{ spelling: string; item_count: number; performer_count: number; performer_id: string | null }>`
        select spelling, item_count, performer_count, performer_id from known_words where word = ${word}`.execute(app.platform.database)
    ).rows[0];

  test('gives words that something else wrote a spelling, and leaves words to their last performer', async () => {
    const other = await createPerformer(app, { admin });
    await publish('Das Hörspiel');
    const theirs = await createFeed(other, { photos: 0, text: 'Ein Hörspiel mehr' });
    await app.settle();
    expect(await known('horspiel')).toMatchObject({ spelling: 'hörspiel', performer_id: null });
    await other.client.call('DELETE /performer/feeds/{id}', { params: { id: theirs } });
    await sql`delete from known_words where word in ('das', '#backstage')`.execute(app.platform.database);
    await countAllWords(app.platform);
    expect(await known('horspiel')).toEqual({ spelling: 'hörspiel', item_count: 1, performer_count: 0, performer_id: star.id });
    expect([await known('das'), await known('#backstage')]).toEqual([
      expect.objectContaining({ spelling: 'das', item_count: 1, performer_id: star.id }),
      expect.objectContaining({ spelling: 'backstage', item_count: 1 }),
    ]);
  });

  test('leaves all as it is while the words of items are being stored', async () => {
    await sql`update search_indexes set written = '' where name = 'items'`.execute(app.platform.database);
    const before = await known('horspiel');
    await sql`insert into known_words (word, spelling, item_count, variants) values ('ofbefore', 'ofbefore', 2, '{}')`.execute(
      app.platform.database,
    );
    await countAllWords(app.platform);
    expect([await known('horspiel'), (await known('ofbefore'))?.item_count]).toEqual([before, 2]);
    await sql`update search_indexes set written = 'a' where name = 'items'`.execute(app.platform.database);
    await countAllWords(app.platform);
    expect(await known('ofbefore')).toBeUndefined();
  });
});
