import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { createGallery } from '../../testing/gallery-fixtures.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { forgetReading } from '../../platform/search/search-indexes.ts';
import { countFrequencies, forgetFrequencies } from '../items/item-frequencies.ts';
import { countWords } from '../items/search-items.queries.ts';
import { countAllWords } from '../words/count-words.ts';

let app: TestApp;
let admin: Person;
let ines: Person;
let joao: Person;
let fan: Person;

beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  ines = await createPerformer(app, { admin, monthlyPrice: 0 });
  joao = await createPerformer(app, { admin, monthlyPrice: 0 });
  await ines.client.call('PUT /performers', { body: { name: 'Inês Ánguez', craft: 'Ceramist', city: 'Évora', bio: 'Kilns and clay.' } });
  await joao.client.call('PUT /performers', {
    body: { name: 'João Prado', craft: 'Cellist', city: 'Porto', bio: 'I play beside a ceramist.' },
  });
  fan = await createFan(app);
});
afterAll(() => app.close());

const performers = async (q: string, who: Person | undefined = fan) =>
  (await (who?.client ?? app.client()).call('GET /performers/search', { query: { q } })).data.map(({ _id }) => _id);
const feeds = async (q: string, who?: Person) => {
  const page = await (who?.client ?? app.client()).call('GET /feeds', { query: { q } });
  expect(page.total).toBe(page.data.length);
  const { feeds: counted } = await (who?.client ?? app.client()).call('GET /search/total', { query: { q } });
  expect(counted).toBe(page.data.length);
  return page.data.map(({ _id }) => _id);
};

describe('performers', () => {
  test('are found by the beginnings of words, without accents, names first', async () => {
    for (const q of ['Inês', 'ines', 'ANGUEZ', 'ing'.slice(0, 2) + 'es', 'evora cer', 'kiln', ines.username, `@${ines.username}`])
      expect([q, await performers(q)]).toEqual([q, expect.arrayContaining([ines.id])]);
    expect(await performers('ceramist')).toEqual([ines.id, joao.id]);
    for (const q of ['nês', 'ines prado', '%', '()&|!', "'; drop", 'joao & ines'])
      expect([q, (await performers(q)).filter((id) => id === ines.id)]).toEqual([q, []]);
  });

  test('are found by their new name, and not by the old one', async () => {
    await joao.client.call('PUT /performers', { body: { name: 'Joana Prado' } });
    expect([await performers('joana'), await performers('joão')]).toEqual([[joao.id], []]);
  });

  test('with filters come in the order of the ranking', async () => {
    for (const { client } of [ines, joao]) await client.call('PUT /performers', { body: { attributes: { eyeColor: 'green' } } });
    const ranked = async (first: Person, second: Person) => {
      for (const [place, { id }] of [first, second].entries())
        await sql`update performer_counters set place = ${place + 1} where performer_id = ${id}::uuid`.execute(app.platform.background);
      const query = { eyeColor: 'green', sortBy: 'rank', sort: 'asc' } as const;
      return (await app.client().call('GET /performers/search', { query })).data.map(({ _id }) => _id);
    };
    expect(await ranked(joao, ines)).toEqual([joao.id, ines.id]);
    expect(await ranked(ines, joao)).toEqual([ines.id, joao.id]);
    await sql`update performer_counters set place = default where performer_id in (${ines.id}, ${joao.id})`.execute(
      app.platform.background,
    );
  });

  test('that are blocked, hidden or not approved are neither found nor counted', async () => {
    const waiting = await createPerformer(app, { approved: false });
    expect(await performers(waiting.username)).toEqual([]);
    await ines.client.call('POST /performer/block/users', { body: { userId: fan.id } });
    expect(await performers('anguez')).toEqual([]);
    expect((await fan.client.call('GET /search/total', { query: { q: 'anguez' } })).performers).toBe(0);
    expect((await app.client().call('GET /search/total', { query: { q: 'anguez' } })).performers).toBe(1);
    await ines.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
  });
});

