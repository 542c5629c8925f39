import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DatabaseGate, createDatabaseGate } from '../../testing/database-gate.ts';
import { PASSWORD, unique } from '../../testing/factories.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestDatabase, createTestDatabase } from '../testing/database.ts';

// A database that becomes unavailable under a running server, hangs, and returns: the server reports it, keeps running, and
// resumes everything by itself.

const DEADLINE = { timeout: 25_000, interval: 20 };

let database: TestDatabase;
let gate: DatabaseGate;
let server: ServerProcess;
let dataDirectory: string;
let direct: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), 'stagedoor-outage-'));
  gate = await createDatabaseGate(database.ownerUrl);
  server = await startServer({ databaseUrl: gate.url, dataDirectory });
  direct = new pg.Client({ connectionString: database.ownerUrl });
  await direct.connect();
});
afterAll(async () => {
  await server.kill();
  await gate.end();
  await direct.end();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const ready = async (): Promise<{ status: number; checks: Record<string, boolean> }> => {
  const answer = await fetch(`${server.url}/api/ready`);
  return { status: answer.status, checks: ((await answer.json()) as { data: { checks: Record<string, boolean> } }).data.checks };
};
const isReady = async (): Promise<boolean> => (await ready()).status === 200;

/** Registers somebody. @returns the address that gets a mail */
const register = async (): Promise<string> => {
  const username = unique('fan');
  const email = `${username}@example.org`;
  await server.client().call('POST /auth/register', { body: { username, email, password: PASSWORD, adult: true } });
  return email;
};
const hasMail = async (email: string): Promise<boolean> => {
  const directory = join(dataDirectory, 'mail');
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
  const mails = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return mails.some((mail) => mail.includes(`To: ${email}`));
};
const listeners = async (): Promise<number> => {
  const { rows } = await direct.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'stagedoor-listener'`,
  );
  return (rows[0] as { count: number }).count;
};
/** Whether a setting changed by another node reaches this one, which only a notification does. */
const receivesSetting = async (siteName: string): Promise<boolean> => {
  await direct.query(`insert into settings (key, value) values ('siteName', $1) on conflict (key) do update set value = excluded.value`, [
    JSON.stringify(siteName),
  ]);
  await direct.query(`select pg_notify('settings', '')`);
  const { siteName: heard } = await server.client().call('POST /settings/keys', { body: { keys: ['siteName'] } });
  return heard === siteName;
};

test('without its database the server is not ready and every call is UNAVAILABLE; it recovers by itself', async () => {
  expect(await ready()).toEqual({ status: 200, checks: { database: true, migrations: true, workers: true, live: true, disk: true } });
  await vi.waitUntil(() => receivesSetting('Before'), DEADLINE);
  expect(await listeners()).toBe(1);
  // A job is running: it can neither finish nor report a failure.
  await direct.query('begin; lock table account_tokens in access exclusive mode');
  const interrupted = await register();
  await vi.waitUntil(
    async () => (await direct.query('select from graphile_worker.jobs where locked_at is not null')).rowCount === 1,
    DEADLINE,
  );

  gate.close();
  await direct.query('rollback');
  await vi.waitUntil(async () => (await ready()).status === 503, DEADLINE);
  expect((await ready()).checks['database']).toBe(false);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  const away = await server.client().send('GET /feeds', { headers: { 'accept-language': 'es' } });
  expect([away.status, away.error.error, typeof away.error.message]).toEqual([503, 'UNAVAILABLE', 'string']);
  const login = await server.client().send('POST /auth/login', { body: { username: 'nobody', password: PASSWORD } });
  expect([login.status, login.error.error]).toEqual([503, 'UNAVAILABLE']);
  // It reconnects with increasing delays: after 100 ms, 200, 400, 800.
  await vi.waitUntil(() => gate.connectionAttempts.length >= 4, DEADLINE);
  expect(gate.connectionAttempts[3]! - gate.connectionAttempts[0]!).toBeGreaterThan(1300);

  gate.open();
  await vi.waitUntil(isReady, DEADLINE);
  const email = await register();
  await vi.waitUntil(() => hasMail(email), DEADLINE);
  await vi.waitUntil(() => hasMail(interrupted), DEADLINE);
  await vi.waitUntil(() => receivesSetting('After'), DEADLINE);
  await vi.waitUntil(async () => (await listeners()) === 1, DEADLINE);
  expect(server.child.exitCode).toBeNull();
});

test('answers that it is not ready while the database hangs, and is ready once it responds again', async () => {
  await vi.waitUntil(isReady, DEADLINE);
  gate.hang();
  expect((await ready()).status).toBe(503);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  gate.open();
  await vi.waitUntil(isReady, DEADLINE);
  const email = await register();
  await vi.waitUntil(() => hasMail(email), DEADLINE);
});
