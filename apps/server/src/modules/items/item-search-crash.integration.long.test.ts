import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, createDatabase, createPool } from '../../platform/database/database.ts';
import { type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// The words of a site of before are written by servers that are killed (SIGKILL) in the middle of it, while texts change.

const ITEMS = 4000;
/** Texts become a word when so many items have been written. */
const CHANGES = [
  [1, 'Gavotte'],
  [1200, 'Musette'],
  [2400, 'Bourrée'],
] as const;

let app: TestApp;
let owner: Database;
let star: Person;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  app = await createTestApp();
  star = await createPerformer(app, { admin: await createAdmin(app) });
  await app.settle();
  // From here on only the killed processes run jobs and events.
  await app.platform.jobs.stop();
  await app.outbox.stop();
  owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 3, asOwner: true }));
  await sql`
    with made as (
      insert into items (id, kind, performer_id, audience, state, published_at)
      select uuidv7(), 'feed', ${star.id}::uuid, 'everyone', 'active', now() from generate_series(1, ${ITEMS}::int) returning id),
    counted as (insert into item_counters (item_id) select id from made)
    insert into item_contents (item_id, title, text)
    select id, '', 'वसंत number' || row_number() over (order by id) from made`.execute(owner);
  await sql`delete from item_search`.execute(owner);
  await sql`update search_indexes set reads = '', written = '', filled_to = null where name = 'items'`.execute(owner);
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  await owner.destroy();
  await app.close();
});

/** How many items have words, and if that are all. */
const written = async () => {
  const { rows } = await sql<{ items: number; isDone: boolean }>`
    select (select count(*)::int from item_search where version = 'a') as items, written = 'a' as "isDone" from search_indexes where name = 'items'`.execute(
    owner,
  );
  return rows[0]!;
};
const found = async (q: string): Promise<number> => (await app.client().call('GET /feeds', { query: { q, limit: 1 } })).total;

test('the words of texts are written once each, however often the job is killed', async () => {
  for (const [atLeast, word] of CHANGES) {
    const server = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory });
    servers.push(server);
    await sql`select graphile_worker.add_job('search:itemsDue', job_key := 'search:itemsDue')`.execute(owner);
    await expect.poll(async () => (await written()).items, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(atLeast);
    await server.kill();
    expect((await written()).isDone).toBe(false);
    // One that the job has passed, and one that it hasn't reached.
    for (const order of ['desc', 'asc'])
      await sql`
        update item_contents set text = ${word} where item_id =
          (select item_id from item_contents where text like 'वसंत%' order by item_id ${sql.raw(order)} limit 1)`.execute(owner);
    expect(await found(word)).toBe(2);
  }
  servers.push(await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory }));
  await sql`select graphile_worker.add_job('search:itemsDue', job_key := 'search:itemsDue')`.execute(owner);
  await expect.poll(written, { timeout: 90_000, interval: 50 }).toEqual({ items: ITEMS, isDone: true });
  for (const [, word] of CHANGES) expect([word, await found(word)]).toEqual([word, 2]);
  // The new words are read: the ones of before have none of this script's words with their marks.
  await expect.poll(() => found('वसंत'), { timeout: 20_000, interval: 200 }).toBe(1000);
});
