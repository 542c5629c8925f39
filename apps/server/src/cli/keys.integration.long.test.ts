import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkSecrets, readSecrets } from '../platform/secrets.ts';
import { type Person, PASSWORD, createAdmin, createPerformer } from '../testing/factories.ts';
import { openFile } from '../testing/open-documents.ts';
import { newestAudit, runStagedoor, siteVariables } from '../testing/run-stagedoor.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import { countByPrefix, renewColumn } from './renew-sealed.ts';

// The commands that change the key, beside a running site.

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());

const run = (...words: string[]) => runStagedoor(siteVariables(app), words);
const secretsPath = () => join(app.dataDirectory, 'secrets.json');
const keysInFile = async () => ((await readSecrets(app.dataDirectory)).encryption ?? []).map(({ id }) => id);
/** Beginnings of all values in the database. */
const prefixes = async () => {
  const all = await Promise.all(SEALED_COLUMNS.map((column) => countByPrefix(app.platform.database, column)));
  return [...new Set(all.flatMap((counts) => [...counts.keys()]))];
};
const prefixOf = (id: string) => `${Buffer.from('SDK1').toString('hex')}${id}`;

/** Each kind of secret is still readable by the running site. */
const assertReadable = async () => {
  const { documentList } = await admin.client.call('GET /admin/applications/{id}', { params: { id: star.id } });
  const { url } = await admin.client.call('GET /admin/documents/{id}', { params: { id: documentList[0]!._id } });
  expect((await openFile(app, admin, url)).status).toBe(200);
  for (const column of SEALED_COLUMNS)
    expect(await renewColumn(app.platform.database, app.platform.encryption, column)).toEqual({ renewed: 0, broken: 0 });
};

test('keys rotate encrypts everything with a new key, which the running site uses from then on', async () => {
  await star.client.call('POST /auth/two-factor', { body: { currentPassword: PASSWORD } });
  const before = await prefixes();
  expect(before.length).toBeGreaterThan(1);
  const rotated = await run('keys', 'rotate');
  expect(rotated).toMatchObject({ code: 0, errors: '', out: expect.stringMatching(/^Encrypted \d+ values with the key [0-9a-f]{8}\./) });
  const [id] = await keysInFile();
  expect(await prefixes()).toEqual([prefixOf(id!)]);
  expect(await newestAudit(app)).toMatchObject({ action: 'settings.keysRotated', via: 'console', detail: { key: id } });
  expect(rotated.out).not.toContain((await readSecrets(app.dataDirectory)).encryption![0]!.key);
  // The running node has heard of it.
  await vi.waitUntil(() => app.platform.encryption.newestPrefix()?.toString('hex') === prefixOf(id!));
  await assertReadable();
  expect((await run('keys', 'list')).out).toMatch(new RegExp(`^first +0 values\n${id} .* \\d+ values  in use$`));
});

test('keys add, then rotate, then retire: a node without the key is refused, and the old key is gone from the file', async () => {
  const [first] = await keysInFile();
  const old = await readFile(secretsPath(), 'utf8');
  expect((await run('keys', 'add')).out).toMatch(/^Added the key [0-9a-f]{8}\. Copy secrets\.json/);
  const second = (await keysInFile())[1]!;
  // Nothing uses it yet.
  expect(await prefixes()).toEqual([prefixOf(first!)]);
  expect((await run('keys', 'rotate')).out).toContain(`with the key ${second}.`);
  expect(await keysInFile()).toEqual([first, second]);
  const { database } = app.platform;
  await expect(checkSecrets(database, JSON.parse(old), { replace: false })).rejects.toThrow(`(encryption ${second})`);

  expect((await run('keys', 'retire')).out).toContain(`Removed ${first} from secrets.json.`);
  expect([await keysInFile(), await prefixes()]).toEqual([[second], [prefixOf(second)]]);
  await checkSecrets(database, await readSecrets(app.dataDirectory), { replace: false });
  expect((await run('keys', 'retire')).out).toBe('There is no older key to remove.');
  await assertReadable();
  expect((await run('doctor', '--json')).out).toMatch(/encrypted columns decrypt/);
});

test('a value that no key decrypts is named, and the others are still encrypted with the new key', async () => {
  await sql`update sealed_files set identity_sealed = set_byte(identity_sealed, 40, 255 - get_byte(identity_sealed, 40))
    where storage_key = (select min(storage_key) from sealed_files)`.execute(app.platform.database);
  const failed = await run('keys', 'rotate');
  expect(failed).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^1 of sealed_files\.identity_sealed can’t be decrypted: restore/),
  });
  const keys = await keysInFile();
  expect(new Set(await prefixes())).toEqual(new Set(keys.map(prefixOf)));
  const retired = await run('keys', 'retire');
  expect(retired).toMatchObject({ code: 1, errors: expect.stringContaining('can’t be decrypted') });
  expect(await keysInFile()).toEqual(keys);
});

test('a damaged file stops the commands, and is left as it is', async () => {
  const text = await readFile(secretsPath(), 'utf8');
  try {
    await writeFile(secretsPath(), text.slice(0, 50));
    expect(await run('keys', 'rotate')).toMatchObject({ code: 2, errors: expect.stringContaining('is damaged') });
    expect(await readFile(secretsPath(), 'utf8')).toBe(text.slice(0, 50));
  } finally {
    await writeFile(secretsPath(), text);
  }
});
