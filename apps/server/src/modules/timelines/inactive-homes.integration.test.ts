import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, createDatabase, createPool } from '../../platform/database/database.ts';
import { writePresence } from '../../platform/presence/presence.store.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { withdrawExpiredItems } from '../items/index.ts';
import { deactivateHomes } from './deactivate-homes.ts';
import { TIMELINES, clearExpiredTimelines } from './timelines.ts';
import { narrowAudiences, trimAllTimelines } from './write-timelines.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
/** As the owner: the application can't see who waits for locks. */
let owner: Database;
let admin: Person;
/** Seen every day. */
let present: Person;
/** Does the same, and is then away. */
let away: Person;
const usual = { ...TIMELINES };

beforeAll(async () => {
  app = await createTestApp();
  owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 2, asOwner: true }));
  admin = await createAdmin(app);
});
beforeEach(async () => {
  present = await createFan(app);
  away = await createFan(app);
});
afterEach(() => {
  Object.assign(TIMELINES, usual);
});
afterAll(async () => {
  await owner.destroy();
  await app.close();
});

const createStar = (): Promise<Person> => createPerformer(app, { admin, monthlyPrice: 0 });
const post = async (star: Person, text = 'News'): Promise<string> => {
  const id = await createFeed(star, { photos: 0, text });
  await app.settle();
  app.clock.advance(1000);
  return id;
};
const posts = async (star: Person, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await post(star, `News ${n}`));
  return ids;
};
/** Of both fans. */
const both = async (act: (fan: Person) => Promise<unknown>): Promise<void> => {
  for (const fan of [present, away]) await act(fan);
  await app.settle();
};
const follow = (star: Person) => (fan: Person) =>
  fan.client.call('POST /reactions', { body: { objectId: star.id, objectType: 'performer', action: 'follow' } });
const unfollow = (star: Person) => (fan: Person) =>
  fan.client.call('DELETE /reactions', { body: { objectId: star.id, objectType: 'performer', action: 'follow' } });
const subscribe = (star: Person) => (fan: Person) =>
  fan.client.call('POST /subscriptions/free-subscribe', { body: { performerId: star.id } });

/** Notes that they are there now: the clock of the tests is faster than that of the notes. */
const see = (...fans: Person[]): Promise<void> =>
  writePresence(
    app.platform.database,
    fans.map(({ id }) => ({ id, at: app.clock.now() })),
  );
/** Lets time pass: both are seen on the first day, one on the last; then the nightly job. */
const passDays = async (days: number): Promise<void> => {
  await app.presence.flush();
  app.clock.advance(60_000);
  await see(present, away);
  app.clock.advance(days * DAY_MS);
  await see(present);
  await deactivateHomes(app.platform);
};

