import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { createTestDatabase } from '../platform/testing/database.ts';
import { PASSWORD, type Person, createAdmin, createFan, unique } from '../testing/factories.ts';
import { codeOf, sendLogIn } from '../testing/log-in.ts';
import { newestAudit, runStagedoor, siteVariables } from '../testing/run-stagedoor.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { turnOnTwoFactor } from '../testing/turn-on-two-factor.ts';

// Each command as an operator runs it: in a process of its own, beside a running site.

let app: TestApp;
let owner: Person;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-cli-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const NEW_PASSWORD = 'quartz ladder 77 mellow';
const run = (words: readonly string[], input?: string) => runStagedoor(siteVariables(app), words, input === undefined ? {} : { input });
const done = (out: unknown) => ({ code: 0, out, errors: '' });
const refused = (code: number, errors: unknown) => ({ code, out: '', errors });
const logIn = async (username: string, password: string) => codeOf(await sendLogIn(app, { ...owner, username }, { password }));
/** How the running site answers a session that may have ended. */
const statusOf = async (person: Person) => (await person.client.send('GET /users/me')).status;
const countAudit = async () =>
  Number((await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(app.platform.database)).rows[0]!.n);

test('admin create makes an admin who can log in at once', async () => {
  const username = unique('chief');
  const made = await run(
    ['admin', 'create', `${username}@example.org`, '--username', username, '--role', 'finance', '--password-stdin'],
    `${NEW_PASSWORD}\n`,
  );
  expect(made).toEqual(done(`Created the admin ${username} (${username}@example.org) with the role finance. They can log in now.`));
  expect(await logIn(username, NEW_PASSWORD)).toBe('ok');
  const entry = await newestAudit(app);
  expect(entry).toMatchObject({ action: 'accounts.adminCreated', actor: null, via: 'console', detail: { adminRole: 'finance' } });
  expect(JSON.stringify(entry)).not.toContain(NEW_PASSWORD);

  // The administration shows it as Console, and has a filter for that.
  const { data } = await owner.client.call('GET /admin/audit', { query: { byConsole: true, action: 'accounts.adminCreated' } });
  expect(data.map(({ actor, via, object }) => [actor, via, object.name])).toEqual([[null, 'console', username]]);
  const { data: bySite } = await owner.client.call('GET /admin/audit', { query: { bySite: true, limit: 100 } });
  expect(bySite.filter(({ via }) => via !== null)).toEqual([]);
  const csv = await fetch(`${app.url}/api/admin/audit/export?byConsole=true`, {
    headers: { authorization: owner.client.token! },
  });
  expect(await csv.text()).toMatch(new RegExp(`"Admin added","${username}","Role: Finance","Console",`));

  const before = await countAudit();
  expect(await run(['admin', 'create', `${username}@example.org`, '--password-stdin'], NEW_PASSWORD)).toEqual(
    refused(1, 'The username or the mail address belongs to an account already: choose others.'),
  );
  expect(await run(['admin', 'create', `${unique('x')}@example.org`, '--password-stdin'], 'password123')).toEqual(
    refused(1, expect.stringMatching(/^password: /)),
  );
  expect(await run(['admin', 'create', 'brief@example.org', '--password-stdin'], 'short')).toEqual(
    refused(2, 'The password must have 8 to 200 characters: nothing was changed.'),
  );
  expect(await countAudit()).toBe(before);
});

test('admin reset-password ends the sessions of a running site at once', async () => {
  const admin = await createAdmin(app);
  expect(await statusOf(admin)).toBe(200);
  const reset = await run(['admin', 'reset-password', admin.username, '--password-stdin'], NEW_PASSWORD);
  expect(reset).toEqual(done(`Set the password of ${admin.username}, and ended their sessions. A second factor stays as it is.`));
  await vi.waitFor(async () => expect(await statusOf(admin)).toBe(401));
  expect([await logIn(admin.username, PASSWORD), await logIn(admin.username, NEW_PASSWORD)]).toEqual(['INCORRECT_CREDENTIALS', 'ok']);
  expect(await newestAudit(app)).toMatchObject({ action: 'accounts.passwordReset', via: 'console', object: admin.id, detail: {} });
  await app.settle();

  const fan = await createFan(app);
  expect(await run(['admin', 'reset-password', fan.username, '--password-stdin'], NEW_PASSWORD)).toEqual(
    refused(1, `${fan.username} is no admin: they set a new password by “Forgot password?” on the log-in page.`),
  );
  expect(await logIn(fan.username, PASSWORD)).toBe('ok');
  expect(await run(['admin', 'reset-password', 'nobody-at-all', '--password-stdin'], NEW_PASSWORD)).toEqual(
    refused(1, 'There is no account "nobody-at-all": name it by its username or mail address.'),
  );
});

