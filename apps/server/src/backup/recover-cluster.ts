import { copyFile, mkdir, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostmaster, prepareClusterFolder, setPassword, startPostmaster, walFolderOf } from '../platform/database/postgres-cluster.ts';
import { type PostgresProgram, findPostgresProgram } from '../platform/database/postgres-program.ts';
import { freePort, stopPostmaster, writeNewAccess } from '../platform/database/embedded.ts';
import { createMeasure } from '../platform/storage/measure.ts';
import { isAlive } from '../platform/is-alive.ts';
import { BackupError, DamagedObject } from './backup-error.ts';
import { type BackupPart, type BackupRecord, type ClusterBackup, NAMES, walFileOf } from './catalogue.ts';
import { type UnpackedFiles, findDamagedFile, readManifest } from './manifest.ts';
import type { Unpacking } from './packing.ts';
import type { BackupTarget } from './target.ts';
import { unpackBase } from './unpack-base.ts';
import { isNeededFrom, segmentOf } from './wal-names.ts';

/** Segments that are fetched at once. */
const AT_ONCE = 4;
const POLL_MS = 20;

export interface RecoveryOptions {
  target: BackupTarget;
  backup: ClusterBackup;
  unpacking: Unpacking;
  /** An empty folder in which a site's DATA_DIR is made: its cluster, and the address and password of its PostgreSQL. */
  dataDirectory: string;
  /** The instant to go back to; by default the latest that there is. */
  at?: Date | undefined;
  say(line: string): void;
}

/** A part of a backup, unpacked. What `take` received is only valid when this ends. @throws BackupError when it is damaged */
export const readPart = async (
  { target, unpacking, backup }: Pick<RecoveryOptions, 'target' | 'unpacking'> & { backup: BackupRecord },
  part: BackupPart,
  take: (content: Readable) => Promise<void>,
): Promise<void> => {
  const damaged = (reason: string, cause?: unknown) =>
    new BackupError(`The backup ${backup.name} is damaged: ${reason}. Choose another one with --backup NAME.`, { cause });
  const { stream, measured } = createMeasure(undefined);
  const source = await unpacking.unpack(part.name, await target.open(part.name));
  let failure: unknown;
  source.once('error', (error) => {
    failure = error;
    stream.destroy(error);
  });
  try {
    await take(source.pipe(stream));
  } catch (error) {
    // Unpacking a part that ends early fails in its own words.
    const cause = failure ?? error;
    throw cause instanceof DamagedObject ? damaged(cause.message.replace(/\.$/, ''), cause) : cause;
  }
  const { bytes, sha256 } = measured();
  if (bytes !== part.bytes || sha256 !== part.sha256) throw damaged(`${part.name} differs from what was written`);
};

