import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCategory } from '../../testing/catalog-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let star: Person;
let fan: Person;
let blocker: Person;
let topic: { tag: string; categoryId: string };
const published: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  const muted = await createPerformer(app, { admin });
  blocker = await createPerformer(app, { admin });
  fan = await createFan(app);
  await fan.client.call('POST /hidden-performers', { body: { performerId: muted.id, how: 'muted' } });
  topic = { tag: unique('tango').toLowerCase(), categoryId: await createCategory(admin, unique('Dance')) };
  for (const by of [star, star, muted, star, star, star]) {
    const feedId = await createFeed(by, { photos: 0 });
    await by.client.call('PUT /performer/feeds/{id}', {
      params: { id: feedId },
      body: { tags: [topic.tag], categoryIds: [topic.categoryId] },
    });
    if (by === star) published.unshift(feedId);
    app.clock.advance(60_000);
  }
});
afterAll(() => app.close());

/** Every page of a topic, two items each. */
const pagesOf = async (query: Record<string, unknown>): Promise<{ ids: string[]; totals: number[] }> => {
  const [ids, totals]: [string[], number[]] = [[], []];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await fan.client.call('GET /feeds', { query: { ...query, limit: 2, ...(after ? { after } : {}) } as never });
    ids.push(...page.data.map(({ _id }) => _id));
    totals.push(page.total);
    ({ after } = page as { after: string | null });
  }
  return { ids, totals };
};
const whole = () => ({ ids: published, totals: [5, 5, 5] });

test('items of a topic are read newest first, page by page, whether few or many have it', async () => {
  const { tag, categoryId } = topic;
  for (const query of [{ tag }, { categoryId }, { tag: tag.toUpperCase(), categoryId }]) expect(await pagesOf(query)).toEqual(whole());
  expect((await pagesOf({ tag, sortBy: 'popular' })).ids.toSorted()).toEqual(published.toSorted());

  // More than are sorted, nobody's to see.
  await sql`
    with made as (
      insert into items (id, kind, performer_id, title, audience, state)
      select uuidv7(), 'feed', ${star.id}::uuid, '', 'everyone', 'draft' from generate_series(1, 4001) returning id
    ), filed as (insert into item_categories (item_id, category_id) select id, ${categoryId}::uuid from made)
    insert into item_contents (item_id, tags) select id, array[${tag}] from made`.execute(app.platform.database);
  for (const query of [{ tag }, { categoryId }, { tag, categoryId }]) expect(await pagesOf(query)).toEqual(whole());
});

test('a page that filters leave is full, however many of its items are of a performer who is hidden from the viewer', async () => {
  const list = () => fan.client.call('GET /feeds', { query: { access: 'free', limit: 2 } });
  const before = (await list()).data.map(({ _id }) => _id);
  expect(before).toHaveLength(2);
  for (let n = 0; n < 16; n += 1) await createFeed(blocker, { photos: 0 });
  expect((await list()).data.map(({ performer }) => performer._id)).toEqual([blocker.id, blocker.id]);
  await blocker.client.call('POST /performer/block/users', { body: { userId: fan.id } });
  expect((await list()).data.map(({ _id }) => _id)).toEqual(before);
});

test('that a list has more items than are counted is known for a minute, a shorter one is counted each time', async () => {
  const { tag } = topic;
  const totalOf = async () => {
    const { total, isCapped } = await fan.client.call('GET /feeds', { query: { tag, limit: 2 } });
    return { total, isCapped };
  };
  const share = sql`performer_id = ${star.id}::uuid and kind = 'feed' and created_at > ${new Date(0)}`;
  await sql`insert into item_counters (item_id) select id from items where ${share} on conflict do nothing`.execute(app.platform.database);
  await sql`update items set state = 'active', published_at = now() - interval '1 year' where state = 'draft' and ${share}`.execute(
    app.platform.database,
  );
  expect(await totalOf()).toEqual({ total: 1000, isCapped: true });
  await sql`update items set state = 'deleted' where ${share} and published_at < now() - interval '1 month'`.execute(app.platform.database);
  expect(await totalOf()).toEqual({ total: 1000, isCapped: true });
  expect((await fan.client.call('GET /feeds', { query: { tag, access: 'free', limit: 2 } })).total).toBe(5);
});
