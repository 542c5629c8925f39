import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { withdrawExpiredItems } from '../items/index.ts';
import { TIMELINES, clearExpiredTimelines } from './timelines.ts';
import { narrowAudiences, trimAllTimelines } from './write-timelines.ts';

let app: TestApp;
let admin: Person;
let performer: Person;
let other: Person;
const usual = { ...TIMELINES };

beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  other = await createPerformer(app, { admin, monthlyPrice: 0 });
});
beforeEach(async () => {
  performer = await createPerformer(app, { admin, monthlyPrice: 0 });
});
afterEach(() => {
  Object.assign(TIMELINES, usual);
});
afterAll(() => app.close());

const follow = async (fan: Person, whom: Person): Promise<void> => {
  await fan.client.call('POST /reactions', { body: { objectId: whom.id, objectType: 'performer', action: 'follow' } });
  await app.settle();
};
const unfollow = async (fan: Person, whom: Person): Promise<void> => {
  await fan.client.call('DELETE /reactions', { body: { objectId: whom.id, objectType: 'performer', action: 'follow' } });
  await app.settle();
};
const subscribe = async (fan: Person, whom: Person): Promise<void> => {
  await fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: whom.id } });
  await app.settle();
};
const post = async (whom: Person, text = 'News'): Promise<string> => {
  const id = await createFeed(whom, { photos: 0, text });
  await app.settle();
  app.clock.advance(1000);
  return id;
};
const posts = async (whom: Person, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await post(whom, `News ${n}`));
  return ids;
};
type HomeQuery = { from?: 'subscriptions' | 'following'; type?: 'photo' | 'video' | 'text'; polls?: boolean };
/** The whole home feed by its cursor, `limit` at a time. */
const home = async (fan: Person, limit = 50, query: HomeQuery = {}): Promise<string[]> => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await fan.client.call('GET /feeds/home-feeds', { query: { limit, ...query, ...(after ? { after } : {}) } });
    ids.push(...page.data.map(({ _id }) => _id));
    after = page.after ?? undefined;
  } while (after);
  return ids;
};
const stored = async (fan: Person): Promise<string[]> => {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from timelines where account_id = ${fan.id}::uuid order by published_at desc, item_id desc`.execute(
    app.platform.database,
  );
  return rows.map(({ item_id: id }) => id);
};
const isWideAudience = async (whom: Person): Promise<boolean> => {
  const row = await app.platform.database
    .selectFrom('performers')
    .select('wide_since')
    .where('account_id', '=', whom.id)
    .executeTakeFirstOrThrow();
  return row.wide_since !== null;
};
const newestFirst = (ids: readonly string[]): string[] => ids.toReversed();

describe('a published feed', () => {
  test('is in the home feed of each follower and subscriber once, slice by slice', async () => {
    const fans = [await createFan(app), await createFan(app), await createFan(app), await createFan(app), await createFan(app)];
    for (const [n, fan] of fans.entries()) {
      if (n !== 0) await follow(fan, performer);
      if (n < 2) await subscribe(fan, performer);
    }
    Object.assign(TIMELINES, { firstSlice: 1, slice: 2 });
    const id = await post(performer);
    for (const fan of fans) expect(await stored(fan)).toEqual([id]);
    // The job is repeated, as after a crash: no duplicates.
    await app.platform.jobs.enqueue(app.platform.database, 'feeds:writeTimelines', {
      feedId: id,
      performerId: performer.id,
      after: '00000000-0000-0000-0000-000000000000',
    });
    await app.settle();
    for (const fan of fans) expect(await home(fan)).toEqual([id]);
  });

  test('is handled as an event while its long publication continues in jobs', async () => {
    const fans = [await createFan(app), await createFan(app)];
    for (const fan of fans) await follow(fan, performer);
    Object.assign(TIMELINES, { firstSlice: 1, slice: 1 });
    const id = await createFeed(performer, { photos: 0 });
    await app.outbox.drain();
    const { rows } = await sql<{
      waiting: number;
    }>`select count(*)::int as waiting from outbox where dispatched_at is null and event = 'items.published'`.execute(
      app.platform.database,
    );
    expect(rows[0]!.waiting).toBe(0);
    await app.settle();
    for (const fan of fans) expect(await stored(fan)).toEqual([id]);
  });

  test('counts at once in a home feed’s total, which is cached', async () => {
    const fan = await createFan(app);
    await follow(fan, performer);
    const total = async () => (await fan.client.call('GET /feeds/home-feeds', { query: { limit: 1 } })).total;
    await posts(performer, 3);
    expect(await total()).toBe(3);
    await post(performer);
    expect([await total(), await total()]).toEqual([4, 4]);
    // More than the page shows: recounted.
    await posts(performer, 3);
    expect(await total()).toBe(7);
  });

  test('leaves the home feed when it is deleted, taken down or expired', async () => {
    const fan = await createFan(app);
    await follow(fan, performer);
    const [deleted, takenDown, expiring, kept] = [
      await post(performer),
      await post(performer),
      await post(performer),
      await post(performer),
    ];
    await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: deleted } });
    await sql`update items set state = 'taken-down' where id = ${takenDown}::uuid`.execute(app.platform.database);
    await performer.client.call('PUT /performer/feeds/{id}', {
      params: { id: expiring },
      body: { expiresAt: new Date(app.clock.now().getTime() + 60_000).toISOString() },
    });
    expect(await home(fan)).toEqual([kept, expiring]);
    app.clock.advance(61_000);
    await withdrawExpiredItems(app.platform);
    await app.settle();
    expect(await home(fan)).toEqual([kept]);
    // Published again, it is where it was, once.
    await performer.client.call('POST /performer/feeds/draft/{id}', { params: { id: expiring }, body: { publish: true } });
    await app.settle();
    expect(await home(fan)).toEqual([kept, expiring]);
  });
});

describe('a home feed', () => {
  test('keeps a limited number of rows, the newest, after following and every night', async () => {
    Object.assign(TIMELINES, { rows: 4, backfill: 3, trimmedTogether: 2 });
    const fan = await createFan(app);
    const early = await posts(performer, 4);
    await follow(fan, performer);
    await follow(fan, other);
    const before = await stored(fan);
    expect(before.slice(0, 3)).toEqual(newestFirst(early.slice(1)));
    const neighbour = await createFan(app);
    await follow(neighbour, performer);
    const late = await posts(performer, 3);
    const latest = await posts(other, 2);
    const all = [...newestFirst([...late, ...latest]), ...before];
    expect(await stored(fan)).toEqual(all);
    expect((await fan.client.call('GET /feeds/home-feeds', { query: { limit: 2 } })).total).toBe(4);
    await trimAllTimelines(app.platform);
    expect(await stored(fan)).toEqual(all.slice(0, 4));
    expect(await stored(neighbour)).toEqual(newestFirst([...early, ...late]).slice(0, 4));
    const page = await fan.client.call('GET /feeds/home-feeds', { query: { limit: 10 } });
    expect([page.data.length, page.total, page.after]).toEqual([4, 4, null]);
  });

  test('loses a performer who is unfollowed, whose subscription expired, or who blocks', async () => {
    const [leaver, subscriber, blocked] = [await createFan(app), await createFan(app), await createFan(app)];
    await follow(leaver, performer);
    await subscribe(subscriber, performer);
    await follow(blocked, performer);
    const id = await post(performer);
    for (const fan of [leaver, subscriber, blocked]) expect(await home(fan)).toEqual([id]);

    await unfollow(leaver, performer);
    expect([await home(leaver), await stored(leaver)]).toEqual([[], []]);

    await sql`update subscriptions set expires_at = ${app.clock.now()} where fan_id = ${subscriber.id}::uuid`.execute(
      app.platform.database,
    );
    expect(await home(subscriber)).toEqual([]);
    expect(await stored(subscriber)).toEqual([id]);
    await clearExpiredTimelines(app.platform.database, app.clock.now());
    expect(await stored(subscriber)).toEqual([]);
    await subscribe(subscriber, performer);
    expect(await home(subscriber)).toEqual([id]);

    await performer.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    expect(await home(blocked)).toEqual([]);
    const later = await post(performer);
    expect([await home(blocked), await stored(blocked)]).toEqual([[], []]);
    expect(await home(subscriber)).toEqual([later, id]);
  });

  test('is filtered by subscriptions, follows and type', async () => {
    const fan = await createFan(app);
    await follow(fan, performer);
    await subscribe(fan, other);
    const followed = await post(performer);
    const subscribed = await post(other);
    const photo = await createFeed(performer);
    await app.settle();
    const mine = new Set([followed, subscribed, photo]);
    const only = async (query: HomeQuery) => (await home(fan, 2, query)).filter((id) => mine.has(id));
    expect(await only({})).toEqual([photo, subscribed, followed]);
    expect(await only({ from: 'subscriptions' })).toEqual([subscribed]);
    expect(await only({ from: 'following' })).toEqual([photo, followed]);
    expect(await only({ from: 'following', type: 'photo' })).toEqual([photo]);
    expect(await only({ polls: true })).toEqual([]);
    const page = await fan.client.call('GET /feeds/home-feeds', { query: { limit: 1, from: 'following' } });
    expect([page.data[0]!._id, page.total]).toEqual([photo, 2]);
  });

  test('counts its own new feeds only', async () => {
    const fan = await createFan(app);
    await follow(fan, performer);
    const seen = await post(performer);
    const { data } = await fan.client.call('GET /feeds/home-feeds', { query: { limit: 1 } });
    const newer = async (query: HomeQuery = {}) =>
      (await fan.client.call('GET /feeds/home-feeds/new', { query: { since: data[0]!.publishedAt, sinceId: seen, ...query } })).count;
    expect(await newer()).toBe(0);
    const [first] = [await post(performer), await post(other), await createFeed(performer)];
    await app.settle();
    expect([await newer(), await newer({ type: 'photo' }), await newer({ from: 'subscriptions' })]).toEqual([2, 1, 0]);
    await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: first } });
    expect(await newer()).toBe(1);
  });
});

describe('a wide performer', () => {
  test('becomes wide and back without gaps or duplicates', async () => {
    const fans = [await createFan(app), await createFan(app), await createFan(app), await createFan(app)];
    const reader = fans[0]!;
    await follow(reader, other);
    for (const fan of fans) await follow(fan, performer);
    const before = await home(reader);
    const all: string[] = [];
    const expectAll = async () => {
      const union = [...newestFirst(all), ...before];
      for (const limit of [1, 2, 3, 50]) expect(await home(reader, limit)).toEqual(union);
    };
    for (const whom of [performer, other, performer]) all.push(await post(whom));
    await expectAll();

    TIMELINES.wideAudience = 3;
    for (const whom of [performer, other, other, performer, performer]) all.push(await post(whom));
    expect(await isWideAudience(performer)).toBe(true);
    expect((await stored(reader)).filter((id) => all.includes(id))).toHaveLength(5);
    await expectAll();

    // Pages by offset agree.
    const pages: string[] = [];
    for (let offset = 0; offset < all.length; offset += 3) {
      const page = await reader.client.call('GET /feeds/home-feeds', { query: { limit: 3, offset } });
      pages.push(...page.data.map(({ _id }) => _id));
      expect(page.total).toBe(all.length + before.length);
    }
    expect(pages.slice(0, all.length)).toEqual(newestFirst(all));

    // New feeds count once, whether written or merged.
    const oldest = await reader.client.call('GET /feeds/{id}', { params: { id: all[0]! } });
    const { count } = await reader.client.call('GET /feeds/home-feeds/new', { query: { since: oldest.publishedAt, sinceId: oldest._id } });
    expect(count).toBe(all.length - 1);

    // Deletions, blocks and unfollowing apply to merged feeds too.
    await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: all.at(-1)! } });
    all.pop();
    await expectAll();
    await performer.client.call('POST /performer/block/users', { body: { userId: fans[3]!.id } });
    expect(await home(fans[3]!)).toEqual([]);
    await unfollow(fans[2]!, performer);
    expect(await home(fans[2]!)).toEqual([]);

    // Two fans remain, more than half of the threshold: nothing changes. Then one.
    await narrowAudiences(app.platform);
    expect(await isWideAudience(performer)).toBe(true);
    await unfollow(fans[1]!, performer);
    await narrowAudiences(app.platform);
    expect(await isWideAudience(performer)).toBe(false);
    await expectAll();
    all.push(await post(performer));
    await expectAll();
    expect((await stored(reader)).filter((id) => all.includes(id))).toHaveLength(all.length);
  });

  test('is in the home feed of followers meanwhile, and afterwards', async () => {
    const [fan, late] = [await createFan(app), await createFan(app)];
    await follow(fan, performer);
    TIMELINES.wideAudience = 0;
    const id = await post(performer);
    expect(await isWideAudience(performer)).toBe(true);
    await subscribe(late, performer);
    expect([await home(fan), await home(late)]).toEqual([[id], [id]]);
    TIMELINES.wideAudience = 100;
    await narrowAudiences(app.platform);
    expect(await isWideAudience(performer)).toBe(false);
    expect([await home(fan), await home(late)]).toEqual([[id], [id]]);
  });
});

test('the home feed accepts its one order, and refuses others', async () => {
  const fan = await createFan(app);
  await follow(fan, performer);
  const ids = await posts(performer, 3);
  const read = (query: Record<string, unknown>) => fan.client.raw('GET /feeds/home-feeds', { query });
  const { data } = await read({ sortBy: 'publishedAt', sort: 'desc' });
  expect((data as { data: { _id: string }[] }).data.map(({ _id }) => _id)).toEqual(ids.toReversed());
  for (const query of [{ sortBy: 'createdAt' }, { sortBy: 'updatedAt' }, { sort: 'asc' }]) expect((await read(query)).status).toBe(422);
});
