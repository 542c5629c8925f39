import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { fillSearch } from '../../testing/fill-search.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import type { Listener, NotificationHandler } from '../database/listener.ts';
import { type Presence, createPresence } from './presence.ts';
import { copyPresence, lastSeenEverOf, restorePresence, writePresence } from './presence.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
let admin: Person;
let star: Person;
let fans: Person[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fans = [await createFan(app), await createFan(app), await createFan(app)];
  await app.settle();
});
afterAll(() => app.close());

/** A node that has noted nobody yet. */
const createNode = (): Presence & { reconnect(): void } => {
  let handler: NotificationHandler = () => {};
  const listener: Listener = {
    listen: (_, added) => void (handler = added),
    isConnected: () => true,
    ready: async () => {},
    close: async () => {},
  };
  const { database, background, log } = app.platform;
  return { ...createPresence({ database, background, clock: app.clock, listener, log }), reconnect: () => void handler(undefined) };
};
const sessionOf = async ({ client }: Person): Promise<string> => (await app.platform.sessions.find(client.token!))!.sessionId;
const seenAt = async ({ id }: Person): Promise<Date | null> => {
  const row = await app.platform.database.selectFrom('presence').select('last_seen_at').where('account_id', '=', id).executeTakeFirst();
  return row?.last_seen_at ?? null;
};
const versionsOfAccounts = async (): Promise<unknown[]> =>
  (await sql`select id, xmin::text from accounts order by id`.execute(app.platform.database)).rows;
/** As after a crash of PostgreSQL, which empties unlogged tables. */
const losePresence = async (): Promise<void> => {
  await sql`delete from presence`.execute(app.platform.database);
};
const shownToAdmin = async ({ id }: Person) => {
  const { isOnline, lastSeenAt } = await admin.client.call('GET /admin/users/{id}', { params: { id } });
  return { isOnline, lastSeenAt };
};

describe('calls', () => {
  test('of many accounts are written in one statement each for accounts and sessions, and leave accounts alone', async () => {
    app.clock.advance(2 * MINUTE_MS);
    const node = createNode();
    const before = await versionsOfAccounts();
    const sessions = await Promise.all(fans.map(sessionOf));
    const statements = await statementsDuring(app.platform.database, async () => {
      for (let n = 0; n < 3; n += 1) for (const [index, { id }] of fans.entries()) node.noteCall(sessions[index]!, id);
      await node.flush();
    });
    expect(statements.flatMap(({ sql: text }) => /insert into (\w+)|update (\w+)/.exec(text)?.[0] ?? [])).toEqual([
      'insert into presence',
      'update sessions',
    ]);
    for (const fan of fans) expect(await seenAt(fan)).toEqual(app.clock.now());
    expect(await versionsOfAccounts()).toEqual(before);
    const { data } = await fans[0]!.client.call('GET /auth/sessions', { query: {} });
    expect(data[0]!.seenAt).toBe(app.clock.now().toISOString());
  });

  test('are written once a minute by all nodes together, and not for an account that an admin acts as', async () => {
    const [fan] = fans as [Person];
    const sessionId = await sessionOf(fan);
    const call = async (accountId: string | null) => {
      const node = createNode();
      node.noteCall(sessionId, accountId);
      await node.flush();
    };
    app.clock.advance(2 * MINUTE_MS);
    await call(null);
    const first = await seenAt(fan);
    expect(first!.getTime()).toBeLessThan(app.clock.now().getTime());
    await call(fan.id);
    const second = app.clock.now();
    expect(await seenAt(fan)).toEqual(second);
    app.clock.advance(MINUTE_MS - 1);
    await call(fan.id);
    expect(await seenAt(fan)).toEqual(second);
    app.clock.advance(1);
    await call(fan.id);
    expect(await seenAt(fan)).toEqual(app.clock.now());
  });

  test('of a performer change what its posts show, and leave their contents in memory', async () => {
    const id = await createFeed(star, { photos: 0, text: 'News' });
    const online = async () => (await fans[0]!.client.call('GET /feeds/{id}', { params: { id } })).performer.isOnline;
    app.clock.advance(HOUR_MS);
    expect(await online()).toBe(false);
    await writePresence(app.platform.database, [{ id: star.id, at: app.clock.now() }]);
    const statements = await statementsDuring(app.platform.database, async () => expect(await online()).toBe(true));
    expect(statements.filter(({ sql: text }) => text.includes('c.photo_count, c.video_ms'))).toEqual([]);
    const found = (query: object) => fans[0]!.client.call('GET /performers/search', { query: { q: star.username, ...query } });
    expect([(await found({ online: true })).total, (await found({})).data[0]!.isOnline]).toEqual([1, true]);
    app.clock.advance(HOUR_MS);
    expect([(await found({ online: true })).total, (await found({})).data[0]!.isOnline]).toEqual([0, false]);
  });

  test('of a deleted account that were noted before its deletion are not written', async () => {
    const fan = await createFan(app);
    await app.settle();
    await sql`update accounts set status = 'deleted' where id = ${fan.id}::uuid`.execute(app.platform.database);
    await sql`delete from presence where account_id = ${fan.id}::uuid`.execute(app.platform.database);
    await writePresence(app.platform.database, [{ id: fan.id, at: app.clock.now() }]);
    expect(await seenAt(fan)).toBeNull();
  });
});

