import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type TestDatabase, createTestDatabase } from './platform/testing/database.ts';
import { startMain } from './testing/start-main.ts';

// A start that can't work ends with one sentence and code 2, and has made nothing. What merely endangers a site is said, and the start goes on.

let folder: string;
let testDatabase: TestDatabase;
let empty: TestDatabase;
let owner: pg.Client;
const PLAIN = `plain_${process.pid}`;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-refusals-'));
  [testDatabase, empty] = [await createTestDatabase(), await createTestDatabase({ empty: true })];
  owner = new pg.Client({ connectionString: inject('testPostgresUrl') });
  await owner.connect();
  await owner.query(`create role ${PLAIN} login password 'plain-password'`);
});
afterAll(async () => {
  await owner.query(`revoke all on database ${empty.name} from ${PLAIN}`);
  await Promise.all([testDatabase.drop(), empty.drop()]);
  await owner.query(`drop role ${PLAIN}`);
  await owner.end();
  await rm(folder, { recursive: true, force: true });
});

/** Starts, expects code 2, and returns the only line on standard error. */
const refusalOf = async (environment: Record<string, string>): Promise<string> => {
  const { closed, output } = await startMain({ DATA_DIR: join(folder, 'data'), ...environment });
  expect([await closed, output.log]).toEqual([2, '']);
  const lines = output.errors.trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0]!;
};

test.each([
  ['no role', { ROLES: '' }, 'ROLES: name at least one of web, worker, live, or unset it for all.'],
  ['a blank as its roles', { ROLES: ' ' }, 'ROLES: name at least one of web, worker, live, or unset it for all.'],
  ['no address as its host', { HOST: '999.1.1.1' }, 'HOST: "999.1.1.1" is no address of this machine; 0.0.0.0 stands for all of them.'],
  [
    'another machine’s address for live shows',
    { ROLES: 'live', LIVE_HOST: '192.0.2.1' },
    'LIVE_HOST: "192.0.2.1" is no address of this machine; 0.0.0.0 stands for all of them.',
  ],
  ['the kernel’s folder', { DATA_DIR: '/proc/x' }, 'DATA_DIR: the folder "/proc/x" can’t be used, because no files are kept there.'],
  [
    'a misspelt address of the database',
    { DATABSE_URL: 'postgres://x' },
    expect.stringMatching(/^DATABSE_URL: nothing reads this .* without DATABASE_URL .* rename it/),
  ],
])('a start with %s is refused, and no folder is made', async (_case, environment, sentence) => {
  expect(await refusalOf(environment)).toEqual(sentence);
  expect(await readdir(folder)).not.toContain('data');
});

test('a database’s user without rights is told which are missing, one after the other, and nothing is made in the database', async () => {
  const url = new URL(empty.ownerUrl);
  url.username = PLAIN;
  url.password = 'plain-password';
  const refusal = () => refusalOf({ DATABASE_URL: url.href, DATA_DIR: join(folder, 'plain') });
  const made = async () => {
    const client = new pg.Client({ connectionString: empty.ownerUrl });
    await client.connect();
    const { rows } = await client.query("select nspname from pg_namespace where nspname !~ '^(pg_|information_schema|public$)'");
    const { rowCount } = await client.query("select from pg_class where relnamespace = 'public'::regnamespace");
    await client.end();
    return [rows, rowCount];
  };
  expect(await refusal()).toBe(
    `DATABASE_URL: the user "${PLAIN}" may not create tables in the database "${empty.name}": make it the owner (ALTER DATABASE "${empty.name}" OWNER TO "${PLAIN}").`,
  );
  await owner.query(`grant create on database ${empty.name} to ${PLAIN}`);
  expect(await refusal()).toBe(
    `DATABASE_URL: the user "${PLAIN}" may not act as stagedoor_app: allow it (GRANT stagedoor_app TO "${PLAIN}").`,
  );
  expect(await made()).toEqual([[], 0]);
});

test('a start reads no configuration of other folders, and says in a line each what endangers the site', async () => {
  const parent = join(folder, 'parent');
  const cwd = join(parent, 'child');
  await mkdir(cwd, { recursive: true });
  for (const name of ['graphile-worker.config.js', 'graphile-worker.config.cjs', '.graphile-workerrc.js'])
    await writeFile(join(parent, name), 'throw new Error("read");');
  // Nobody can read these, not even root.
  for (const name of ['package.json', '.graphile-workerrc']) await symlink(name, join(parent, name));
  const { child, closed, output } = await startMain(
    {
      DATABASE_URL: testDatabase.ownerUrl,
      DATA_DIR: join(folder, 'warned'),
      ROLES: 'worker',
      PUBLIC_URL: 'https://stage.example.org',
      ADMIN_EMAIL: 'owner@example.org',
      ADMIN_PASSWORD: 'a-long-password',
      DATABASE_POOL_: '5',
    },
    { cwd },
  );
  await vi.waitUntil(() => /^ready /m.test(output.log) || child.exitCode !== null, { timeout: 30_000 });
  child.kill('SIGTERM');
  expect([await closed, output.errors.trim().split('\n')]).toEqual([
    0,
    [
      'DATABASE_POOL_: nothing reads this variable; rename it if DATABASE_POOL was meant.',
      expect.stringMatching(/^SMTP_URL: stage\.example\.org sends no mail without it: those who register wait for one/),
    ],
  ]);
});