test('admin remove-second-factor lets an owner back in who lost it', async () => {
  const lost = await createAdmin(app);
  await turnOnTwoFactor(app, lost.client);
  expect(await logIn(lost.username, PASSWORD)).toBe('TWO_FACTOR_REQUIRED');
  const removed = await run(['admin', 'remove-second-factor', lost.username]);
  expect(removed).toEqual(
    done(`Removed the second factor of ${lost.username}, and ended their sessions. The password alone opens the account now.`),
  );
  await vi.waitFor(async () => expect(await statusOf(lost)).toBe(401));
  expect(await logIn(lost.username, PASSWORD)).toBe('ok');
  expect(await newestAudit(app)).toMatchObject({ action: 'accounts.twoFactorReset', via: 'console', object: lost.id });
  expect(await run(['admin', 'remove-second-factor', lost.username])).toEqual(refused(1, 'The account has no second factor.'));
});

test('settings and maintenance change a running site at once, by the rules of the administration', async () => {
  expect(await run(['settings', 'set', 'siteName', 'The Back Row'])).toEqual(done('Changed siteName from "Stagedoor" to "The Back Row".'));
  await vi.waitFor(() => expect(app.platform.settings.get('siteName')).toBe('The Back Row'));
  expect(await newestAudit(app)).toMatchObject({
    action: 'settings.changed',
    actor: null,
    via: 'console',
    detail: { key: 'siteName', from: 'Stagedoor', to: 'The Back Row' },
  });
  expect(await run(['settings', 'get', 'siteName'])).toEqual(done('The Back Row'));
  expect(JSON.parse((await run(['settings', 'get', '--json'])).out)).toMatchObject({ siteName: 'The Back Row', maintenanceMode: false });

  const before = await countAudit();
  expect(await run(['settings', 'set', 'siteName', ''])).toEqual(refused(1, expect.stringMatching(/^siteName: /)));
  expect(await run(['settings', 'set', 'deletionWaitDays', 'many'])).toEqual(refused(1, expect.stringMatching(/^deletionWaitDays: /)));
  expect(await countAudit()).toBe(before);
  expect((await run(['settings', 'set', 'siteName', '--default'])).out).toBe('Changed siteName from "The Back Row" to "Stagedoor".');

  const fan = await createFan(app);
  expect((await run(['maintenance', 'on', '--show-minutes', '0'])).out).toMatch(/^Maintenance is on\./);
  await vi.waitFor(async () => expect(await statusOf(fan)).toBe(503));
  expect(await run(['maintenance', 'off'])).toEqual(done('Maintenance is off.'));
  await vi.waitFor(async () => expect(await statusOf(fan)).toBe(200));
  expect(await run(['maintenance', 'off'])).toEqual(done('Maintenance was off already.'));
});

test('a safety setting that was changed here is told to every owner by mail', async () => {
  const { email } = await app.platform.database.selectFrom('accounts').select('email').where('id', '=', owner.id).executeTakeFirstOrThrow();
  expect((await run(['settings', 'set', 'senderEmail', 'post@example.org'])).code).toBe(0);
  await app.settle();
  expect((await app.mailsTo(email)).at(-1)).toMatch(/Subject: Safety settings of Stagedoor were changed on its server/);
  expect((await run(['settings', 'set', 'senderEmail', '--default'])).code).toBe(0);
  await app.settle();
});

