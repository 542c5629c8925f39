import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, createDatabase, createPool } from '../../platform/database/database.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { scratchFolder } from '../../platform/database/scratch-postgres.ts';
import { createAdmin } from '../../testing/factories.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { type Proxy, startProxy } from '../../testing/proxy.ts';
import { type RedisDouble, startRedisDouble } from '../../testing/redis-double.ts';
import { runStagedoor, siteVariables } from '../../testing/run-stagedoor.ts';
import { type SmtpDouble, startSmtpDouble } from '../../testing/smtp-double.ts';
import { type TestApp, createTestApp, freePort } from '../../testing/test-app.ts';
import { turnOnTwoFactor } from '../../testing/turn-on-two-factor.ts';
import { SEALED_COLUMNS } from '../sealed-columns.ts';
import type { Finding } from './finding.ts';

// A public site behind a proxy, with a mail server, a bucket and Valkey. Everything is well at first, then broken.

let proxy: Proxy;
let app: TestApp;
let store: ObjectStore;
let redis: RedisDouble;
let smtp: SmtpDouble;
let owner: Database;
let variables: Record<string, string>;
beforeAll(async () => {
  proxy = await startProxy();
  app = await createTestApp({ environment: { PUBLIC_URL: proxy.url, TRUST_PROXY: 'yes' } });
  proxy.target = app.url;
  store = await startObjectStore();
  redis = await startRedisDouble('# Server\r\nredis_version:7.2.4\r\nvalkey_version:8.1.0\r\n');
  smtp = await startSmtpDouble({ user: 'site', password: 'opensesame' });
  owner = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 1, asOwner: true }));
  const admin = await createAdmin(app);
  await turnOnTwoFactor(app, admin.client);
  variables = {
    ...siteVariables(app),
    ...store.environment,
    REDIS_URL: redis.url,
    SMTP_URL: `smtp://site:opensesame@${smtp.host}`,
    FFMPEG_PATH: process.env['FFMPEG_PATH'] ?? '/usr/bin/ffmpeg',
  };
});
afterAll(async () => {
  await owner.destroy();
  await app.close();
  await Promise.all([proxy.close(), store.close(), redis.close(), smtp.close()]);
});

const examine = async (changed: Record<string, string> = {}) => {
  const { code, out } = await runStagedoor({ ...variables, ...changed }, ['doctor', '--json']);
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return {
    code,
    findings,
    text: out,
    /** State and message of a check's first finding. */
    of: (check: string) => {
      const found = findings.find((finding) => finding.check === check);
      return found && [found.state, found.message];
    },
  };
};

const addRun = (kind: 'backup' | 'rehearsal', isOk: boolean, hoursAgo: number) =>
  sql`insert into backup_runs (kind, backup_name, started_at, ended_at, ok, failure)
    values (${kind}, 'b1', now() - make_interval(hours => ${hoursAgo}), now() - make_interval(hours => ${hoursAgo}), ${isOk},
      ${isOk ? null : 'The target is full.'})`.execute(owner);

