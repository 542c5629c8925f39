import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { openPool } from '../testing/database.ts';
import { migrate } from '../database/migrate.ts';
import { startScratchPostgres } from '../database/scratch-postgres.ts';
import { copyPresence, writePresence } from './presence.store.ts';

// A PostgreSQL of its own, one of whose processes is killed: it ends all others, recovers, and empties unlogged tables.

let postgres: { url: string; stop(): Promise<void> };
let app: TestApp;
beforeAll(async () => {
  postgres = await startScratchPostgres('stagedoor-crash-');
  await migrate(postgres.url);
  app = await createTestApp({ database: { name: 'postgres', ownerUrl: postgres.url, drop: async () => {} } });
});
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

test('after a crash of PostgreSQL a running node puts back who was seen until the last copy', async () => {
  const { database } = app.platform;
  const fan = await createFan(app);
  await app.settle();
  const see = () => writePresence(database, [{ id: fan.id, at: app.clock.now() }]);
  app.clock.advance(120_000);
  await see();
  await copyPresence(database, app.clock.now());
  const copiedAt = app.clock.now();
  // It runs without durability: what is committed is on the disk from here on.
  const owner = openPool({ connectionString: postgres.url, max: 1 });
  await owner.query('checkpoint');
  await owner.end();
  app.clock.advance(120_000);
  await see();
  const seenAt = async (): Promise<Date | undefined> => {
    const { rows } = await sql<{ at: Date }>`select last_seen_at as at from presence where account_id = ${fan.id}::uuid`.execute(database);
    return rows[0]?.at;
  };
  expect(await seenAt()).toEqual(app.clock.now());
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  process.kill(rows[0]!.pid, 'SIGKILL');
  await expect.poll(() => seenAt().catch(() => 'away'), { timeout: 30_000 }).toEqual(copiedAt);
});
