import { cp, mkdir, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { startObjectStore } from '../testing/object-store.ts';
import { waitingWal } from './ship-wal.ts';
import { startShipper } from './shipper.ts';
import { createDatabaseGate } from '../testing/database-gate.ts';
import { type BackupSite, createBackupSite, openRestored } from './testing/backup-site.ts';

/** The names of the finished backups in a folder, the oldest first. */
const namesIn = async (backups: string): Promise<string[]> => (await readdir(join(backups, 'bases'))).sort();

const wordsIn = async (dataDirectory: string): Promise<string[]> => {
  const restored = await openRestored(dataDirectory);
  try {
    return (await restored.query<{ words: string }>('select words from notes order by at')).map(({ words }) => words);
  } finally {
    await restored.close();
  }
};

/** Changes a byte in the middle of a file. */
const damage = async (path: string): Promise<void> => {
  const content = await readFile(path);
  content[Math.trunc(content.length / 2)]! ^= 0xff;
  await writeFile(path, content);
};

describe('a site that is lost', () => {
  let site: BackupSite;
  let restores = 0;
  let instant: string;
  beforeAll(async () => {
    site = await createBackupSite();
    await site.query("insert into notes (words) values ('before the backup')");
    await site.command('backup', ['--to', site.backups]).result;
    await site.query("insert into notes (words) values ('a minute later')");
    await site.ship();
    instant = (await site.query<{ now: Date }>('select clock_timestamp() as now'))[0]!.now.toISOString();
    await site.query("insert into notes (words) values ('after the instant')");
    await site.ship();
    await site.query("insert into notes (words) values ('not shipped')");
    await cp(site.secretsFile, join(site.directory, 'secrets.json'));
  });
  afterAll(() => site.close());

  const restore = async (args: string[] = [], environment: Record<string, string> = {}) => {
    restores += 1;
    const dataDirectory = join(site.directory, `restored-${restores}`);
    const { code, output } = await site.command(
      'restore',
      ['--from', site.backups, '--secrets', join(site.directory, 'secrets.json'), ...args],
      { DATA_DIR: dataDirectory, ...environment },
    ).result;
    return { code, output, dataDirectory };
  };

  test('is had back as it was when its log was last shipped, with its files, and starts quiet', async () => {
    const { code, dataDirectory, output } = await restore();
    expect([code, output]).toEqual([0, expect.stringContaining('Files: 2 restored.')]);
    expect(await wordsIn(dataDirectory)).toEqual(['before the backup', 'a minute later', 'after the instant']);
    expect(await readFile(join(dataDirectory, 'files/feedPhoto/one/640.webp'), 'utf8')).toBe('the first picture, larger');
    expect(await readdir(join(dataDirectory, 'files'))).toEqual(['feedPhoto']);
    expect(await readFile(join(dataDirectory, 'secrets.json'), 'utf8')).toBe(await readFile(site.secretsFile, 'utf8'));
    expect((await readdir(dataDirectory)).sort()).toEqual(['files', 'postgres', 'postgres.json', 'postgres.log', 'secrets.json']);
    const restored = await openRestored(dataDirectory);
    const rows = await restored.query(
      'select backup_name, confirmed_at, recovered_until > now() - interval \'10 minutes\' as "isRecent" from site_restores',
    );
    const audited = await restored.query("select action, via from audit_log where action like 'settings.site%' order by created_at");
    await restored.close();
    expect(audited).toEqual([
      { action: 'settings.siteBackedUp', via: 'console' },
      { action: 'settings.siteRestored', via: 'console' },
    ]);
    expect(rows).toEqual([{ backup_name: (await namesIn(site.backups))[0], confirmed_at: null, isRecent: true }]);
  });

  test('is had back as it was at an instant', async () => {
    const { code, dataDirectory } = await restore(['--at', instant]);
    expect(code).toBe(0);
    expect(await wordsIn(dataDirectory)).toEqual(['before the backup', 'a minute later']);
  });

  test('an instant beyond the log, or before the first backup, is refused with what there is', async () => {
    const late = await restore(['--at', new Date().toISOString()]);
    expect([late.code, late.output]).toEqual([1, expect.stringMatching(/The backups don’t reach .* They reach until .*Z\. Without --at/)]);
    const early = await restore(['--at', '2020-01-01T00:00:00Z']);
    expect([early.code, early.output]).toEqual([1, expect.stringMatching(/No backup in .* is as old as 2020-01-01/)]);
    // Nothing is left of either.
    expect(await readdir(early.dataDirectory).catch(() => [])).toEqual([]);
    expect(await readdir(late.dataDirectory)).toEqual([]);
  });

  test.each([
    ['no target', ['--from', '/nowhere'], 1, 'There is no folder /nowhere: make it, or mount its disk.'],
    ['a folder without backups', ['--from', '/etc'], 1, 'There are no backups in /etc'],
    ['no instant', ['--at', 'yesterday'], 2, '--at: "yesterday" is no instant'],
    ['the future', ['--at', '2999-01-01T00:00:00Z'], 2, 'is in the future'],
    ['an unknown backup', ['--backup', '20200101T000000Z'], 1, 'There is no backup "20200101T000000Z"'],
    ['an unknown option', ['--too', 'x'], 2, 'There is no option "--too"'],
    ['a file of keys that isn’t there', ['--secrets', '/nowhere/secrets.json'], 2, '--secrets: /nowhere/secrets.json can’t be read'],
    ['a file that holds no keys', ['--secrets', '/etc/hostname'], 1, '/etc/hostname is no secrets.json'],
    ['keys and none', ['--without-secrets'], 2, 'exclude each other'],
  ])('%s is refused with a sentence', async (_name, args, code, sentence) => {
    const refused = await restore(args);
    expect([refused.code, refused.output]).toEqual([code, expect.stringContaining(sentence)]);
    expect(refused.output).not.toMatch(/\n\s+at /);
  });

  test('the keys of another site are refused, and a restore without any must be asked for', async () => {
    const other = join(site.directory, 'other-secrets.json');
    const keys = JSON.parse(await readFile(site.secretsFile, 'utf8'));
    await writeFile(other, JSON.stringify({ ...keys, sealing: 'x'.repeat(43) }));
    expect((await restore(['--secrets', other])).output).toContain('has the keys of another site');
    const dataDirectory = join(site.directory, 'without-keys');
    const run = (args: string[]) => site.command('restore', ['--from', site.backups, ...args], { DATA_DIR: dataDirectory }).result;
    expect((await run([])).output).toContain('name your copy of secrets.json with --secrets FILE');
    expect((await run(['--without-secrets'])).code).toBe(0);
    expect(await stat(join(dataDirectory, 'secrets.json')).catch(() => undefined)).toBeUndefined();
  });

  test('a restore over a running site and over a stopped one is refused; --replace moves the stopped one aside', async () => {
    const over = (args: string[], dataDirectory: string) =>
      site.command('restore', ['--from', site.backups, ...args], { DATA_DIR: dataDirectory }).result;
    expect((await over(['--replace'], site.dataDirectory)).output).toContain(`A site runs on ${site.dataDirectory}: stop it first`);
    const { dataDirectory } = await restore(['--at', instant]);
    expect((await over([], dataDirectory)).output).toContain(`${dataDirectory} holds a site already`);
    expect(await wordsIn(dataDirectory)).toHaveLength(2);
    const replaced = await over(['--replace'], dataDirectory);
    expect([replaced.code, replaced.output]).toEqual([0, expect.stringContaining('The database that was there is in')]);
    expect(await wordsIn(dataDirectory)).toHaveLength(3);
    const [aside] = (await readdir(dataDirectory)).filter((name) => name.startsWith('postgres.replaced-'));
    expect(await readdir(join(dataDirectory, aside!))).toContain('18');
  });

  test.each([
    ['a changed byte', damage],
    ['a cut', (path: string) => truncate(path, 100_000)],
    ['an empty object', (path: string) => truncate(path, 0)],
    ['a missing object', (path: string) => rm(path)],
  ])('%s in the database’s part is found, and nothing is restored', async (_name, change) => {
    const [name] = await namesIn(site.backups);
    const copy = join(site.directory, 'damaged');
    await rm(copy, { recursive: true, force: true });
    await cp(site.backups, copy, { recursive: true });
    await change(join(copy, 'bases', name!, 'base.tar.zst'));
    const { code, output, dataDirectory } = await restore(['--from', copy]);
    expect([code, output]).toEqual([1, expect.stringMatching(/is damaged: .*Choose another one with --backup NAME|is missing in/)]);
    expect(await readdir(dataDirectory)).toEqual([]);
  });

  test('a damaged record is passed over, a damaged segment names what can be had back, a missing file is named', async () => {
    const [name] = await namesIn(site.backups);
    const copy = join(site.directory, 'damaged');
    const begin = async () => {
      await rm(copy, { recursive: true, force: true });
      await cp(site.backups, copy, { recursive: true });
    };
    await begin();
    await writeFile(join(copy, 'bases', name!, 'backup.json'), '{"format":1');
    const unreadable = await restore(['--from', copy]);
    expect([unreadable.code, unreadable.output]).toEqual([
      1,
      expect.stringMatching(/backup\.json can’t be read[\s\S]*There is no finished backup/),
    ]);
    await begin();
    const segments = (await readdir(join(copy, 'wal'))).filter((segment) => /^[0-9A-F]{24}\.zst$/.test(segment)).sort();
    await damage(join(copy, 'wal', segments.at(-1)!));
    expect((await restore(['--from', copy])).output).toContain(`${segments.at(-1)} is damaged`);
    await begin();
    await rm(join(copy, 'files/feedPhoto/one/320.webp.zst'));
    const incomplete = await restore(['--from', copy]);
    expect([incomplete.code, incomplete.output]).toEqual([
      0,
      expect.stringContaining('1 files are missing in the backup, such as feedPhoto/one/320.webp'),
    ]);
  });

  test('a rehearsal reads all of it, and finds what a restore would', async () => {
    const rehearse = (to = site.backups) => site.command('rehearse', [], { BACKUP_TO: to }).result;
    const done = await rehearse();
    expect([done.code, done.output]).toEqual([
      0,
      expect.stringMatching(/Read [\d,]+ rows of \d+ tables[\s\S]*The ledger balances\.[\s\S]*Fetched 2 files\.[\s\S]*can be had back/),
    ]);
    const copy = join(site.directory, 'damaged');
    await rm(copy, { recursive: true, force: true });
    await cp(site.backups, copy, { recursive: true });
    await damage(join(copy, 'files/feedPhoto/one/640.webp.zst'));
    const failed = await rehearse(copy);
    expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('640.webp.zst')]);
    expect(await site.query("select ok from backup_runs where kind = 'rehearsal' order by started_at")).toEqual([
      { ok: true },
      { ok: false },
    ]);
    expect(await readdir(site.dataDirectory)).not.toContain('rehearsal');
  });
});

