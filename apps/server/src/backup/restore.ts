import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runsPostgres, startEmbeddedPostgres, stopLeftOverPostgres } from '../platform/database/embedded.ts';
import { fingerprintsIn } from '../platform/secrets.ts';
import { BackupError, aboutFolder } from './backup-error.ts';
import { erasureFileOf, fetchErasures } from './erasure-list.ts';
import { type BackupRecord, isOfCluster, listBackups, nameOf, readOwner } from './catalogue.ts';
import { markRestored } from './mark-restored.ts';
import type { Unpacking } from './packing.ts';
import { recoverCluster } from './recover-cluster.ts';
import { type RestoredFiles, restoreFiles } from './restore-files.ts';
import { isBeingRestored, restorePidFile, restoringFolderOf } from './restoring.ts';
import type { BackupTarget } from './target.ts';

export interface RestoreOptions {
  target: BackupTarget;
  unpacking: Unpacking;
  dataDirectory: string;
  /** The folder for the site's files; null when a bucket has them. */
  filesDirectory: string | null;
  /** The text of the site's secrets.json, and where it is from; null to restore without it. By default that of DATA_DIR. */
  secrets?: { text: string; path: string } | null | undefined;
  /** The instant to go back to; by default the latest that there is. */
  at?: Date | undefined;
  /** A backup's name; by default the newest, or the newest before `at`. */
  backup?: string | undefined;
  /** Moves a site in DATA_DIR aside. */
  replace: boolean;
  now(): Date;
  say(line: string): void;
}