/** Fetches the write-ahead log since a backup began. @returns how many files */
const fetchWal = async (
  { target, backup, unpacking }: RecoveryOptions,
  folder: string,
  own: (path: string) => Promise<void>,
): Promise<number> => {
  const start = segmentOf(backup.database.timeline, backup.database.startLsn, 'begins');
  const fetchOne = async (object: string, file: string): Promise<void> => {
    const path = join(folder, file);
    const content = await (await unpacking.unpack(object, await target.open(object))).toArray().catch((error: unknown) => {
      if (!(error instanceof DamagedObject)) throw error;
      throw new BackupError(`${error.message} Remove it to have the site back as it was before it.`, { cause: error });
    });
    await writeFile(path, Buffer.concat(content), { mode: 0o600 });
    await own(path);
  };
  let count = 0;
  const running = new Set<Promise<void>>();
  for await (const { name } of target.list(NAMES.wal)) {
    const file = walFileOf(name);
    if (file === undefined || !isNeededFrom(file, start)) continue;
    const one: Promise<void> = fetchOne(name, file).finally(() => running.delete(one));
    one.catch(() => {});
    running.add(one);
    count += 1;
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  return count;
};

/** PostgreSQL's own words of a recovery that can't reach its instant. */
const NOT_REACHED = /recovery ended before configured recovery target was reached/;
const TOO_EARLY = /requested recovery stop point is before consistent recovery point/;

const DISK_FULL = /No space left on device/;

const failureOf = (log: string, at: Date | undefined): BackupError => {
  if (DISK_FULL.test(log)) return new BackupError('The disk of DATA_DIR is full: make room, or name another folder with DATA_DIR.');
  const instant = at?.toISOString();
  if (NOT_REACHED.test(log)) {
    const last = lastInstantIn(log);
    const reach = last ? ` They reach until ${last.toISOString()}.` : '';
    return new BackupError(`The backups don’t reach ${instant}.${reach} Without --at the latest instant is restored.`);
  }
  if (TOO_EARLY.test(log)) return new BackupError(`The backup ends after ${instant}: choose an older one with --backup NAME.`);
  return new BackupError(`PostgreSQL can’t recover this backup: ${log.trim().split('\n').slice(-3).join(' ').replace(/\s+/g, ' ')}`);
};

const lastInstantIn = (log: string): Date | undefined => {
  const [, text] = [...log.matchAll(/last completed transaction was at log time ([\d-]+ [\d:.]+)\+00/g)].at(-1) ?? [];
  return text === undefined ? undefined : new Date(`${text.replace(' ', 'T')}Z`);
};

/** Runs PostgreSQL until it has applied the log and begun a timeline of its own. @returns the instant of the last transaction, if any was applied */
const replay = async (program: PostgresProgram, cluster: string, logFile: string, at: Date | undefined): Promise<Date | undefined> => {
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  if (program.user.uid !== undefined) await ownBy(program)(join(cluster, 'recovery.signal'));
  // Nobody can connect: the password is that of the lost site.
  const { pid } = await startPostmaster(program, cluster, await freePort(0), logFile, {
    hot_standby: 'off',
    archive_mode: 'off',
    restore_command: 'cp "../wal/%f" "%p"',
    recovery_target_timeline: 'latest',
    ...(at
      ? {
          recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
          recovery_target_inclusive: 'on',
        }
      : {}),
  });
  while (isAlive(pid)) {
    if ((await findPostmaster(cluster))?.ready) break;
    await delay(POLL_MS);
  }
  const hasPromoted = isAlive(pid);
  if (hasPromoted) await stopPostmaster(pid);
  const log = await readFile(logFile, 'utf8');
  if (!hasPromoted) throw failureOf(log, at);
  return lastInstantIn(log);
};

const ownBy =
  ({ user }: PostgresProgram) =>
  async (path: string): Promise<void> => {
    if (user.uid === undefined || user.gid === undefined) return;
    const file = await open(path, 'r');
    try {
      await file.chown(user.uid, user.gid);
    } finally {
      await file.close();
    }
  };

/** Leaves the histories of timelines to be archived, which PostgreSQL doesn't archive while it recovers: a later recovery finds its way by them. */
const keepHistories = async (cluster: string, folder: string, own: (path: string) => Promise<void>): Promise<void> => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
  for (const name of await readdir(join(cluster, 'pg_wal'))) {
    if (!name.endsWith('.history')) continue;
    await copyFile(join(cluster, 'pg_wal', name), join(folder, name));
    await own(join(folder, name));
  }
};

/**
 * Makes a cluster from a backup and the write-ahead log since, in a folder of its own, and leaves it stopped, with a password of its own.
 * @returns the last instant that it covers
 * @throws BackupError
 */
export const recoverCluster = async (options: RecoveryOptions): Promise<Date> => {
  const { backup, dataDirectory, at, say } = options;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const program = await findPostgresProgram(join(dataDirectory, 'postgres'));
  if (program.major !== backup.postgresMajor)
    throw new BackupError(
      `The backup ${backup.name} was made by PostgreSQL ${backup.postgresMajor} and this version brings ${program.major}: restore it with Stagedoor ${backup.version}.`,
    );
  await prepareClusterFolder(dataDirectory, program.user);
  const cluster = join(dataDirectory, 'postgres', String(program.major));
  await mkdir(cluster, { mode: 0o700 });
  await ownBy(program)(cluster);
  let unpacked: UnpackedFiles = new Map();
  await readPart(options, backup.database.base, async (tar) => {
    unpacked = await unpackBase(tar, cluster, program.user);
  });
  let manifest: Buffer[] = [];
  await readPart(options, backup.database.manifest, async (content) => {
    manifest = await content.toArray();
  });
  const damaged = findDamagedFile(unpacked, readManifest(Buffer.concat(manifest)));
  if (damaged !== undefined)
    throw new BackupError(`The backup ${backup.name} is damaged: ${damaged} differs. Choose another one with --backup NAME.`);
  say('The database is unpacked and whole.');
  const segments = await fetchWal(options, walFolderOf(dataDirectory), ownBy(program));
  if (segments > 0) say(`Write-ahead log since: ${segments} files.`);
  const logFile = join(dataDirectory, 'recovery.log');
  await rm(logFile, { force: true });
  const last = await replay(program, cluster, logFile, at);
  await setPassword(program, cluster, await writeNewAccess(dataDirectory));
  await keepHistories(cluster, walFolderOf(dataDirectory), ownBy(program));
  return last ?? new Date(backup.endedAt);
};
