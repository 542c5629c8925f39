import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, createDatabase, createPool } from '../../platform/database/database.ts';
import { type Person, createAdmin } from '../../testing/factories.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// An act on many accounts by servers that are killed (SIGKILL) in the middle of it.

const ACCOUNTS = 1500;

let app: TestApp;
let owner: Database;
let admin: Person;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  await app.settle();
  // From here on only the killed processes run jobs and events.
  await app.platform.jobs.stop();
  await app.outbox.stop();
  owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 3, asOwner: true }));
  await sql`
    insert into accounts (role, username, username_skeleton, email, email_verified_at, password_hash, name)
    select 'fan', 'wave' || n, 'wave' || n, 'wave' || n || '@example.org', now(), '-', 'Wave' from generate_series(1, ${ACCOUNTS}::int) n`.execute(
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

const progressOf = async (actId: string) =>
  owner.selectFrom('bulk_acts').select(['state', 'done_count', 'failed_count']).where('id', '=', actId).executeTakeFirstOrThrow();

/** Suspensions in the audit log, and accounts that have one. */
const suspensions = async () => {
  const { rows } = await sql<{ entries: number; accounts: number }>`
    select count(*)::int as entries, count(distinct l.object_id)::int as accounts
    from audit_log l join accounts a on a.id = l.object_id
    where l.action = 'accounts.suspended' and a.username like 'wave%'`.execute(owner);
  return rows[0]!;
};

test('an act goes on after each kill, and suspends nobody twice', async () => {
  const { _id: id, rows } = await admin.client.call('POST /admin/users/suspend-many', {
    body: { rows: { matching: { q: 'wave' } }, reason: 'fraud', note: 'A wave of spam' },
  });
  expect(rows).toBe(ACCOUNTS);
  await admin.client.call('POST /admin/bulk-acts/{id}/start', { params: { id } });
  for (const atLeast of [1, 500]) {
    const server = await start();
    await expect.poll(async () => (await progressOf(id)).done_count, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(atLeast);
    await server.kill();
    const { state, done_count: done } = await progressOf(id);
    expect(state).toBe('running');
    expect((await suspensions()).accounts).toBeGreaterThanOrEqual(done);
  }
  await start();
  await expect
    .poll(() => progressOf(id), { timeout: 90_000, interval: 100 })
    .toEqual({
      state: 'done',
      done_count: ACCOUNTS,
      failed_count: 0,
    });
  expect(await suspensions()).toEqual({ entries: ACCOUNTS, accounts: ACCOUNTS });
});