describe('feeds', () => {
  test('are found by their title and text, the newest first', async () => {
    const one = await createFeed(ines, { text: 'Un jarrón de cerámica azul', title: 'Horno' });
    const two = await createFeed(ines, { text: 'Cerámica otra vez', photos: 0 });
    expect(await feeds('ceramica')).toEqual([two, one]);
    expect([await feeds('horno cera'), await feeds('azul'), await feeds('horn azul vez')]).toEqual([[one], [one], []]);
    expect(await feeds('...')).toEqual([]);
  });

  test('with locked text are found by it only by those who may read it', async () => {
    const word = 'quicksilver';
    const kinds = [
      { audience: 'everyone' },
      { audience: 'followers' },
      { audience: 'subscribers' },
      { audience: 'buyers', price: 5 },
    ] as const;
    const ids = new Map<string, string>();
    for (const kind of kinds)
      ids.set(kind.audience, await createFeed(ines, { ...kind, photos: 0, text: `The ${word} glaze`, title: 'Notebook' }));
    const withdrawn = await createFeed(ines, { audience: 'subscribers', photos: 0, text: `Gone ${word}` });
    await sql`update items set state = 'draft' where id = ${withdrawn}::uuid`.execute(app.platform.database);
    const [follower, subscriber, buyer] = [await createFan(app), await createFan(app), await createFan(app)];
    await follower.client.call('POST /reactions', { body: { objectId: ines.id, objectType: 'performer', action: 'follow' } });
    await subscriber.client.call('POST /subscriptions/free-subscribe', { body: { performerId: ines.id } });
    // As the ledger does: the application can't write entitlements.
    const owner = new pg.Client({ connectionString: app.testDatabase.ownerUrl });
    await owner.connect();
    for (const id of [ids.get('buyers')!, withdrawn])
      await owner.query(`insert into entitlements (account_id, item_id, item_kind, source) values ($1, $2, 'feed', 'grant')`, [
        buyer.id,
        id,
      ]);
    await owner.end();
    for (const who of [undefined, follower, subscriber, buyer, ines, admin]) {
      // A search finds locked text exactly where a list shows the item open: one decision, applied twice.
      const list = await (who?.client ?? app.client()).call('GET /feeds', { query: { performerId: ines.id, limit: 50 } });
      const open = list.data.filter(({ access, text }) => access.allowed && text.includes(word)).map(({ _id }) => _id);
      expect((await feeds(word, who)).toSorted()).toEqual(open.toSorted());
      expect(open.length).toBeGreaterThan(0);
      // Titles are public.
      expect(await feeds('notebook', who)).toHaveLength(4);
    }
    expect(await feeds(word)).toEqual([ids.get('everyone')]);
  });

  test('have the same access as everywhere else', async () => {
    const id = await createFeed(ines, { audience: 'subscribers', text: 'Thumbprints in porcelain', price: 3 });
    await fan.client.call('POST /reactions', { body: { objectId: ines.id, objectType: 'performer', action: 'follow' } });
    await app.settle();
    const found = (await fan.client.call('GET /feeds', { query: { q: 'porcelain' } })).data[0]!;
    const page = await fan.client.call('GET /feeds/{id}', { params: { id } });
    const home = (await fan.client.call('GET /feeds/home-feeds', { query: { limit: 50 } })).data.find(({ _id }) => _id === id);
    const onProfile = (await fan.client.call('GET /feeds', { query: { performerId: ines.id, limit: 50 } })).data.find(
      ({ _id }) => _id === id,
    );
    expect(found.access).toMatchObject({
      allowed: false,
      reason: 'subscribers',
      waysIn: [
        { kind: 'subscribe', price: 0 },
        { kind: 'buy', price: 3 },
      ],
    });
    for (const same of [page, home, onProfile]) expect(same?.access).toEqual(found.access);
  });

  test('that are deleted or of a blocking performer are not found', async () => {
    const id = await createFeed(joao, { text: 'Sarabande' });
    expect(await feeds('sarabande', fan)).toEqual([id]);
    await joao.client.call('POST /performer/block/users', { body: { userId: fan.id } });
    expect([await feeds('sarabande', fan), await feeds('sarabande')]).toEqual([[], [id]]);
    await joao.client.call('DELETE /performer/feeds/{id}', { params: { id } });
    expect(await feeds('sarabande')).toEqual([]);
  });
});

