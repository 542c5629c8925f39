import type { ServerEvents } from '@stagedoor/contract/realtime';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, createDatabase, createPool } from '../../platform/database/database.ts';
import { type Person, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { TIMELINES } from './timelines.ts';

// A publication to more accounts than are written at once, by servers that are killed (SIGKILL) while they write.

const FANS = 14_000;

let app: TestApp;
/** As the owner: the application can't see who waits for locks. */
let owner: Database;
let performer: Person;
let fan: Person;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app, { monthlyPrice: 5 });
  fan = await createFan(app);
  await fan.client.call('POST /reactions', { body: { objectId: performer.id, objectType: 'performer', action: 'follow' } });
  await app.settle();
  // From here on only the killed processes run jobs and events.
  await app.platform.jobs.stop();
  await app.outbox.stop();
  owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 3, asOwner: true }));
  await sql`
    insert into accounts (role, username, username_skeleton, email, email_verified_at, password_hash, name)
    select 'fan', 'many' || n, 'many' || n, 'many' || n || '@example.org', now(), '-', 'Many' from generate_series(1, ${FANS}::int) n`.execute(
    owner,
  );
  const numbered = sql`(select id, substr(username, 5)::int as n from accounts where username like 'many%') who`;
  // Most follow, some also subscribe, some only subscribe; a few of those only until yesterday.
  await sql`
    insert into reactions (account_id, action, object_type, object_id)
    select id, 'follow', 'performer', ${performer.id}::uuid from ${numbered} where n % 10 <> 0`.execute(owner);
  await sql`
    insert into subscriptions (fan_id, performer_id, type, price_amount, expires_at, paid_until)
    select id, ${performer.id}::uuid, 'monthly', 500, ends, ends
    from ${numbered} cross join lateral (select now() + case when n % 1000 = 0 then -1 else 20 end * interval '1 day' as ends) period
    where n % 5 = 0`.execute(owner);
  await sql`insert into blocks (performer_id, account_id) select ${performer.id}::uuid, id from ${numbered} where n % 999 = 0`.execute(
    owner,
  );
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  await owner.destroy();
  await app.close();
});

const start = async (): Promise<ServerProcess> => {
  const server = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory });
  servers.push(server);
  return server;
};

/** All followers and subscribers in the order of publication, and whether they are blocked, and so excluded. */
const audience = async (): Promise<{ id: string; blocked: boolean }[]> =>
  (
    await sql<{ id: string; blocked: boolean }>`
      select id, exists (select from blocks where account_id = a.id) as blocked from accounts a
      where exists (select from reactions where account_id = a.id and action = 'follow')
        or exists (select from subscriptions where fan_id = a.id and expires_at > now())
      order by id`.execute(owner)
  ).rows;

const written = async (feedId: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`select account_id as id from timelines where item_id = ${feedId}::uuid order by account_id`.execute(owner)
  ).rows.map(({ id }) => id);

const waitsForLock = async (): Promise<boolean> =>
  (
    await sql<{ waits: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into timelines%') as waits`.execute(owner)
  ).rows[0]!.waits;

/** Blocks the writing of a timeline row, in the middle of a slice, until it is ended. */
const blockTimelineRow = async (feedId: string, accountId: string): Promise<{ end(): Promise<void> }> => {
  const trx = await owner.startTransaction().execute();
  await sql`
    insert into timelines (account_id, published_at, item_id, performer_id)
    select ${accountId}::uuid, published_at, id, performer_id from items where id = ${feedId}::uuid`.execute(trx);
  return { end: () => trx.rollback().execute() };
};

test('a publication killed at its start and in a later slice reaches each follower and subscriber once, and is announced', async () => {
  const everyone = await audience();
  const expected = everyone.filter(({ blocked }) => !blocked).map(({ id }) => id);
  expect([everyone.length > FANS * 0.9, everyone.length - expected.length > 5]).toEqual([true, true]);
  const upTo = (count: number): string[] => everyone.slice(0, count).flatMap(({ id, blocked }) => (blocked ? [] : [id]));
  /** An account that is written after so many others. */
  const accountAt = (place: number): string => everyone.slice(place).find(({ blocked }) => !blocked)!.id;
  const feedId = await createFeed(performer, { photos: 0, text: 'To all of you.' });

  // Killed during the event: nothing is written, and the event is still undispatched.
  const atOnce = await blockTimelineRow(feedId, accountAt(TIMELINES.firstSlice / 2));
  const first = await start();
  await expect.poll(waitsForLock).toBe(true);
  await first.kill();
  await atOnce.end();
  await expect.poll(waitsForLock).toBe(false);
  expect(await written(feedId)).toEqual([]);

  // Killed during the job: what it had committed stays, the slice it was in doesn't.
  const later = await blockTimelineRow(feedId, accountAt(TIMELINES.firstSlice + TIMELINES.slice * 1.5));
  const second = await start();
  await expect.poll(waitsForLock).toBe(true);
  await second.kill();
  expect(await written(feedId)).toEqual(upTo(TIMELINES.firstSlice + TIMELINES.slice));

  // The fan is connected when the next server continues.
  const third = await start();
  const socket = io(third.url, { transports: ['websocket'], query: { token: fan.client.token! } });
  const received: ServerEvents['feeds/published'][] = [];
  socket.on('feeds/published', (payload: ServerEvents['feeds/published']) => received.push(payload));
  try {
    await new Promise((resolve) => socket.on('auth/logged-in', resolve));
    expect(received).toEqual([]);
    await later.end();
    await expect.poll(() => received).toEqual([{ feedId, performerId: performer.id }]);
  } finally {
    socket.disconnect();
  }
  expect(await written(feedId)).toEqual(expected);
  const home = await third.client(fan.client.token).call('GET /feeds/home-feeds', { query: { limit: 5 } });
  expect(home.data.map(({ _id }) => _id)).toEqual([feedId]);
  const { rows } = await sql<{ events: number; jobs: number }>`
    select (select count(*) from outbox where dispatched_at is null)::int as events,
      (select count(*) from graphile_worker.jobs where task_identifier = 'feeds:writeTimelines')::int as jobs`.execute(owner);
  expect(rows[0]).toEqual({ events: 0, jobs: 0 });
});