test('account export writes a file for this user alone, and account erase leaves nothing', async () => {
  const fan = await createFan(app);
  const file = join(folder, 'fan.zip');
  expect(await run(['account', 'export', fan.username, file])).toEqual(
    done(expect.stringMatching(new RegExp(`^Wrote the data of ${fan.username} to ${file} \\(`))),
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const archive = await readFile(file);
  expect([archive.subarray(0, 2).toString(), archive.includes('account.json')]).toEqual(['PK', true]);
  expect(await newestAudit(app)).toMatchObject({ action: 'accounts.dataExported', via: 'console', object: fan.id });
  expect(await run(['account', 'export', fan.username, file])).toEqual(
    refused(1, `"${file}" can’t be written: it exists already; name another file.`),
  );
  expect(await run(['account', 'export', fan.username, join(folder, 'no', 'fan.zip')])).toEqual(
    refused(1, expect.stringContaining('its folder does not exist')),
  );
  expect(await readFile(file)).toEqual(archive);

  expect(await run(['account', 'erase', fan.username])).toEqual(refused(2, 'This can’t be undone: run it at a terminal, or add --yes.'));
  expect(await run(['account', 'erase', owner.username, '--yes'])).toEqual(refused(1, expect.stringContaining('admins can’t be erased')));
  expect(await statusOf(fan)).toBe(200);
  expect(await run(['account', 'erase', fan.username, '--yes'])).toEqual(
    done(`Erased the account of ${fan.username}. What the law makes the site keep stays without their name.`),
  );
  await vi.waitFor(async () => expect(await statusOf(fan)).toBe(401));
  expect(await newestAudit(app)).toMatchObject({ action: 'accounts.erased', via: 'console', object: fan.id });
  expect(await run(['account', 'erase', fan.username, '--yes'])).toEqual(refused(1, expect.stringMatching(/^There is no account/)));
  await app.settle();
});

test('jobs retry wakes the workers of a running site', async () => {
  const { database, jobs } = app.platform;
  const failing = unique('test:failing');
  // A task of the running workers, for an export that doesn't exist: nothing is left to do.
  const task = 'accounts:export';
  const payload = { exportId: '00000000-0000-7000-8000-000000000000' };
  await jobs.enqueue(database, task, payload, { key: failing, runAt: new Date(Date.now() + 3_600_000) });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It broke' where key = ${failing}`.execute(
    database,
  );
  const listed = JSON.parse((await run(['jobs', 'list', '--state', 'failed', '--json'])).out) as {
    id: string;
    task: string;
    lastError: string;
  }[];
  expect(listed).toMatchObject([{ task, state: 'failed', lastError: 'It broke' }]);
  expect((await run(['jobs', 'list'])).out).toMatch(/failed .* accounts:export {2}It broke$/m);
  expect(await run(['jobs', 'retry', '999999999'])).toEqual(refused(1, 'None of these jobs failed, or they run now: 999999999.'));
  expect(await run(['jobs', 'retry', listed[0]!.id])).toEqual(done('One job runs again at once, with all attempts.'));
  expect(await newestAudit(app)).toMatchObject({ action: 'settings.jobsRetried', via: 'console', detail: { jobs: 1 } });
  await vi.waitFor(async () => expect(await jobs.find(database, [failing])).toEqual([]));
  expect(await run(['jobs', 'retry', '--failed'])).toEqual(done('No job failed for good: nothing was changed.'));
});

test('search fill writes what searches find, and search read changes what they read', async () => {
  const { database } = app.platform;
  const reading = async () =>
    (await sql<{ reads: string }>`select reads from search_indexes where name = 'items'`.execute(database)).rows[0]!.reads;
  await sql`update search_indexes set reads = '', written = '' where name = 'items'`.execute(database);
  expect((await run(['search', 'status'])).out).toMatch(/^items {5}reads the indexes of before; being filled$/m);
  expect(await run(['search', 'read', 'items', 'a'])).toEqual(
    refused(1, 'Not every text of items has the words of parser a; stagedoor search fill writes them.'),
  );
  expect((await run(['search', 'fill'])).out).toMatch(/^Every text of items has its words\.$/m);
  expect(await reading()).toBe('a');
  expect(await run(['search', 'read', 'items', 'old'])).toEqual(done('Searches of items read the indexes of before within ten seconds.'));
  expect(await reading()).toBe('');
  expect(await newestAudit(app)).toMatchObject({ action: 'settings.searchReads', via: 'console', detail: { name: 'items', reads: 'old' } });
  expect(await run(['search', 'read', 'items', 'a'])).toEqual(done('Searches of items read the words of parser a within ten seconds.'));
  expect(await reading()).toBe('a');
});