test('every encrypted column is among those that are sampled', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name !~ '(hash|turns|listed|challenge|credential_id|public_key|bucket)$'`.execute(
    owner,
  );
  expect(SEALED_COLUMNS.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('a site where all is well', async () => {
  await addRun('backup', true, 3);
  await addRun('rehearsal', true, 30);
  await app.platform.settings.change({ senderEmail: `no-reply@${new URL(proxy.url).hostname.replaceAll('.', '-')}.example` }, null);
  const { code, findings, of } = await examine();
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  // The store of the tests keeps no versions, and their PostgreSQL archives nothing.
  const expected = ['S3: versioning', 'database: WAL archive', 'mail: sender'];
  const machine = ['DATA_DIR: file system', 'DATA_DIR: free space', 'memory', 'database: connections'];
  const left = findings.filter(({ check, state }) => state === 'warning' && !machine.includes(check));
  expect(left.map(({ check }) => check).toSorted()).toEqual(expected.toSorted());
  expect(code).toBe(1);
  expect(of('PORT')).toEqual(['ok', expect.stringMatching(/^The site answers at http:\/\/127\.0\.0\.1:\d+, version /)]);
  expect(of('PUBLIC_URL: address of callers')).toEqual(['ok', 'The proxy names its callers: 198.51.100.4.']);
  expect(of('Valkey')).toEqual(['ok', 'Valkey 8.1.0 answers.']);
  expect(of('secrets')).toEqual(['ok', expect.stringMatching(/^[1-9]\d* sampled values of 11 encrypted columns decrypt\.$/)]);
  for (const check of [
    'mail: SMTP',
    'S3: put, get, delete',
    'PUBLIC_URL: WebSocket',
    'PUBLIC_URL: upload of 16 MB',
    'PUBLIC_URL: /metrics',
  ])
    expect([check, of(check)?.[0]]).toEqual([check, 'ok']);

  const { code: plainCode, out } = await runStagedoor(variables, ['doctor']);
  expect(plainCode).toBe(1);
  expect(out).toMatch(/^ok {7}version of Node: Stagedoor /m);
  expect(out).toMatch(/^\d+ findings: 0 failed, \d warnings?\.$/m);
});

test('a site where much is wrong', async () => {
  const { database } = app.platform;
  await addRun('backup', false, 1);
  await addRun('rehearsal', true, 24 * 12);
  await sql`delete from backup_runs where kind = 'rehearsal' and started_at > now() - interval '2 days'`.execute(owner);
  await sql`insert into site_restores (backup_name, recovered_until, restored_at) values ('b0', now(), now())`.execute(owner);
  await sql`insert into outbox (event, payload, created_at) values ('nobody.listens', '{}', now() - interval '1 hour')`.execute(owner);
  await app.platform.jobs.enqueue(database, 'test:none', {}, { key: 'exhausted', runAt: new Date(Date.now() + 3_600_000) });
  await app.platform.jobs.enqueue(database, 'test:none', {}, { key: 'stuck', runAt: new Date(Date.now() - 2 * 3_600_000) });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'exhausted'`.execute(owner);
  await sql`update two_factor set secret_sealed = secret_sealed || '\\x00'::bytea`.execute(owner);
  await sql`update pg_index set indisvalid = false where indexrelid = 'outbox_waiting'::regclass`.execute(owner);
  await app.platform.settings.reset(['senderEmail'], null);
  await chmod(join(app.dataDirectory, 'secrets.json'), 0o644);
  Object.assign(proxy.habits, { forwards: 'passOn', upgrades: false, maxBody: 1_000_000, clockSeconds: 3600 });
  try {
    const { code, of, text, findings } = await examine({
      S3_ACCESS_KEY_ID: 'unknown',
      REDIS_URL: 'redis://127.0.0.1:9',
      SMTP_URL: `smtp://site:very-wrong@${smtp.host}`,
      FFMPEG_PATH: '/bin/false',
      MIN_FREE_DISK_MB: '99999999',
      SMTP_ULR: 'x',
      DATABASE_POOL_: '5',
    });
    expect(code).toBe(2);
    // SMTP_URL is set, so SMTP_ULR may be another program's.
    expect(of('environment variables')).toEqual(['warning', 'Nothing reads DATABASE_POOL_.']);
    expect(text).not.toContain('SMTP_ULR');
    expect(of('DATA_DIR: owner and mode')).toEqual(['failed', 'Other users of this machine can read secrets.json.']);
    expect(of('DATA_DIR: free space')).toEqual(['failed', expect.stringContaining('uploads are refused')]);
    expect(of('database: indexes')).toEqual(['failed', 'Invalid: outbox_waiting.']);
    expect(of('backup: last')).toEqual(['failed', expect.stringMatching(/^The last backup failed .* ago: The target is full\.$/)]);
    expect(of('backup: rehearsal')).toEqual(['failed', 'The last rehearsal of a restore was made 12 days ago.']);
    expect(of('backup: restored site')).toEqual(['warning', expect.stringContaining('was restored from b0')]);
    expect(of('jobs: failed')).toEqual(['warning', 'One job has used up its attempts.']);
    expect(of('jobs: waiting')).toEqual(['failed', 'The oldest due job has waited for 2 hours.']);
    expect(of('events: waiting')?.[0]).toBe('failed');
    expect(of('secrets')).toEqual(['failed', '1 of 1 sampled values of two_factor.secret_sealed don’t decrypt.']);
    expect(of('mail: SMTP')).toEqual(['failed', expect.stringContaining('refuses the user or password of SMTP_URL')]);
    expect(of('mail: sender')).toEqual(['failed', expect.stringContaining('no-reply@stagedoor.local')]);
    expect(of('S3: put, get, delete')).toEqual(['failed', expect.stringContaining('InvalidAccessKeyId')]);
    expect(of('Valkey')).toEqual(['failed', expect.stringMatching(/^It doesn’t answer: /)]);
    expect(of('ffmpeg')).toEqual(['failed', expect.stringMatching(/^\/bin\/false doesn’t run/)]);
    expect(of('PUBLIC_URL: address of callers')).toEqual(['failed', expect.stringContaining('can claim any address')]);
    expect(of('PUBLIC_URL: WebSocket')).toEqual(['failed', 'It can’t be opened: pages would poll.']);
    expect(of('PUBLIC_URL: upload of 16 MB')?.[0]).toBe('failed');
    expect(of('clock: HTTP')).toEqual(['failed', expect.stringContaining('PUBLIC_URL differs')]);
    expect(text).not.toContain('This check broke');
    // Whatever isn't well says what to do, and no secret is printed.
    expect(findings.filter(({ state, remedy }) => (state === 'ok') !== (remedy === null))).toEqual([]);
    expect(text).not.toMatch(/very-wrong|opensesame/);
  } finally {
    await sql`update pg_index set indisvalid = true where indexrelid = 'outbox_waiting'::regclass`.execute(owner);
    await sql`delete from outbox where event = 'nobody.listens'`.execute(owner);
    await sql`delete from site_restores`.execute(owner);
    await sql`update two_factor set secret_sealed = substr(secret_sealed, 1, length(secret_sealed) - 1)`.execute(owner);
    await chmod(join(app.dataDirectory, 'secrets.json'), 0o600);
    Object.assign(proxy.habits, { forwards: 'set', upgrades: true, maxBody: Infinity, clockSeconds: 0 });
  }
});