/** Lets searches read the words of a parser; without a letter, the indexes of before. */
const read = async (letter: string): Promise<void> => {
  await sql`update search_indexes set reads = ${letter} where name = 'items'`.execute(app.platform.database);
  forgetReading(app.platform.database);
};

describe('a word that many items have', () => {
  afterEach(() => read('a'));

  test.each([
    [
      'a',
      'barcarolles',
      sql`insert into search_frequencies (prefix, word, is_beginning, item_count) values ('af', 'barcarolles', false, 1000000)`,
    ],
    ['', 'berceuses', sql`insert into item_words (kind, word, item_count) values ('feed', 'berceuses', 1000000)`],
  ])('finds the same by a walk through time, page by page, and says that there are more (reads “%s”)', async (letter, word, counted) => {
    await read(letter);
    const ids: string[] = [];
    for (const audience of ['everyone', 'everyone', 'subscribers', 'everyone'] as const)
      ids.unshift(await createFeed(ines, { audience, photos: 0, text: `An evening of ${word}` }));
    const q = word.slice(0, 8);
    const mine = (query: object) => ines.client.call('GET /feeds', { query: { q, ...query } });
    const theirs = () => app.client().call('GET /feeds', { query: { q } });
    const sorted = [await mine({}), await theirs()].map(({ data }) => data.map(({ _id }) => _id));
    expect(sorted).toEqual([ids, ids.filter((_, index) => index !== 1)]);
    await counted.execute(app.platform.database);
    forgetFrequencies(app.platform.database);
    const walked = await mine({});
    expect([walked.data.map(({ _id }) => _id), (await theirs()).data.map(({ _id }) => _id)]).toEqual(sorted);
    const pages: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await mine({ limit: 1, ...(after ? { after } : {}) });
      expect([page.total, page.isCapped]).toEqual([1000, true]);
      pages.push(...page.data.map(({ _id }) => _id));
      ({ after } = page);
    } while (after);
    expect(pages).toEqual(ids);
    expect((await ines.client.call('GET /search/total', { query: { q } })).feeds).toBe(1000);
    // In another order the newest are sorted.
    const popular = await mine({ sortBy: 'popular' });
    expect([popular.total, popular.data.map(({ _id }) => _id)]).toEqual([4, ids]);
    // Of one performer they are counted.
    expect(await mine({ performerId: ines.id })).toMatchObject({ total: 4 });
    await sql`delete from item_words`.execute(app.platform.database);
    await sql`delete from search_frequencies`.execute(app.platform.database);
    forgetFrequencies(app.platform.database);
  });

  test.each([
    ['few items, which have it or not: all are looked at', 'Passacaglias', 2],
    ['more items: the index answers those of other kinds too', 'Chaconnes', 100_000],
  ])('of a kind with %s, once for all who search within ten seconds', async (_, title, galleries) => {
    await read('');
    const [word, q] = [title.toLowerCase(), title.toLowerCase().slice(0, -2)];
    const { _id: galleryId } = await createGallery(ines, { title });
    await createGallery(ines, { title: 'Something else' });
    const found = async () => {
      const { data, total } = await ines.client.call('GET /performer-assets/galleries/search', { query: { q } });
      const totals = await ines.client.call('GET /search/total', { query: { q } });
      return [data.map(({ _id }) => _id), total, totals.galleries, totals.reels];
    };
    const byIndex = await found();
    expect(byIndex).toEqual([[galleryId], 1, 1, 0]);
    await sql`insert into item_words (kind, word, item_count) values
      ('feed', ${word}, 1000000), ('gallery', '', ${galleries}), ('reel', '', 0)`.execute(app.platform.database);
    const timesRead = async () => {
      const sent = await statementsDuring(app.platform.database, async () => expect(await found()).toEqual(byIndex));
      return sent.filter(({ sql: text }) => text.startsWith('select id from (') && text.includes("'gallery'")).length;
    };
    expect([await timesRead(), await timesRead()]).toEqual([1, 0]);
    // Who may see what was found is asked of each.
    const blocked = await createFan(app);
    const theirs = async () =>
      (await blocked.client.call('GET /performer-assets/galleries/search', { query: { q } })).data.map(({ _id }) => _id);
    expect(await theirs()).toEqual([galleryId]);
    await ines.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    expect([await theirs(), (await found())[0]]).toEqual([[], [galleryId]]);
    await sql`delete from item_words`.execute(app.platform.database);
  });

  test('is known by a count of words and their beginnings, by kind', async () => {
    for (let n = 0; n < 3; n += 1) await createFeed(joao, { photos: 0, text: `Sonatina Sónatína again${n === 0 ? ' sonata' : ''}` });
    await countFrequencies(app.platform, 3);
    const { rows } = await sql<{ prefix: string; word: string; is_beginning: boolean; item_count: number }>`
      select * from search_frequencies where word like 'sonat%' order by word`.execute(app.platform.database);
    expect(rows.map(({ word, is_beginning: isBeginning, item_count: items }) => [word, isBeginning, items])).toEqual([
      ['sonat', true, 4],
      ['sonati', true, 3],
      ['sonatina', false, 3],
    ]);
    expect(new Set(rows.map(({ prefix }) => prefix))).toEqual(new Set(['af']));
    await sql`delete from search_frequencies`.execute(app.platform.database);
    forgetFrequencies(app.platform.database);
  });

  test('is known by a count of words of before, by kind', async () => {
    for (let n = 0; n < 3; n += 1) await createFeed(joao, { photos: 0, text: 'Nocturne Nóctúrne again' });
    await countWords(app.platform, ['feed', 'gallery'], 3);
    const { rows } = await sql<{ kind: string; item_count: number }>`
      select kind, item_count from item_words where word = 'nocturne'`.execute(app.platform.database);
    expect(rows).toEqual([{ kind: 'feed', item_count: 3 }]);
    await sql`delete from item_words`.execute(app.platform.database);
  });
});