describe('a crash of PostgreSQL', () => {
  test('makes everybody appear offline, until the durable copy is put back, once', async () => {
    const [fan, other] = fans as [Person, Person];
    await writePresence(
      app.platform.database,
      [fan, other].map(({ id }) => ({ id, at: app.clock.now() })),
    );
    const at = app.clock.now().toISOString();
    await copyPresence(app.platform.database, app.clock.now());
    await losePresence();
    expect(await shownToAdmin(fan)).toEqual({ isOnline: false, lastSeenAt: null });
    const { rows } = await sql<{ at: Date }>`select ${lastSeenEverOf(sql`${fan.id}::uuid`)} as at`.execute(app.platform.database);
    expect(rows[0]!.at.toISOString()).toBe(at);
    // One is seen before the copy is put back.
    app.clock.advance(3 * MINUTE_MS);
    await writePresence(app.platform.database, [{ id: other.id, at: app.clock.now() }]);
    await createNode().restore();
    expect(await shownToAdmin(fan)).toEqual({ isOnline: true, lastSeenAt: at });
    expect(await shownToAdmin(other)).toEqual({ isOnline: true, lastSeenAt: app.clock.now().toISOString() });
    expect(await restorePresence(app.platform.database)).toBe(0);
  });

  test('is noticed by the nodes that survive it', async () => {
    const node = createNode();
    await losePresence();
    node.reconnect();
    await expect.poll(() => seenAt(fans[0]!)).not.toBeNull();
  });
});

test('the copy holds what changed since the last, and never goes back', async () => {
  const [fan, other] = fans as [Person, Person];
  await copyPresence(app.platform.database, app.clock.now());
  app.clock.advance(3 * HOUR_MS);
  const now = app.clock.now();
  await writePresence(app.platform.database, [{ id: fan.id, at: now }]);
  expect([await copyPresence(app.platform.database, app.clock.now()), await copyPresence(app.platform.database, app.clock.now())]).toEqual([
    1, 0,
  ]);
  // A node that writes late.
  const earlier = new Date(now.getTime() - 30 * MINUTE_MS);
  await writePresence(app.platform.database, [{ id: other.id, at: earlier }]);
  expect(await copyPresence(app.platform.database, app.clock.now())).toBe(1);
  await sql`update presence set last_seen_at = ${earlier} where account_id = ${fan.id}::uuid`.execute(app.platform.database);
  expect(await copyPresence(app.platform.database, app.clock.now())).toBe(0);
  // One whose clock is a day ahead keeps nobody else from being copied.
  await writePresence(app.platform.database, [{ id: fan.id, at: new Date(now.getTime() + 24 * HOUR_MS) }]);
  await copyPresence(app.platform.database, app.clock.now());
  app.clock.advance(2 * HOUR_MS);
  await writePresence(app.platform.database, [{ id: other.id, at: app.clock.now() }]);
  expect(await copyPresence(app.platform.database, app.clock.now())).toBe(1);
});

test('admins find accounts by when they were last seen, those never seen last', async () => {
  const now = app.clock.now().getTime();
  const { rows: unseen } = await sql<{ id: string }>`
    with made as (
      insert into accounts (role, username, username_skeleton, email, password_hash, name)
      select 'fan', 'unseen' || n, 'unseen' || n, 'unseen' || n || '@example.org', '-', 'Ordered' from generate_series(1, 3) n returning id)
    select id from made order by id desc`.execute(app.platform.database);
  const { rows: seen } = await sql<{ id: string; last_seen_at: Date }>`
    with made as (
      insert into accounts (role, username, username_skeleton, email, password_hash, name)
      select 'fan', 'seen' || n, 'seen' || n, 'seen' || n || '@example.org', '-', 'Ordered' from generate_series(1, 5) n returning id),
    at as (
      insert into presence (account_id, last_seen_at)
      select id, ${new Date(now - HOUR_MS)}::timestamptz - (row_number() over (order by id) * 7 % 5) * interval '40 minutes' from made
      returning account_id as id, last_seen_at)
    select id, last_seen_at from at order by last_seen_at desc`.execute(app.platform.database);
  await fillSearch(app);
  const expected = [...seen, ...unseen].map(({ id }) => id);
  for (const limit of [2, 3, 10]) {
    const walk = async (sort: 'asc' | 'desc') => {
      const ids: string[] = [];
      while (ids.length < expected.length) {
        const query = { q: 'Ordered', sortBy: 'lastSeenAt' as const, sort, limit, offset: ids.length };
        ids.push(...(await admin.client.call('GET /admin/users', { query })).data.map(({ _id }) => _id));
      }
      return ids;
    };
    expect(await walk('desc')).toEqual(expected);
    expect(await walk('asc')).toEqual(expected.toReversed());
  }
});
