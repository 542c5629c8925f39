import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Readable, Writable } from 'node:stream';
import { BackupError } from './backup-error.ts';

// The programs of PostgreSQL that read and write a database server of one's own. They are the distribution's: none comes with the site.

const run = promisify(execFile);

const OTHERS = 'or back the server up with pgBackRest or WAL-G (docs/backups.md)';

/** How a program reaches a database: its arguments could be seen by other users of the machine. */
const environmentOf = (databaseUrl: string): NodeJS.ProcessEnv => {
  const url = new URL(databaseUrl);
  const parameters = Object.fromEntries(
    [
      ['PGHOST', url.hostname],
      ['PGPORT', url.port],
      ['PGUSER', decodeURIComponent(url.username)],
      ['PGPASSWORD', decodeURIComponent(url.password)],
      ['PGDATABASE', decodeURIComponent(url.pathname.slice(1))],
      ['PGSSLMODE', url.searchParams.get('sslmode') ?? ''],
    ].filter(([, value]) => value !== ''),
  );
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C', ...parameters };
};

/**
 * Checks that a program is there and knows the server's version.
 * @throws BackupError with one sentence
 */
const assertProgram = async (program: 'pg_dump' | 'pg_restore', serverMajor: number): Promise<void> => {
  const install = `install PostgreSQL’s client programs of version ${serverMajor} (Debian: postgresql-client-${serverMajor}), ${OTHERS}`;
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }));
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  if (Number.isNaN(major)) throw new BackupError(`DATABASE_URL: there is no ${program} on PATH: ${install}.`);
  if (major < serverMajor)
    throw new BackupError(`DATABASE_URL: ${program} ${major} is older than the server, PostgreSQL ${serverMajor}: ${install}.`);
};

/** Runs a program until it ends. @throws BackupError with its last words */
const finish = async (program: string, child: ReturnType<typeof spawn>): Promise<void> => {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (words = (words + chunk).slice(-2000)));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new BackupError(`${program} failed: ${words.trim().split('\n').slice(-2).join(' ') || `exit code ${code}`}`);
};

/**
 * Dumps a database as it is at one instant.
 * @param take receives the dump in the custom format
 * @throws BackupError
 */
export const dumpDatabase = async (databaseUrl: string, serverMajor: number, take: (dump: Readable) => Promise<void>): Promise<void> => {
  await assertProgram('pg_dump', serverMajor);
  // Packing compresses, with a checksum.
  const child = spawn('pg_dump', ['--format=custom', '--compress=none', '--no-password', '--no-owner'], {
    env: environmentOf(databaseUrl),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const finished = finish('pg_dump', child);
  finished.catch(() => {});
  try {
    await take(child.stdout);
  } catch (error) {
    child.kill();
    throw error;
  }
  await finished;
};

/**
 * Fills an empty database from a dump, whole or not at all.
 * @param fill writes the dump
 * @throws BackupError
 */
export const restoreDump = async (databaseUrl: string, serverMajor: number, fill: (input: Writable) => Promise<void>): Promise<void> => {
  await assertProgram('pg_restore', serverMajor);
  const { PGDATABASE = '' } = environmentOf(databaseUrl);
  const child = spawn('pg_restore', ['--single-transaction', '--exit-on-error', '--no-password', '--no-owner', `--dbname=${PGDATABASE}`], {
    env: environmentOf(databaseUrl),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const finished = finish('pg_restore', child);
  finished.catch(() => {});
  try {
    await fill(child.stdin);
  } catch (error) {
    // Its own failure closes the pipe.
    await finished;
    throw error;
  }
  await finished;
};