/** The whole home feed by its cursor, `limit` at a time. */
const home = async (fan: Person, limit = 50, query: Record<string, unknown> = {}): Promise<string[]> => {
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
  const { rows } = await sql<{ id: string }>`
    select item_id as id from timelines where account_id = ${fan.id}::uuid order by published_at desc, item_id desc`.execute(owner);
  return rows.map(({ id }) => id);
};
const inactive = async (): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from inactive_homes where account_id in (${present.id}::uuid, ${away.id}::uuid)`.execute(owner);
  return rows.map(({ id }) => id);
};
const expectSameHome = async (): Promise<string[]> => {
  const whole = await home(present);
  for (const limit of [1, 3, 50]) expect(await home(away, limit)).toEqual(whole);
  return whole;
};

describe('who was away has the home feed of who was not', () => {
  test('after publications, withdrawals, deletions, expiries, blocks, follows and ends of subscriptions', async () => {
    Object.assign(TIMELINES, { backfill: 3 });
    const [followed, subscribed, left, ended, blocking, pardoning, late] = [
      await createStar(),
      await createStar(),
      await createStar(),
      await createStar(),
      await createStar(),
      await createStar(),
      await createStar(),
    ];
    const { client } = followed;
    /** Makes drafts of active items. */
    const expire = async (...ids: string[]): Promise<void> => {
      const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
      for (const id of ids) await client.call('PUT /performer/feeds/{id}', { params: { id }, body: { expiresAt } });
      app.clock.advance(61_000);
      await withdrawExpiredItems(app.platform);
      await app.settle();
    };
    // A draft when it is followed, so that following doesn't bring it.
    const draft = await post(followed);
    await expire(draft);
    for (const star of [followed, subscribed, left, ended, blocking, pardoning, late]) await posts(star, 5);
    for (const star of [followed, left, blocking, pardoning]) await both(follow(star));
    for (const star of [subscribed, ended]) await both(subscribe(star));
    const [republished, ...early] = [await post(followed), await post(followed), await post(subscribed), await post(left)];
    await passDays(15);
    expect(await inactive()).toEqual([away.id]);
    const before = await stored(away);

    const [deleted, expiring, takenDown, kept] = await posts(followed, 4);
    await posts(subscribed, 5);
    await posts(followed, 5);
    for (const star of [left, ended, blocking, pardoning, late]) await posts(star, 2);
    await client.call('DELETE /performer/feeds/{id}', { params: { id: deleted! } });
    await client.call('DELETE /performer/feeds/{id}', { params: { id: early[0]! } });
    await sql`update items set state = 'taken-down' where id = ${takenDown!}::uuid`.execute(owner);
    await expire(expiring!, republished);
    for (const id of [republished, draft])
      await client.call('POST /performer/feeds/draft/{id}', { params: { id }, body: { publish: true } });
    await app.settle();
    for (const fan of [present, away]) {
      await blocking.client.call('POST /performer/block/users', { body: { userId: fan.id } });
      await pardoning.client.call('POST /performer/block/users', { body: { userId: fan.id } });
      await pardoning.client.call('DELETE /performer/block/users/{id}', { params: { id: fan.id } });
    }
    await sql`update subscriptions set expires_at = ${app.clock.now()} where performer_id = ${ended.id}::uuid`.execute(owner);
    await clearExpiredTimelines(app.platform.database, app.clock.now());
    await both(unfollow(left));
    await both(follow(late));
    await post(late);

    // Of all that was published meanwhile only what following and pardoning brought was written, and what has a date from before.
    expect((await stored(away)).filter((id) => !before.includes(id)).length).toBeLessThanOrEqual(2 * TIMELINES.backfill + 1);
    const whole = await expectSameHome();
    expect(whole).toEqual(expect.arrayContaining([kept, republished, draft, early[1]]));
    for (const id of [deleted, expiring, takenDown, early[0], early[2]]) expect(whole).not.toContain(id);
    expect(await inactive()).toEqual([]);
    for (const query of [{ from: 'following' }, { from: 'subscriptions' }, { type: 'text' }])
      expect(await home(away, 2, query)).toEqual(await home(present, 2, query));
    // From now on publications are written to it again.
    const newest = await post(followed);
    expect((await stored(away))[0]).toBe(newest);
    expect((await expectSameHome())[0]).toBe(newest);
  });

  test('when more was published than a home feed keeps', async () => {
    const [busy, quiet] = [await createStar(), await createStar()];
    await both(follow(busy));
    await both(follow(quiet));
    const first = await post(quiet);
    await passDays(20);
    Object.assign(TIMELINES, { rows: 6, backfill: 2 });
    await posts(quiet, 1);
    await posts(busy, 4);
    await posts(quiet, 1);
    await posts(busy, 4);
    const whole = await home(away);
    await trimAllTimelines(app.platform);
    expect([whole, whole.length]).toEqual([await home(present), 6]);
    expect(whole).not.toContain(first);
    const { total } = await away.client.call('GET /feeds/home-feeds', { query: { limit: 2 } });
    expect(total).toBe((await present.client.call('GET /feeds/home-feeds', { query: { limit: 2 } })).total);
  });

  test('while a performer becomes wide and narrow again', async () => {
    const star = await createStar();
    await both(follow(star));
    const before = await posts(star, 2);
    TIMELINES.wideAudience = 1;
    const merged = await posts(star, 2);
    await passDays(15);
    const missed = await posts(star, 2);
    Object.assign(TIMELINES, { wideAudience: 100, backfill: 10 });
    await narrowAudiences(app.platform);
    const later = await post(star);
    expect(await expectSameHome()).toEqual([...before, ...merged, ...missed, later].toReversed());
  });

  test('whether it asks for new items or for the home feed first', async () => {
    const star = await createStar();
    await both(follow(star));
    await post(star);
    const since = app.clock.now().toISOString();
    await passDays(15);
    await posts(star, 3);
    const count = async (fan: Person) => (await fan.client.call('GET /feeds/home-feeds/new', { query: { since } })).count;
    expect([await count(away), await count(present)]).toEqual([3, 3]);
    expect(await inactive()).toEqual([]);
    await expectSameHome();
  });
});

describe('many at once', () => {
  let open: { end(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open) await one.end();
    open = [];
  });
  /** Blocks the writing of one timeline row until it is ended. */
  const blockRow = async (itemId: string, accountId: string): Promise<{ end(): Promise<void> }> => {
    const trx = await owner.startTransaction().execute();
    await sql`
      insert into timelines (account_id, published_at, item_id, performer_id)
      select ${accountId}::uuid, published_at, id, performer_id from items where id = ${itemId}::uuid`.execute(trx);
    const blocked = { end: async () => (trx.isRolledBack ? undefined : trx.rollback().execute()) };
    open.push(blocked);
    return blocked;
  };
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ 'with (known|published)'`.execute(owner);
    return rows[0]!.waiting;
  };
  const fills = (statements: readonly { sql: string }[]): number =>
    statements.filter(({ sql: text }) => text.includes('insert into timelines')).length;

  test('reads fill it once, and each answers all of it', async () => {
    const star = await createStar();
    await follow(star)(away);
    await app.settle();
    await passDays(15);
    const ids = await posts(star, 4);
    const answers: string[][] = [];
    const statements = await statementsDuring(app.platform.database, async () => {
      answers.push(...(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((limit) => home(away, limit)))));
    });
    expect(answers).toEqual(answers.map(() => ids.toReversed()));
    expect(fills(statements)).toBe(1);
    expect(await stored(away)).toEqual(ids.toReversed());
    expect(fills(await statementsDuring(app.platform.database, () => home(away)))).toBe(0);
  });

  test('an item published while it is filled is in it once', async () => {
    const star = await createStar();
    await follow(star)(away);
    await app.settle();
    await passDays(15);
    const missed = await post(star);
    const blocked = await blockRow(missed, away.id);
    const reading = Promise.all([home(away), home(away, 1)]);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    const meanwhile = await post(star);
    await blocked.end();
    for (const ids of await reading) expect(ids).toEqual([meanwhile, missed]);
    expect(await stored(away)).toEqual([meanwhile, missed]);
  });

  test('an unfollow while it is filled leaves nothing behind', async () => {
    const star = await createStar();
    await follow(star)(away);
    await app.settle();
    await passDays(15);
    const missed = await post(star);
    const blocked = await blockRow(missed, away.id);
    const reading = home(away);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await unfollow(star)(away);
    const settled = app.settle();
    await blocked.end();
    await Promise.all([reading, settled]);
    expect([await home(away), await stored(away)]).toEqual([[], []]);
  });

  test('a fill that failed is repeated by the next read', async () => {
    const star = await createStar();
    await follow(star)(away);
    await app.settle();
    await passDays(15);
    const missed = await post(star);
    await sql`update inactive_homes set is_filling = true where account_id = ${away.id}::uuid`.execute(owner);
    // As after a crash between the two steps: publications write to it again.
    const later = await post(star);
    expect(await stored(away)).toEqual([later]);
    expect(await home(away)).toEqual([later, missed]);
  });

  // Stops the dispatcher: last of its file.
  test('an item whose publication began before the fill, and ends after it, is in it once', async () => {
    const star = await createStar();
    await both(follow(star));
    await passDays(15);
    await app.outbox.stop();
    const id = await createFeed(star, { photos: 0, text: 'News' });
    const blocked = await blockRow(id, present.id);
    const publishing = app.outbox.drain();
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    expect(await home(away)).toEqual([id]);
    await blocked.end();
    await publishing;
    for (const fan of [away, present]) expect([await home(fan), await stored(fan)]).toEqual([[id], [id]]);
  });
});