test('other ways to be wrong: open metrics, no mail, an old Redis, no bucket, a misspelt variable', async () => {
  redis.info = 'redis_version:5.0.1\r\n';
  proxy.habits.forwards = 'drop';
  const { SMTP_URL: _, ...withoutMail } = variables;
  const { out } = await runStagedoor({ ...withoutMail, SMTP_ULR: 'smtp://x', S3_BUCKET: 'no-such-bucket' }, ['doctor', '--json']);
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  const stateOf = (check: string) => findings.find((finding) => finding.check === check);
  expect(stateOf('PUBLIC_URL: /metrics')).toMatchObject({ state: 'failed', message: 'Everybody can read /metrics.' });
  expect(stateOf('PUBLIC_URL: address of callers')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('share the proxy’s address'),
  });
  expect(stateOf('mail: SMTP')).toMatchObject({ state: 'failed', remedy: 'Set SMTP_URL.' });
  expect(stateOf('environment variables')).toMatchObject({
    state: 'warning',
    message: 'Nothing reads SMTP_ULR.',
    remedy: 'Rename it if SMTP_URL was meant.',
  });
  expect(stateOf('Valkey')).toMatchObject({ state: 'failed', message: 'Redis 5.0.1 is too old.' });
  expect(stateOf('S3: put, get, delete')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('Create the bucket') });
  proxy.habits.forwards = 'set';
});

