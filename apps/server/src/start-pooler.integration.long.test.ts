import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, createTestDatabase } from './platform/testing/database.ts';
import { startMain } from './testing/start-main.ts';
import { freePort } from './testing/test-app.ts';

// A real PgBouncer between the site and its database: the start says that it can't be used, and has made nothing.

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-pooler-'));
  await chmod(folder, 0o755);
  database = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const startPooler = async (mode: string, ignored: string) => {
  const { hostname, port, username, password } = new URL(database.ownerUrl);
  const own = await freePort();
  const file = join(folder, `${own}.ini`);
  await writeFile(
    file,
    [
      '[databases]',
      `${database.name} = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      ...(ignored ? [`ignore_startup_parameters = ${ignored}`] : []),
    ].join('\n'),
  );
  // It refuses to run as root.
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await vi.waitUntil(() => output.includes('process up') || child.exitCode !== null, { timeout: 20_000 });
  expect([child.exitCode, output]).toEqual([null, expect.stringContaining('process up')]);
  return {
    url: `postgres://owner@127.0.0.1:${own}/${database.name}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

const thingsIn = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'",
  );
  await client.end();
  return rows[0]!.count;
};

test.each([
  ['in transaction mode', 'transaction', ''],
  ['in transaction mode that drops the settings of connections', 'transaction', 'options,statement_timeout'],
  ['in session mode', 'session', ''],
  ['in session mode that drops the settings of connections', 'session', 'options,statement_timeout'],
])('a pooler %s is refused before anything is made', async (_case, mode, ignored) => {
  const pooler = await startPooler(mode, ignored);
  try {
    const { closed, output } = await startMain({ DATABASE_URL: pooler.url, DATABASE_WAIT_SECONDS: '5', DATA_DIR: join(folder, 'data') });
    expect([await closed, output.errors.trim()]).toEqual([
      2,
      expect.stringMatching(/^DATABASE_URL: a pooler stands between the site and its database, and the site can’t use one yet .*\.$/),
    ]);
    expect(await thingsIn(database.ownerUrl)).toBe(0);
  } finally {
    await pooler.stop();
  }
});
