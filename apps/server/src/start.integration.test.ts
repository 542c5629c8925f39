import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareDataDirectory } from './platform/data-directory.ts';
import { type Database, createDatabase, createPool } from './platform/database/database.ts';
import { waitForDatabase } from './platform/database/wait-for-database.ts';
import { checkSecrets, readSecrets } from './platform/secrets.ts';
import { type TestDatabase, createTestDatabase } from './platform/testing/database.ts';
import { type DatabaseGate, createDatabaseGate } from './testing/database-gate.ts';
import { startMain } from './testing/start-main.ts';
import { freePort } from './testing/test-app.ts';

// What can't work stops a start with one sentence that names the variable or the file, before anything is changed.

let folder: string;
let testDatabase: TestDatabase;
let database: Database;
let gate: DatabaseGate;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-start-'));
  testDatabase = await createTestDatabase();
  database = createDatabase(createPool({ url: testDatabase.ownerUrl, max: 2 }));
  gate = await createDatabaseGate(testDatabase.ownerUrl);
});
afterAll(async () => {
  await gate.end();
  await database.destroy();
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

test('a start waits for its database, and refuses keys other than those it is used with', async () => {
  const first = await readSecrets(join(folder, 'first'));
  await checkSecrets(database, first, { replace: false });
  await checkSecrets(database, await readSecrets(join(folder, 'first')), { replace: false });

  gate.close();
  const started = await startMain({ DATABASE_URL: gate.url, DATA_DIR: join(folder, 'second') });
  await vi.waitUntil(() => started.output.log.includes('waiting for it'), { timeout: 20_000 });
  gate.open();
  expect([await started.closed, started.output.errors.trim()]).toEqual([
    2,
    expect.stringMatching(/^DATA_DIR: secrets\.json has other keys \(addresses, sandbox, live, sealing\) than .* REPLACE_SECRETS=yes\.$/),
  ]);
  // The keys are in no table.
  const rows = await database.selectFrom('secret_fingerprints').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(Object.values(first).join('|')));

  // Keys that are lost for good are replaced; from then on the old ones are refused.
  await checkSecrets(database, await readSecrets(join(folder, 'second')), { replace: true });
  await expect(checkSecrets(database, first, { replace: false })).rejects.toThrow(/^DATA_DIR: /);
  // A key that a later version adds is recorded by the first node that has it.
  await database.deleteFrom('secret_fingerprints').where('name', '=', 'sandbox').execute();
  const second = await readSecrets(join(folder, 'second'));
  await checkSecrets(database, second, { replace: false });
  await expect(checkSecrets(database, { ...second, sandbox: first.sandbox }, { replace: false })).rejects.toThrow(/\(sandbox\)/);
});

test('a database that stays away, or refuses the password, is named without a stack trace or the password', async () => {
  const port = await freePort();
  const url = `postgres://owner:secret-of-the-owner@127.0.0.1:${port}/stagedoor`;
  const started = await startMain({ DATABASE_URL: url, DATABASE_WAIT_SECONDS: '0', DATA_DIR: join(folder, 'third') });
  expect([await started.closed, started.output.errors.trim()]).toEqual([
    2,
    `DATABASE_URL: the database at 127.0.0.1:${port} could not be reached within 0 s (connect ECONNREFUSED 127.0.0.1:${port}).`,
  ]);
  const missing = new URL(testDatabase.ownerUrl);
  missing.pathname = '/no_such_database';
  const options = { patienceMs: 60_000, signal: new AbortController().signal, log: { warn: () => {} } };
  await expect(waitForDatabase(missing.href, options)).rejects.toThrow('DATABASE_URL: there is no database of this name.');
});

test.each([
  ['empty', '', 'is empty'],
  ['cut off', '{"addresses":"0123456789', 'is damaged'],
  ['not its content', '["addresses"]', 'is damaged'],
  ['with a key that is too short', '{"addresses":"short"}', 'is damaged'],
])('a secrets.json that is %s stops the start and is left as it is', async (name, content, reason) => {
  const directory = join(folder, name.replaceAll(' ', '-'));
  await mkdir(directory);
  await writeFile(join(directory, 'secrets.json'), content);
  await expect(readSecrets(directory)).rejects.toThrow(
    `DATA_DIR: "${join(directory, 'secrets.json')}" ${reason}: restore it from the backup, or copy it from another node of this site.`,
  );
  expect(await readFile(join(directory, 'secrets.json'), 'utf8')).toBe(content);
});

test('processes that start at once agree on the keys; a key that is missing is added', async () => {
  const directory = join(folder, 'at-once');
  const all = await Promise.all(Array.from({ length: 20 }, () => readSecrets(directory)));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  const path = join(directory, 'secrets.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { sealing, ...older } = all[0]!;
  await writeFile(path, JSON.stringify(older));
  const completed = await readSecrets(directory);
  expect(completed).toMatchObject(older);
  expect(completed.sealing).not.toBe(sealing);
});

test('a DATA_DIR that can’t be written is named', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  await expect(prepareDataDirectory(file)).rejects.toThrow(/^DATA_DIR: the folder ".*a-file" can’t be used, because it is a file, not/);
  await expect(prepareDataDirectory(join(file, 'data'))).rejects.toThrow(/because a part of its path is a file/);
  // Root may write everywhere but where the kernel alone does.
  const locked = process.getuid?.() === 0 ? '/sys/kernel' : join(folder, 'locked');
  if (locked.startsWith(folder)) {
    await mkdir(locked);
    await chmod(locked, 0o500);
  }
  await expect(prepareDataDirectory(locked)).rejects.toThrow(/because (this user may not write there|no files are kept there)\.$/);
  await prepareDataDirectory(join(folder, 'new', 'data'));
});
