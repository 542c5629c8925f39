import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, findRunningEmbeddedPostgres, startEmbeddedPostgres, stopLeftOverPostgres } from './embedded.ts';
import { isAlive } from '../is-alive.ts';
import { clearStalePidFile, findPostmaster } from './postgres-cluster.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const holder = fileURLToPath(new URL('../testing/hold-postgres.ts', import.meta.url));

let parent: string;
let dataDirectory: string;
const running: EmbeddedPostgres[] = [];

const start = async (): Promise<EmbeddedPostgres> => {
  const embedded = await startEmbeddedPostgres({ dataDirectory, log, durable: true });
  running.push(embedded);
  return embedded;
};

const cluster = (): string => join(dataDirectory, 'postgres', '18');

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

/** Repeats until it succeeds; the test's own time limit ends it. */
const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await delay(25);
    }
  }
};

/** Another process that uses the same DATA_DIR. */
const startElsewhere = async (): Promise<ChildProcess> => {
  const child = fork(holder, [dataDirectory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  await once(child, 'message');
  return child;
};

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), `stagedoor-test-${process.pid}-`));
  // As under root's home: no access for others. As root, PostgreSQL runs as another user, and must still work.
  await chmod(parent, 0o700);
  dataDirectory = join(parent, 'data');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((embedded) => embedded.stop()));
  await stopLeftOverPostgres(dataDirectory).catch(() => {});
  await rm(parent, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  test('starts in an empty folder without access for others, keeps its data and address, and leaves no process', async () => {
    const first = await start();
    await query(first.ownerUrl, "create table note (text text); insert into note values ('kept ☂')");
    const [settings] = await query(
      first.ownerUrl,
      `select version() as version, current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
        current_setting('synchronous_commit') as commit, pg_encoding_to_char(encoding) as encoding, datlocale as locale
       from pg_database where datname = 'stagedoor'`,
    );
    expect(settings).toMatchObject({ addresses: '127.0.0.1', sockets: '', commit: 'on', encoding: 'UTF8', locale: 'C.UTF-8' });
    expect(settings?.version).toMatch(/^PostgreSQL 18\./);
    const pid = (await findPostmaster(cluster()))!.pid;
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await start();
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, 'select text from note')).toEqual([{ text: 'kept ☂' }]);
  });

  test('requires its password, and stores it privately', async () => {
    const { ownerUrl } = await start();
    expect((await stat(join(dataDirectory, 'postgres.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDirectory, 'postgres'))).mode & 0o777).toBe(0o700);
    const wrong = new URL(ownerUrl);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    wrong.username = 'postgres';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('is adopted after a kill -9 of the process that started it', async () => {
    const child = await startElsewhere();
    const before = (await findPostmaster(cluster()))!;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(before.pid)).toBe(true);
    const { ownerUrl, stop } = await start();
    expect((await findPostmaster(cluster()))?.pid).toBe(before.pid);
    expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    // A process whose parent was killed exists a moment longer, until it is reaped.
    await expect.poll(() => isAlive(before.pid)).toBe(false);
  });

  test('recovers committed data after a kill -9 of PostgreSQL and of the process', async () => {
    const child = await startElsewhere();
    const { ownerUrl } = (await findRunningEmbeddedPostgres(dataDirectory))!;
    await query(ownerUrl, 'create table note as select generate_series(1, 1000) as id');
    const { pid } = (await findPostmaster(cluster()))!;
    child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await once(child, 'exit');
    const again = await start();
    expect(await query(again.ownerUrl, 'select count(*)::int as n from note')).toEqual([{ n: 1000 }]);
  });

  test('restarts at the same address when it is killed', async () => {
    const { ownerUrl } = await start();
    const before = (await findPostmaster(cluster()))!.pid;
    process.kill(before, 'SIGKILL');
    expect(await eventually(() => query(ownerUrl, 'select 1 as one'))).toEqual([{ one: 1 }]);
    expect((await findPostmaster(cluster()))?.pid).not.toBe(before);
  });

  test('runs while another process uses it, and stops with the last one', async () => {
    const child = await startElsewhere();
    const ours = await start();
    const { pid } = (await findPostmaster(cluster()))!;
    await ours.stop();
    expect(isAlive(pid)).toBe(true);
    child.send('stop');
    await once(child, 'exit');
    expect(isAlive(pid)).toBe(false);
  });

  test('starts although a pid file contains the pid of another process', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n0\n5432\n\n127.0.0.1\n\nready   \n`);
    const again = await start();
    expect(await query(again.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('keeps the pid file of a starting server, and removes the one left by a crash', async () => {
    const folder = join(dataDirectory, 'a-cluster');
    const pidFile = join(folder, 'postmaster.pid');
    await mkdir(folder, { recursive: true });
    const clear = async (content: string, writtenAt = new Date()) => {
      await writeFile(pidFile, content);
      await utimes(pidFile, writtenAt, writtenAt);
      await clearStalePidFile(folder);
      return readdir(folder);
    };
    expect(await clear('')).toEqual(['postmaster.pid']);
    expect(await clear('', new Date(Date.now() - 60_000))).toEqual([]);
    expect(await clear(`${process.pid}\n${folder}\n0\n5432\n\n127.0.0.1\n\nready   \n`)).toEqual([]);
  });

  test('gets a new password when the file with the old one is lost', async () => {
    const first = await start();
    await query(first.ownerUrl, 'create table note (text text)');
    await rm(join(dataDirectory, 'postgres.json'));
    const second = await start();
    expect(second.ownerUrl).not.toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, 'select count(*)::int as n from note')).toEqual([{ n: 0 }]);
  });

  test('reports data of another version in one sentence', async () => {
    await mkdir(join(dataDirectory, 'postgres', '17'), { recursive: true });
    await expect(start()).rejects.toThrow(/^DATA_DIR: its database was made by PostgreSQL 17/);
  });

  test('is not found while it isn’t running', async () => {
    expect(await findRunningEmbeddedPostgres(dataDirectory)).toBeUndefined();
    const { ownerUrl, stop } = await start();
    expect(await findRunningEmbeddedPostgres(dataDirectory)).toEqual({ ownerUrl });
    await stop();
    expect(await findRunningEmbeddedPostgres(dataDirectory)).toBeUndefined();
    expect(await readFile(join(dataDirectory, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });
});