test('a performer with many inactive followers writes few rows, at once and in slices', async () => {
  const star = await createStar();
  await sql`
    with made as (
      insert into accounts (role, username, username_skeleton, email, password_hash, name, created_at)
      select 'fan', 'many' || n, 'many' || n, 'many' || n || '@example.org', '-', 'Many', ${app.clock.now()}::timestamptz - interval '1 year'
      from generate_series(1, 500) n returning id, username),
    seen as (
      insert into presence (account_id, last_seen_at)
      select id, ${app.clock.now()}::timestamptz - case when username like '%7' then 1 else 30 end * interval '1 day' from made)
    insert into reactions (account_id, action, object_type, object_id) select id, 'follow', 'performer', ${star.id}::uuid from made`.execute(
    owner,
  );
  await deactivateHomes(app.platform);
  for (const sizes of [{}, { firstSlice: 40, slice: 60 }]) {
    Object.assign(TIMELINES, sizes);
    const id = await createFeed(star, { photos: 0, text: 'News' });
    await app.settle();
    const { rows } = await sql<{ written: number; seen: number }>`
      select count(*)::int as written, count(*) filter (where a.username like '%7')::int as seen
      from timelines t join accounts a on a.id = t.account_id where t.item_id = ${id}::uuid`.execute(owner);
    expect(rows[0]).toEqual({ written: 50, seen: 50 });
  }
});