test('mail test, passwords import, ledger verify and migrate say what they did', async () => {
  expect(await run(['mail', 'test', 'somebody@example.org'])).toEqual(
    done(`SMTP_URL isn’t set, so no mail leaves this server: wrote it to ${app.dataDirectory}/mail.`),
  );
  expect((await app.mailsTo('somebody@example.org')).at(-1)).toMatch(/Subject: Mail from Stagedoor works/);
  expect(await newestAudit(app)).toMatchObject({ action: 'settings.mailTested', via: 'console', detail: {} });
  const dead = { ...siteVariables(app), SMTP_URL: 'smtp://user:very-secret@127.0.0.1:9' };
  expect(await runStagedoor(dead, ['mail', 'test', 'a@example.org'])).toEqual(
    refused(1, 'The mail was not sent: nothing listens at host and port of SMTP_URL; correct them, or start the mail server.'),
  );

  const list = join(folder, 'leaked.txt');
  await writeFile(list, 'correcthorsebattery\nanother leaked one\n');
  expect((await run(['passwords', 'import', list])).out).toMatch(/^Read as passwords \(detected\): 2 imported\.\n/);
  expect(await newestAudit(app)).toMatchObject({ action: 'settings.leakedPasswordsImported', via: 'console', detail: { passwords: 2 } });
  // The command line obeys the list as the site does.
  expect(await run(['admin', 'create', 'leaky@example.org', '--password-stdin'], 'correcthorsebattery')).toEqual(
    refused(1, expect.stringMatching(/^password: /)),
  );
  expect(await run(['passwords', 'import', join(folder, 'none.txt')])).toEqual(refused(1, expect.stringContaining('it does not exist')));

  const verified = await run(['ledger', 'verify']);
  expect([verified.code, verified.out.split('\n').at(-1)]).toEqual([0, 'The ledger balances.']);
  expect(await newestAudit(app)).toMatchObject({ action: 'invariants.checked', via: 'console', detail: { ok: true } });
  expect(await run(['migrate'])).toEqual(done('The database has this version’s schema: no migration was pending.'));
});

test('migrate applies what is pending, and other commands say so before', async () => {
  const empty = await createTestDatabase({ empty: true });
  try {
    const variables = { ...siteVariables(app), DATABASE_URL: empty.ownerUrl };
    expect(await runStagedoor(variables, ['settings', 'get', 'siteName'])).toEqual(
      refused(1, 'The database is of an older version: run stagedoor migrate, or start the site once.'),
    );
    expect(await runStagedoor(variables, ['migrate'])).toEqual(
      done(expect.stringMatching(/^Applied \d+ migrations, the last one \d{4}-.*\.sql\.$/)),
    );
    expect(await runStagedoor(variables, ['settings', 'get', 'siteName'])).toEqual(done('Stagedoor'));
    const database = createDatabase(createPool({ url: empty.ownerUrl, max: 1 }));
    const entries = await database.selectFrom('audit_log').select(['action', 'via']).execute();
    await database.destroy();
    expect(entries).toEqual([{ action: 'settings.databaseMigrated', via: 'console' }]);
  } finally {
    await empty.drop();
  }
});

test('keys or a database of another site are refused', async () => {
  const variables = siteVariables(app);
  expect(await runStagedoor({ ...variables, DATA_DIR: folder }, ['settings', 'get', 'siteName'])).toEqual(
    refused(2, `DATA_DIR: "${folder}" has no secrets.json; name the folder that the site uses.`),
  );
  const { DATABASE_URL: _, ...without } = variables;
  expect(await runStagedoor({ ...without, DATA_DIR: folder }, ['maintenance', 'on'])).toEqual(
    refused(2, `DATA_DIR: there is no site in "${folder}"; name its folder, or its database with DATABASE_URL.`),
  );
  const closed = { ...variables, DATABASE_URL: 'postgres://owner:very-secret@127.0.0.1:9/stagedoor' };
  const away = await runStagedoor(closed, ['settings', 'get', 'siteName']);
  expect(away).toEqual(refused(2, expect.stringMatching(/^DATABASE_URL: the database at 127\.0\.0\.1:9 could not be reached/)));
  expect(away.errors).not.toContain('very-secret');
  expect(await runStagedoor({ ...variables, PORT: 'x' }, ['settings', 'get', 'siteName'])).toEqual(
    refused(2, expect.stringMatching(/^PORT: /)),
  );
});

test('entries of the console are sealed with the others', async () => {
  const { sealAudit } = await import('../modules/admin/seal-audit.ts');
  await sealAudit(app.platform);
  const database = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 1, asOwner: true }));
  const verify = async () => (await sql<{ ok: boolean }>`select ok from verify_audit()`.execute(database)).rows[0]!.ok;
  expect(await verify()).toBe(true);
  await sql`update audit_log set via = null where id = (select max(id::text)::uuid from audit_log where via = 'console')`.execute(database);
  expect(await verify()).toBe(false);
  await database.destroy();
});