describe('suggestions', () => {
  const suggest = async (who: Person, from = '85.240.1.1') =>
    (await who.client.call('GET /performers/suggestions', { query: { limit: 24 }, headers: { 'x-forwarded-for': from } } as never)) as {
      data: { _id: string; reason: { kind: string; name?: string; craft?: string } }[];
    };
  const follow = (who: Person, whom: Person) =>
    who.client.call('POST /reactions', { body: { objectId: whom.id, objectType: 'performer', action: 'follow' } });

  test('have a reason each, and exclude followed, blocking and hidden performers and the viewer', async () => {
    const [seed, liked, hidden, alike] = [
      await createPerformer(app, { admin }),
      await createPerformer(app, { admin }),
      await createPerformer(app, { admin }),
      await createPerformer(app, { admin }),
    ];
    await seed.client.call('PUT /performers', { body: { name: 'Sol Seed', craft: 'Fire-eater' } });
    await alike.client.call('PUT /performers', { body: { craft: 'Fire-eater' } });
    const [reader, other] = [await createFan(app), await createFan(app)];
    await follow(reader, seed);
    for (const whom of [seed, liked, hidden]) await follow(other, whom);
    await hidden.client.call('POST /performer/block/users', { body: { userId: reader.id } });
    await app.settle();
    const { data } = await suggest(reader);
    const byId = new Map(data.map((one) => [one._id, one.reason]));
    expect(byId.get(liked.id)).toEqual({ kind: 'fansOf', name: 'Sol Seed' });
    expect(byId.get(alike.id)).toEqual({ kind: 'craft', craft: 'Fire-eater' });
    expect([byId.has(seed.id), byId.has(hidden.id), byId.has(reader.id)]).toEqual([false, false, false]);
    expect(new Set(byId.keys()).size).toBe(data.length);
    expect((await suggest(liked)).data.some(({ _id }) => _id === liked.id)).toBe(false);
    // A viewer without follows and country gets performers only because they are new or popular.
    const lonely = await createFan(app);
    await sql`update performers set decided_at = now() - interval '90 days' where account_id = ${liked.id}::uuid`.execute(
      app.platform.database,
    );
    const reasons = new Map((await suggest(lonely, '127.0.0.1')).data.map((one) => [one._id, one.reason.kind]));
    expect([reasons.get(liked.id), reasons.get(alike.id)]).toEqual(['popular', 'new']);
  });
});