test('the job leaves out who was not seen for two weeks, by the durable copy too, and nobody else', async () => {
  const now = app.clock.now().getTime();
  const make = async (name: string, days: { created: number; presence?: number; copy?: number }): Promise<string> => {
    const at = (ago: number) => new Date(now - ago * DAY_MS);
    const { rows } = await sql<{ id: string }>`
      insert into accounts (role, username, username_skeleton, email, password_hash, name, created_at)
      values ('fan', ${name}, ${name}, ${`${name}@example.org`}, '-', ${name}, ${at(days.created)}) returning id`.execute(owner);
    const { id } = rows[0]!;
    if (days.presence !== undefined) await sql`insert into presence values (${id}::uuid, ${at(days.presence)})`.execute(owner);
    if (days.copy !== undefined) await sql`insert into last_seen_times values (${id}::uuid, ${at(days.copy)})`.execute(owner);
    return id;
  };
  const made = {
    new: await make('job1', { created: 2 }),
    neverSeen: await make('job2', { created: 40 }),
    seen: await make('job3', { created: 40, presence: 13, copy: 14 }),
    lost: await make('job4', { created: 40, copy: 13 }),
    away: await make('job5', { created: 40, presence: 15, copy: 15 }),
  };
  TIMELINES.deactivatedTogether = 2;
  await deactivateHomes(app.platform);
  await deactivateHomes(app.platform);
  const { rows } = await sql<{ account_id: string; days: number }>`
    select account_id, (extract(epoch from ${app.clock.now()} - missing_since) / 86400)::int as days from inactive_homes
    where account_id = any(${Object.values(made)}::uuid[]) order by days`.execute(owner);
  expect(rows).toEqual([
    { account_id: made.away, days: 15 },
    { account_id: made.neverSeen, days: 40 },
  ]);
});