describe('a backup', () => {
  let site: BackupSite;
  beforeAll(async () => (site = await createBackupSite()));
  afterAll(() => site.close());
  const backUp = (to = site.backups, environment: Record<string, string> = {}) => site.command('backup', ['--to', to], environment).result;

  test('is made once at a time, copies a file once, and is recorded', async () => {
    const both = await Promise.all([backUp(), backUp()]);
    expect(both.map(({ code }) => code).sort((a, b) => a! - b!)).toEqual([0, 1]);
    expect(both.find(({ code }) => code === 1)!.output).toContain('Another backup of this site is running');
    await site.addFile('feedPhoto/two/320.webp', 'the second picture');
    const next = await backUp();
    expect([next.code, next.output]).toEqual([0, expect.stringContaining('Files: 3 of 0 MB, 1 of them new')]);
    expect(await site.query("select ok, detail->>'files' as files from backup_runs order by started_at")).toEqual([
      { ok: true, files: '2' },
      { ok: true, files: '3' },
    ]);
  });

  test('is rehearsed once at a time, and not from another place', async () => {
    const rehearse = () => site.command('rehearse', [], { BACKUP_TO: site.backups }).result;
    const both = await Promise.all([rehearse(), rehearse()]);
    expect(both.map(({ code }) => code).sort((a, b) => a! - b!)).toEqual([0, 1]);
    expect(both.find(({ code }) => code === 1)!.output).toContain('Another rehearsal of this site is running');
  });

  test('goes nowhere where it can’t be kept, and says why', async () => {
    const other = await createBackupSite();
    try {
      await other.command('backup', ['--to', other.backups]).result;
      expect((await backUp(other.backups)).output).toContain('has the backups of another site (http://localhost:8080)');
    } finally {
      await other.close();
    }
    expect((await backUp('/nowhere')).output).toContain('There is no folder /nowhere');
    expect((await backUp('/etc/hostname')).output).toContain('/etc/hostname is a file, not a folder');
    expect((await backUp('/proc')).output).toContain('/proc can’t be used, because no files are kept there');
    expect((await backUp('s3://x')).output).toContain('"s3://x" is no bucket');
    expect((await backUp(site.backups, { BACKUP_RECIPIENTS: 'age1wrong' })).output).toContain(
      'BACKUP_RECIPIENTS: "age1wrong" is no recipient of age',
    );
    expect(await backUp(site.backups, { BACKUP_RECIPIENTS: 'wrong' })).toMatchObject({
      code: 2,
      output: expect.stringContaining('BACKUP_RECIPIENTS:'),
    });
    const nothing = await site.command('backup', ['--to', site.backups], { DATA_DIR: join(site.directory, 'nothing') }).result;
    expect([nothing.code, nothing.output]).toEqual([1, expect.stringContaining('There is no site in')]);
    expect(await site.command('backup', []).result).toMatchObject({ code: 2, output: expect.stringContaining('Say where to') });
  });

  test('is encrypted for the owner, whose identity alone opens it elsewhere', async () => {
    const [identity, stranger] = [await generateX25519Identity(), await generateX25519Identity()];
    const to = join(site.directory, 'encrypted');
    await mkdir(to);
    const environment = { BACKUP_RECIPIENTS: await identityToRecipient(identity) };
    expect((await backUp(to, environment)).code).toBe(0);
    const objects = (await readdir(to, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(objects.filter((name) => !name.endsWith('.age')).sort()).toEqual(['backup.json', 'site.json']);
    // The machine that made it reads it for rehearsals.
    expect((await site.command('rehearse', [], { ...environment, BACKUP_TO: to }).result).code).toBe(0);
    const restore = async (key: string | undefined) => {
      const file = join(site.directory, 'identity');
      await writeFile(file, `# created: today\n${key ?? ''}\n`);
      const args = ['--from', to, '--secrets', site.secretsFile, ...(key === undefined ? [] : ['--identity', file])];
      return site.command('restore', args, { DATA_DIR: join(site.directory, 'decrypted') }).result;
    };
    expect((await restore(undefined)).output).toContain('This backup is encrypted: name the file of its identity with --identity FILE');
    expect((await restore(stranger)).output).toContain('encrypted for another identity');
    expect((await restore(identity)).code).toBe(0);
    expect(await readFile(join(site.directory, 'decrypted/files/feedPhoto/one/320.webp'), 'utf8')).toBe('the first picture');
  });

  test('is kept in a bucket; a wrong secret, a missing bucket and a dead store are named', async () => {
    const store = await startObjectStore('kept');
    const environment = { BACKUP_S3_ENDPOINT: store.url, BACKUP_S3_ACCESS_KEY_ID: 'S3RVER', BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER' };
    const to = 's3://kept/here';
    try {
      expect((await backUp(to, environment)).code).toBe(0);
      const dataDirectory = join(site.directory, 'from-bucket');
      const args = ['--from', to, '--secrets', site.secretsFile];
      expect((await site.command('restore', args, { ...environment, DATA_DIR: dataDirectory }).result).code).toBe(0);
      expect(await readFile(join(dataDirectory, 'files/feedPhoto/one/320.webp'), 'utf8')).toBe('the first picture');
      expect((await backUp(to, { ...environment, BACKUP_S3_ACCESS_KEY_ID: 'wrong' })).output).toContain(
        'the store refuses these credentials',
      );
      expect((await backUp('s3://missing/here', environment)).output).toContain('There is no bucket "missing"');
    } finally {
      await store.close();
    }
    expect((await backUp(to, environment)).output).toContain('can’t be reached');
  });
});

describe('an orderly stop', () => {
  test('ships what PostgreSQL archived last, also when the shipper found the database gone before', async () => {
    const site = await createBackupSite();
    const gate = await createDatabaseGate(site.ownerUrl, 'stagedoor-shipper');
    const wal = join(site.dataDirectory, 'postgres/wal');
    // Whole files: PostgreSQL writes them under another name first.
    const waiting = async () => (await waitingWal(wal)).length;
    try {
      const config = readConfig({ DATA_DIR: site.dataDirectory, BACKUP_TO: site.backups });
      expect((await site.command('backup', ['--to', site.backups]).result).code).toBe(0);
      // The folder comes with the first file.
      const shipped = async () => (await readdir(join(site.backups, 'wal')).catch(() => [])).length;
      const before = await shipped();
      const shipper = await startShipper(config, gate.url, { info() {}, warn() {} });
      await site.query("insert into notes (words) values ('while it ships')");
      await site.query('select pg_switch_wal()');
      await vi.waitUntil(async () => (await shipped()) > before && (await waiting()) === 0, { timeout: 60_000 });
      gate.close();
      await vi.waitUntil(() => gate.connectionAttempts.length > 0, { timeout: 60_000 });
      await site.query("insert into notes (words) values ('at the very end')");
      await site.query('select pg_switch_wal()');
      await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 60_000 });
      await shipper.stop();
      expect(await waiting()).toBe(0);
    } finally {
      await gate.end();
      await site.close();
    }
  });
});

describe('a place whose disk goes away', () => {
  test('is left alone while it is empty, also after a restart, and gets the log that waited', async () => {
    const site = await createBackupSite();
    const sentences: unknown[] = [];
    const log = { info: () => {}, warn: (...said: unknown[]) => void sentences.push(said[0]) };
    const config = readConfig({ DATA_DIR: site.dataDirectory, BACKUP_TO: site.backups });
    const unmounted = `${site.backups}-unmounted`;
    const wal = join(site.dataDirectory, 'postgres/wal');
    try {
      expect((await site.command('backup', ['--to', site.backups]).result).code).toBe(0);
      const first = await startShipper(config, site.ownerUrl, log);
      await vi.waitUntil(async () => (await readdir(wal)).length === 0, { timeout: 60_000 });
      await rename(site.backups, unmounted);
      await mkdir(site.backups);
      await site.query("insert into notes (words) values ('while it was away')");
      await site.query('select pg_switch_wal()');
      await vi.waitUntil(() => sentences.length === 1, { timeout: 60_000 });
      await first.stop();
      const second = await startShipper(config, site.ownerUrl, log);
      await vi.waitUntil(() => sentences.length === 2, { timeout: 60_000 });
      expect(sentences).toEqual(Array(2).fill({ err: expect.stringContaining('mount its disk') }));
      expect(await readdir(site.backups)).toEqual([]);
      await rm(site.backups, { recursive: true });
      await rename(unmounted, site.backups);
      await vi.waitUntil(async () => (await readdir(wal)).length === 0, { timeout: 90_000 });
      await second.stop();
      const dataDirectory = join(site.directory, 'restored');
      const args = ['--from', site.backups, '--secrets', site.secretsFile];
      expect((await site.command('restore', args, { DATA_DIR: dataDirectory }).result).code).toBe(0);
      expect(await wordsIn(dataDirectory)).toEqual(['while it was away']);
    } finally {
      await site.close();
    }
  });
});

describe('a database server of one’s own', () => {
  let site: BackupSite;
  let databaseUrl: string;
  beforeAll(async () => {
    site = await createBackupSite();
    const restored = await openRestored(site.dataDirectory);
    databaseUrl = restored.ownerUrl;
    await restored.close();
  });
  afterAll(() => site.close());

  /** A folder with programs of a version. */
  const clientsOf = async (version: string): Promise<string> => {
    const folder = join(site.directory, `clients-${version}`);
    await mkdir(folder);
    for (const name of ['pg_dump', 'pg_restore'])
      await writeFile(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`, { mode: 0o755 });
    return folder;
  };

  test('is dumped by programs of its version alone; without them a sentence names the remedy', async () => {
    const backUp = (path: string) => site.command('backup', ['--to', site.backups], { DATABASE_URL: databaseUrl, PATH: path }).result;
    const missing = await backUp(join(site.directory, 'nothing'));
    expect([missing.code, missing.output]).toEqual([
      1,
      expect.stringMatching(
        /^DATABASE_URL: there is no pg_dump on PATH: install .* \(Debian: postgresql-client-18\), or .* pgBackRest or WAL-G/,
      ),
    ]);
    const old = await backUp(await clientsOf('15.4 (Debian 15.4-1)'));
    expect([old.code, old.output]).toEqual([1, expect.stringContaining('pg_dump 15 is older than the server, PostgreSQL 18')]);
    expect(await readdir(join(site.backups, 'bases')).catch(() => [])).toEqual([]);
  });

  test('is restored from dumps alone, and only into an empty database; a dump isn’t restored into DATA_DIR', async () => {
    expect((await site.command('backup', ['--to', site.backups]).result).code).toBe(0);
    const args = ['--from', site.backups, '--secrets', site.secretsFile];
    const mixed = await site.command('restore', args, { DATABASE_URL: databaseUrl }).result;
    expect(mixed.output).toContain('has backups of a site’s own PostgreSQL: unset DATABASE_URL');
    const [name] = await namesIn(site.backups);
    const path = join(site.backups, 'bases', name!, 'backup.json');
    const record = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...record, database: { kind: 'dump', base: record.database.base } }));
    const full = await site.command('restore', args, { DATABASE_URL: databaseUrl }).result;
    expect(full.output).toContain('DATABASE_URL: this database isn’t empty');
    const folder = await site.command('restore', args, { DATA_DIR: join(site.directory, 'no-dump') }).result;
    expect(folder.output).toContain('has dumps of a database server: name an empty database with DATABASE_URL');
    const rehearsed = await site.command('rehearse', ['--from', site.backups], { DATABASE_URL: databaseUrl }).result;
    expect(rehearsed.output).toContain('only backups of the site’s own PostgreSQL are rehearsed');
  });
});

describe('a kill -9', () => {
  let site: BackupSite;
  beforeAll(async () => {
    site = await createBackupSite();
    await site.query("insert into notes (words) select 'note ' || n from generate_series(1, 1000) n");
  });
  afterAll(() => site.close());

  /** Kills a command when its output or the folder shows a step, for each of some steps. */
  const killedAfter = async (milliseconds: number, start: () => ReturnType<BackupSite['command']>) => {
    const command = start();
    const timer = setTimeout(command.kill, milliseconds);
    const { code } = await command.result;
    clearTimeout(timer);
    return code === null;
  };

  test('while a backup is made leaves the earlier backups whole, and the next one is made', async () => {
    expect((await site.command('backup', ['--to', site.backups]).result).code).toBe(0);
    let killed = 0;
    for (const milliseconds of [400, 700, 900, 1100, 1300, 1600])
      if (await killedAfter(milliseconds, () => site.command('backup', ['--to', site.backups]))) killed += 1;
    expect(killed).toBeGreaterThan(0);
    expect((await site.command('backup', ['--to', site.backups]).result).code).toBe(0);
    expect((await site.command('rehearse', [], { BACKUP_TO: site.backups }).result).code).toBe(0);
  });

  test('during a restore leaves a folder with which no site starts, and the same restore begins again', async () => {
    const dataDirectory = join(site.directory, 'killed');
    const restore = () =>
      site.command('restore', ['--from', site.backups, '--secrets', site.secretsFile, '--replace'], { DATA_DIR: dataDirectory });
    let killed = 0;
    for (const milliseconds of [500, 800, 1200, 1600, 2000, 2500, 3000]) if (await killedAfter(milliseconds, restore)) killed += 1;
    expect(killed).toBeGreaterThan(0);
    expect((await restore().result).code).toBe(0);
    expect(await wordsIn(dataDirectory)).toHaveLength(1000);
    expect(await readdir(dataDirectory)).not.toContain('restoring');
  });
});