describe('misspelt words', () => {
  const total = (q: string, who: Person | undefined = fan) =>
    (who?.client ?? app.client()).call('GET /search/total', { query: { q } }) as Promise<
      Record<'performers' | 'feeds', number> & { corrected: string[]; didYouMean: string | null }
    >;
  let clown: Person;
  let post: string;
  beforeAll(async () => {
    clown = await createPerformer(app, { admin, monthlyPrice: 0 });
    await clown.client.call('PUT /performers', { body: { name: 'Żaneta Wiśniewska', craft: 'Tightrope', bio: '' } });
    post = await createFeed(clown, { text: 'La canción del equilibrista', title: 'Saxophone night' });
    await createFeed(clown, { audience: 'subscribers', photos: 0, text: 'Zeppelin in the wings', title: 'Notebook' });
    await app.settle();
  });

  test('find what was meant, for performers and items, one slip or two', async () => {
    for (const q of ['wisniewksa', 'Wisnieska', 'zaneta wisniewsk', 'tigthrope', 'tightropes'.slice(0, -1)])
      expect([q, await performers(q)]).toEqual([q, [clown.id]]);
    for (const q of ['saxofone', 'saxopohne', 'cancoin', 'equilibrsta', 'nihgt saxophone'])
      expect([q, (await fan.client.call('GET /feeds', { query: { q } })).data.map(({ _id }) => _id)]).toEqual([q, [post]]);
    // Too short, too different, or written right.
    for (const q of ['nihg', 'saxxxoon', 'saxophone barcarole'])
      expect([q, (await fan.client.call('GET /feeds', { query: { q } })).data]).toEqual([q, []]);
  });

  test('are counted as they are listed, with the words that were meant as they are spelled', async () => {
    expect(await total('cancoin')).toMatchObject({ feeds: 1, performers: 0, corrected: ['feeds'], didYouMean: 'canción' });
    expect(await total('wisniewksa')).toMatchObject({ performers: 1, corrected: ['performers'], didYouMean: 'wiśniewska' });
    expect(await total('canción')).toMatchObject({ feeds: 1, corrected: [], didYouMean: null });
    expect(await total('qqqqqqq')).toMatchObject({ feeds: 0, performers: 0, corrected: [], didYouMean: null });
  });

  test('never tell of words that are locked, nor of performers who are hidden', async () => {
    expect(await total('zepelin')).toMatchObject({ feeds: 0, corrected: [], didYouMean: null });
    await clown.client.call('POST /performer/block/users', { body: { userId: fan.id } });
    expect(await total('wisniewksa')).toMatchObject({ performers: 0, corrected: [], didYouMean: null });
    expect((await fan.client.call('GET /search/suggestions', { query: { q: 'saxo' } })).words).toEqual([]);
    await clown.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
    expect((await fan.client.call('GET /search/suggestions', { query: { q: 'saxo' } })).words).toEqual(['saxophone']);
  });

  test('are known by a count of all words, which forgets those that nobody has', async () => {
    const rows = () =>
      sql<{ word: string; item_count: number; performer_count: number; performer_id: string | null }>`
        select word, item_count, performer_count, performer_id from known_words order by word`.execute(app.platform.database);
    const added = (await rows()).rows;
    await sql`insert into known_words (word, spelling, item_count, variants) values ('nobodys', 'nobodys', 3, word_variants('nobodys'))`.execute(
      app.platform.database,
    );
    await countAllWords(app.platform);
    const counted = (await rows()).rows;
    expect(counted.map(({ word }) => word)).not.toContain('nobodys');
    // Whatever the count finds was added by its event before.
    expect(counted.filter(({ word }) => !added.some((one) => one.word === word))).toEqual([]);
    expect(counted.find(({ word }) => word === 'cancion')).toEqual({
      word: 'cancion',
      item_count: 1,
      performer_count: 0,
      performer_id: clown.id,
    });
  });
});