export interface Restored {
  backup: BackupRecord;
  recoveredUntil: Date;
  files: RestoredFiles | null;
  /** The folder to which the database that was in DATA_DIR was moved. */
  movedTo: string | undefined;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** @throws BackupError */
export const chooseBackup = <Backup extends BackupRecord>(
  backups: readonly Backup[],
  label: string,
  { at, backup }: Pick<RestoreOptions, 'at' | 'backup'>,
): Backup => {
  if (backups.length === 0) throw new BackupError(`There is no finished backup in ${label}.`);
  const names = backups.map(({ name }) => name).join(', ');
  if (backup !== undefined) {
    const named = backups.find(({ name }) => name === backup);
    if (!named) throw new BackupError(`There is no backup "${backup}" in ${label}; there are ${names}.`);
    return named;
  }
  const chosen = backups.find(({ endedAt }) => !at || new Date(endedAt) <= at);
  if (!chosen)
    throw new BackupError(`No backup in ${label} is as old as ${at?.toISOString()}: the oldest ended at ${backups.at(-1)!.endedAt}.`);
  return chosen;
};

const assertNoSite = async ({ dataDirectory, replace }: RestoreOptions): Promise<void> => {
  if (await isBeingRestored(dataDirectory))
    throw new BackupError(`Another restore into ${dataDirectory} is at work: wait until it has ended.`);
  if (await runsPostgres(dataDirectory))
    throw new BackupError(`A site runs on ${dataDirectory}: stop it first, or name another folder with DATA_DIR.`);
  if (!replace && (await exists(join(dataDirectory, 'postgres'))))
    throw new BackupError(
      `${dataDirectory} holds a site already: name another folder with DATA_DIR, or add --replace, which moves its database aside.`,
    );
};

/** Checks that the keys are those of the backup's site. @returns the text to write, if any */
export const checkSecrets = async (
  { dataDirectory, secrets }: Pick<RestoreOptions, 'dataDirectory' | 'secrets'>,
  { secretFingerprints }: BackupRecord,
): Promise<string | undefined> => {
  if (secrets === null) return undefined;
  const path = secrets?.path ?? join(dataDirectory, 'secrets.json');
  const text = secrets?.text ?? (await readFile(path, 'utf8').catch(() => undefined));
  if (text === undefined)
    throw new BackupError(
      'A backup doesn’t hold the site’s keys: name your copy of secrets.json with --secrets FILE, or add --without-secrets, which loses second factors and payout details.',
    );
  const found = fingerprintsIn(text);
  if (!found) throw new BackupError(`${path} is no secrets.json of a site.`);
  const differing = Object.keys(secretFingerprints).filter((name) => found[name] !== secretFingerprints[name]);
  if (differing.length > 0)
    throw new BackupError(`${path} has the keys of another site, or of another time: name the right file with --secrets FILE.`);
  return text;
};

const markCluster = async (dataDirectory: string, backup: BackupRecord, recoveredUntil: Date, now: Date): Promise<void> => {
  const embedded = await startEmbeddedPostgres({ dataDirectory, log: { info() {}, warn() {}, error() {} } });
  try {
    await markRestored(embedded.ownerUrl, { backup, recoveredUntil, now });
  } finally {
    await embedded.stop();
  }
};

/** Writes the site's keys into DATA_DIR. */
export const putSecrets = async (dataDirectory: string, secrets: string): Promise<void> => {
  const path = join(dataDirectory, 'secrets.json');
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(`${path}.restored`, secrets, { mode: 0o600, flush: true });
  await rename(`${path}.restored`, path);
};

/** Puts the prepared database in place. An interruption leaves the folder of the restore, which a start refuses. */
const putInPlace = async ({ dataDirectory, now }: RestoreOptions, secrets: string | undefined): Promise<string | undefined> => {
  const restoring = restoringFolderOf(dataDirectory);
  if (secrets !== undefined) await putSecrets(dataDirectory, secrets);
  let movedTo: string | undefined;
  if (await exists(join(dataDirectory, 'postgres'))) {
    movedTo = join(dataDirectory, `postgres.replaced-${nameOf(now())}`);
    await rename(join(dataDirectory, 'postgres'), movedTo);
  }
  try {
    await rename(join(restoring, 'postgres.json'), join(dataDirectory, 'postgres.json'));
    await rename(join(restoring, 'postgres'), join(dataDirectory, 'postgres'));
  } catch (error) {
    if (movedTo !== undefined) await rename(movedTo, join(dataDirectory, 'postgres'));
    throw error;
  }
  await rm(restoring, { recursive: true });
  return movedTo;
};

/**
 * Restores a site into DATA_DIR. It changes nothing there before its last step; after an interruption it must be run again.
 * @throws BackupError
 */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const { target, dataDirectory, filesDirectory, now, say } = options;
  await assertNoSite(options);
  await readOwner(target);
  const backups = await listBackups(target, say);
  if (backups.length > 0 && !backups.some(isOfCluster))
    throw new BackupError(`${target.label} has dumps of a database server: name an empty database with DATABASE_URL to restore one.`);
  const backup = chooseBackup(backups.filter(isOfCluster), target.label, options);
  const secrets = await checkSecrets(options, backup);
  const restoring = restoringFolderOf(dataDirectory);
  try {
    // An interrupted restore may have left files, and a PostgreSQL that runs.
    await stopLeftOverPostgres(restoring).catch(() => {});
    await rm(restoring, { recursive: true, force: true });
    await mkdir(restoring, { recursive: true, mode: 0o700 });
    await writeFile(restorePidFile(dataDirectory), String(process.pid));
    say(`Restoring the backup ${backup.name} of ${new Date(backup.startedAt).toISOString()}…`);
    const recoveredUntil = await recoverCluster({ ...options, backup, dataDirectory: restoring });
    await markCluster(restoring, backup, recoveredUntil, now());
    const files = backup.files && filesDirectory !== null ? await restoreFiles({ ...options, backup }, filesDirectory) : null;
    // The site repeats them at its quiet start.
    await fetchErasures(target, erasureFileOf(dataDirectory));
    return { backup, recoveredUntil, files, movedTo: await putInPlace(options, secrets) };
  } catch (error) {
    await stopLeftOverPostgres(restoring).catch(() => {});
    await rm(restoring, { recursive: true, force: true });
    throw aboutFolder(dataDirectory, error);
  }
};