test('a site that is down is examined too, and a foreign program at its port is noticed', async () => {
  const down = await examine({ PORT: String(await freePort()) });
  expect(down.of('PORT')).toEqual(['warning', expect.stringMatching(/^No site answers at \d+: what needs a running site was left out\.$/)]);
  expect([down.of('database: schema')?.[0], down.of('PUBLIC_URL')]).toEqual(['ok', undefined]);

  const foreign = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const address = foreign.address();
  const port = String(address !== null && typeof address === 'object' ? address.port : 0);
  const taken = await examine({ PORT: port });
  expect(taken.of('PORT')).toEqual(['failed', `Another program listens at ${port}.`]);
  foreign.close();
});

test('a database that is away, a folder without a site and an unusable variable are said, with exit code 2', async () => {
  const away = await examine({ DATABASE_URL: 'postgres://owner:very-secret@127.0.0.1:9/stagedoor' });
  expect([away.code, away.of('database')]).toEqual([2, ['failed', expect.stringMatching(/could not be reached/)]]);
  expect(away.text).not.toContain('very-secret');
  const folder = await examine({ DATA_DIR: '/nonexistent/stagedoor' });
  expect([folder.of('DATA_DIR'), folder.of('secrets')]).toEqual([
    ['failed', '"/nonexistent/stagedoor" can’t be used: there is no such folder.'],
    ['failed', 'DATA_DIR has no secrets.json.'],
  ]);
  const unusable = await examine({ PORT: 'x' });
  expect([unusable.code, unusable.of('configuration')]).toEqual([2, ['failed', expect.stringMatching(/^PORT: /)]]);
});

test('a failing archive, and a cluster of DATA_DIR that is started for a command alone', async () => {
  const dataDirectory = await mkdtemp(join(await scratchFolder(), 'stagedoor-doctor-'));
  const log = { info() {}, warn() {}, error() {} };
  const settings = { wal_level: 'replica', archive_mode: 'on', archive_command: 'false' };
  const cluster = await startEmbeddedPostgres({ dataDirectory, log, durable: false, settings });
  const database = createDatabase(createPool({ url: cluster.ownerUrl, max: 1, asOwner: true }));
  try {
    await migrate(cluster.ownerUrl);
    await sql`select pg_switch_wal()`.execute(database);
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ n: number }>`select failed_count::int as n from pg_stat_archiver`.execute(database);
        expect(rows[0]!.n).toBeGreaterThan(0);
      },
      { timeout: 30_000 },
    );
    const place = { DATA_DIR: dataDirectory, PORT: String(await freePort()), ROLES: 'web,worker', MIN_FREE_DISK_MB: '0' };
    const beside = await runStagedoor(place, ['doctor', '--json']);
    const { findings } = JSON.parse(beside.out) as { findings: Finding[] };
    expect(findings.find(({ check }) => check === 'database: WAL archive')).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^The archiver fails at [0-9A-F]{24} \(\d+ failures\)/),
    });
    await database.destroy();
    await cluster.stop();
    expect(await runStagedoor(place, ['migrate'])).toEqual({
      code: 0,
      out: 'The database has this version’s schema: no migration was pending.',
      errors: '',
    });
    // The command stopped what it had started.
    const restarted = await startEmbeddedPostgres({ dataDirectory, log, durable: false });
    await restarted.stop();
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
});

test('the site answers the doctor alone', async () => {
  for (const authorization of ['', 'Doctor 1.abc', `Doctor ${Date.now()}.abc`, 'Bearer x']) {
    const response = await fetch(`${app.url}/api/doctor`, { headers: authorization ? { authorization } : {} });
    expect(response.status).toBe(404);
  }
});