describe('suggestions while typing', () => {
  const suggest = (q: string, who: Person = fan) => who.client.call('GET /search/suggestions', { query: { q } });

  test('are performers by name, words of items, and categories', async () => {
    await admin.client.call('POST /admin/categories', { body: { slug: 'pottery', names: { en: 'Pottery', es: 'Cerámica' } } });
    await createFeed(ines, { title: 'Potters at work', photos: 1 });
    await app.settle();
    const found = await suggest('pott');
    expect(found).toMatchObject({ performers: [], words: ['potters'], categories: [{ slug: 'pottery', name: 'Pottery' }] });
    expect((await suggest('ine')).performers.map(({ _id }) => _id)).toContain(ines.id);
    expect((await suggest('anguze')).performers.map(({ _id }) => _id)).toEqual([ines.id]);
    // A craft or a bio isn't a name.
    expect((await suggest('kiln')).performers).toEqual([]);
    for (const q of ['p', '...', '%']) expect(await suggest(q)).toEqual({ performers: [], words: [], tags: [], categories: [] });
  });

  test('leave out performers who have blocked the viewer', async () => {
    await ines.client.call('POST /performer/block/users', { body: { userId: fan.id } });
    expect((await suggest('ines')).performers).toEqual([]);
    expect((await suggest('ines', joao)).performers.map(({ _id }) => _id)).toEqual([ines.id]);
    await ines.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
  });
});

describe('the best of all kinds', () => {
  const top = async (q: string, who?: Person, more: object = {}) =>
    (who?.client ?? app.client()).call('GET /search/top', { query: { q, ...more } });

  test('has the words in its title first, then in its tags, then in its text; among those what is liked and followed', async () => {
    const word = 'pavane';
    const publish = async (performer: Person, body: object, tags: string[] = []) => {
      const id = await createFeed(performer, { photos: 1, title: 'Notebook', ...body });
      if (tags.length > 0) await performer.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { tags } });
      return id;
    };
    const inText = await publish(ines, { text: `A slow ${word}` });
    const inTags = await publish(ines, { text: 'A slow one' }, [word]);
    const { _id: inTitle } = await createGallery(ines, { title: `A ${word}, from below` });
    const followed = await publish(joao, { text: `The ${word} again` });
    await app.settle();
    expect((await top(word)).items.map(({ _id }) => _id)).toEqual([inTitle, inTags, followed, inText]);
    const reader = await createFan(app);
    await reader.client.call('POST /reactions', { body: { objectId: ines.id, objectType: 'performer', action: 'follow' } });
    expect((await top(word, reader)).items.map(({ _id }) => _id)).toEqual([inTitle, inTags, inText, followed]);
    for (let n = 0; n < 3; n += 1)
      await (await createFan(app)).client.call('POST /reactions', { body: { objectId: followed, objectType: 'feed', action: 'like' } });
    await app.settle();
    expect((await top(word, reader)).items.map(({ _id }) => _id)).toEqual([inTitle, inTags, followed, inText]);
    expect((await top(word, undefined, { tag: word })).items.map(({ _id }) => _id)).toEqual([inTags]);
  });

  test('are performers by relevance too, unless something narrows items alone', async () => {
    expect((await top('anguez')).performers.map(({ _id }) => _id)).toEqual([ines.id]);
    expect((await top('anguez', undefined, { access: 'free' })).performers).toEqual([]);
    expect(await top('nobody writes this')).toEqual({ performers: [], items: [], products: [] });
  });

  test('holds no words of a locked text, and nothing of a performer who blocks the viewer', async () => {
    const id = await createFeed(ines, { audience: 'subscribers', photos: 0, title: 'Notebook', text: 'Forlane for few' });
    await createGallery(ines, { title: 'Forlane for all' });
    expect((await top('forlane', fan)).items).toHaveLength(1);
    expect((await top('forlane', ines)).items.map(({ _id }) => _id)).toContain(id);
    const reader = await createFan(app);
    await ines.client.call('POST /performer/block/users', { body: { userId: reader.id } });
    expect(await top('forlane', reader)).toEqual({ performers: [], items: [], products: [] });
  });
});
