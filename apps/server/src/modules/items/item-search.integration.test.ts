import { readFileSync } from 'node:fs';
import { type ItemKind, kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PARSERS, type Parser, parserOf } from '../../platform/search/parsers.ts';
import { fillIndex, forgetReading } from '../../platform/search/search-indexes.ts';
import { tokensOf } from '../../platform/search/tokens.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { findByWords } from './find-items.queries.ts';
import { ITEM_SEARCH } from './item-search.store.ts';

// The words that find items are written with them, and by a job where something else wrote the items.

let app: TestApp;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  star = await createPerformer(app, { admin: await createAdmin(app) });
});
afterAll(() => app.close());

interface Case {
  n: number;
  text: string;
  query: string;
  /** Names have a second spelling; so do titles. */
  field?: 'name';
  found: boolean;
}
const { cases } = JSON.parse(readFileSync(new URL('../../platform/search/search.vectors.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};

/** Items that something else than the application writes. */
const insertItems = async (items: readonly { kind: ItemKind; title?: string; text?: string }[]): Promise<string[]> => {
  const made = await sql<{ id: string }>`select uuidv7()::text as id from generate_series(1, ${items.length})`.execute(
    app.platform.database,
  );
  const ids = made.rows.map(({ id }) => id).toSorted();
  await sql`
    with made as (
      insert into items (id, kind, performer_id, audience, state, published_at)
      select v.id, v.kind, ${star.id}::uuid, 'everyone', 'active', now()
      from unnest(${ids}::uuid[], ${items.map(({ kind }) => kind)}::text[]) v (id, kind) returning id),
      counted as (insert into item_counters (item_id) select id from made on conflict do nothing)
    insert into item_contents (item_id, title, text)
    select v.id, v.title, v.text from unnest(${ids}::uuid[], ${items.map(({ title = '' }) => title)}::text[],
      ${items.map(({ text = '' }) => text)}::text[]) v (id, title, text) join made on made.id = v.id`.execute(app.platform.database);
  return ids;
};
const VISITOR = { viewer: { kind: 'visitor' }, country: null, locale: 'en' } as const;
const fill = (signal = new AbortController().signal) => fillIndex(app.platform, ITEM_SEARCH, signal);
const state = async () =>
  (
    await sql<{ reads: string; written: string; filled_to: string | null }>`
      select reads, written, filled_to from search_indexes where name = 'items'`.execute(app.platform.database)
  ).rows[0]!;
/** Makes the site one of an earlier version, which has no stored words. */
const forgetWords = async () => {
  await sql`delete from item_search`.execute(app.platform.database);
  await sql`update search_indexes set reads = '', written = '', filled_to = null where name = 'items'`.execute(app.platform.database);
  forgetReading(app.platform.database);
};
const feeds = async (q: string, who?: Person) =>
  (await (who?.client ?? app.client()).call('GET /feeds', { query: { q } })).data.map(({ _id }) => _id);
const asTyped = (kind: ItemKind, typed: string, parser: Parser = PARSERS[0]!) =>
  findByWords(app.platform, VISITOR, parser, parser.conditionsOf(typed), {
    kind,
    isByTime: true,
  });

describe('words in every script', () => {
  test.each([...kindsWith('isSearched'), 'photo'] as const)('find a %s, or don’t, as each case says', async (kind) => {
    const ids = await insertItems(
      cases.map(({ text, field }, at) => (field === 'name' || at % 2 === 0 ? { kind, title: text } : { kind, text })),
    );
    await fill();
    for (const [at, { n, query, found }] of cases.entries()) {
      const answer = await asTyped(kind, query);
      expect([n, 'ids' in answer && answer.ids.includes(ids[at]!)]).toEqual([n, found]);
    }
  });
});

describe('the words of an item', () => {
  test('are written with it, and with each change of its texts or of whom it is for', async () => {
    const stranger = await createFan(app);
    const id = await createFeed(star, { photos: 0, text: 'Ein Präludium', title: 'Heft' });
    const change = (body: object) => star.client.call('PUT /performer/feeds/{id}', { params: { id }, body });
    expect([await feeds('praludium', stranger), await feeds('heft')]).toEqual([[id], [id]]);
    await change({ audience: 'subscribers' });
    expect([await feeds('praludium', stranger), await feeds('heft'), await feeds('praludium', star)]).toEqual([[], [id], [id]]);
    await change({ audience: 'everyone', text: 'Eine Fuge', tags: ['Bachwoche'] });
    expect([await feeds('praludium'), await feeds('fuge'), await feeds('#bachwoche'), await feeds('bachw')]).toEqual([
      [],
      [id],
      [id],
      [id],
    ]);
  });

  test('are none after a change that the application didn’t make, until the job comes', async () => {
    const id = await createFeed(star, { photos: 0, text: 'A rondo for two' });
    await sql`update items set audience = 'subscribers' where id = ${id}::uuid`.execute(app.platform.database);
    expect(await feeds('rondo')).toEqual([]);
    await sql`update item_contents set title = 'Scherzo' where item_id = ${id}::uuid`.execute(app.platform.database);
    await app.platform.jobs.enqueue(app.platform.database, 'search:itemsDue', {});
    await app.settle();
    expect([await feeds('scherzo'), await feeds('rondo'), await feeds('rondo', star)]).toEqual([[id], [], [id]]);
  });

  test('go with it', async () => {
    const [id] = await insertItems([{ kind: 'feed', text: 'Siciliana' }]);
    await fill();
    expect(await feeds('siciliana')).toEqual([id]);
    await sql`delete from items where id = ${id!}::uuid`.execute(app.platform.database);
    const { rows } = await sql`select from item_search where item_id = ${id!}::uuid`.execute(app.platform.database);
    expect([rows, await feeds('siciliana')]).toEqual([[], []]);
  });
});

describe('a site of an earlier version', () => {
  test('searches as before until every item is written, goes on after a stop, and changes meanwhile are kept', async () => {
    const [oldest] = await insertItems([{ kind: 'feed', text: 'Tarantella oldest' }]);
    await insertItems(Array.from({ length: 450 }, (_, nr) => ({ kind: 'feed' as const, text: `Filler ${nr}` })));
    const [newest] = await insertItems([{ kind: 'feed', text: 'Tarantella newest' }]);
    await forgetWords();
    expect(await feeds('tarantella')).toEqual([newest, oldest]);

    // Stopped behind its first batch.
    const stop = new AbortController();
    const stopped = fill(stop.signal);
    await expect.poll(async () => (await state()).filled_to, { interval: 1 }).not.toBeNull();
    stop.abort();
    await expect(stopped).rejects.toThrow('aborted');
    const { filled_to: reached, ...between } = await state();
    expect([between, reached]).toEqual([{ reads: '', written: '' }, expect.any(String)]);
    expect(await feeds('tarantella')).toEqual([newest, oldest]);

    // An item that the job has passed and one that it has still to write change while it runs.
    const running = fill();
    await sql`update item_contents set text = 'Gavotte' where item_id = ${newest!}::uuid`.execute(app.platform.database);
    await sql`update item_contents set text = 'Bourrée' where item_id = ${oldest!}::uuid`.execute(app.platform.database);
    const made = await createFeed(star, { photos: 0, text: 'Musette' });
    await running;
    expect(await state()).toEqual({ reads: 'a', written: 'a', filled_to: null });
    await fill();
    expect([await feeds('tarantella'), await feeds('gavotte'), await feeds('bourree'), await feeds('musette')]).toEqual([
      [],
      [newest],
      [oldest],
      [made],
    ]);
    // Every item has its words.
    const { rows } = await sql`
      select from item_contents c left join item_search s on s.item_id = c.item_id where s.version is distinct from 'a'`.execute(
      app.platform.database,
    );
    expect(rows).toEqual([]);
  });
});

describe('the next parser', () => {
  /** It finds words by their beginnings of at least four letters alone. */
  const next: Parser = {
    ...PARSERS[0]!,
    letter: 'b',
    tokensOf: (text) => tokensOf(text).flatMap((token) => (token.length > 3 ? [token] : [])),
  };
  afterEach(() => {
    PARSERS.splice(1);
  });

  test('is read once all rows have its words; until then, and after a switch back, the one before finds all that it found', async () => {
    const [item] = await insertItems([{ kind: 'feed', text: 'Gig of Gigue' }]);
    await fill();
    const found = async (letter: string, typed: string) => {
      const answer = await asTyped('feed', typed, parserOf(letter)!);
      return 'ids' in answer && answer.ids.includes(item!);
    };
    PARSERS.push(next);
    expect([await found('a', 'gigue'), await found('b', 'gigue'), (await state()).reads]).toEqual([true, false, 'a']);
    const written = await createFeed(star, { photos: 0, text: 'A gigue of tomorrow' });
    expect(await feeds('tomorrow')).toEqual([written]);
    await fill();
    expect(await state()).toEqual({ reads: 'b', written: 'ab', filled_to: null });
    expect([await found('a', 'gig of'), await found('b', 'gig of'), await found('b', 'gigue')]).toEqual([true, false, true]);
    expect([await feeds('tomorrow'), await feeds('of')]).toEqual([[written], []]);

    await sql`update search_indexes set reads = 'a' where name = 'items'`.execute(app.platform.database);
    forgetReading(app.platform.database);
    expect(await feeds('of')).toEqual(expect.arrayContaining([item, written]));
    // The release that knows one parser less rewrites the rows without it.
    PARSERS.shift();
    await fill();
    PARSERS.unshift({ ...next, ...PARSERS[0], letter: 'a', tokensOf });
    expect((await state()).reads).toBe('b');
    const { rows } = await sql`select from item_search where words @@ '''afgigue'''::tsquery`.execute(app.platform.database);
    expect(rows).toEqual([]);
  });
});
