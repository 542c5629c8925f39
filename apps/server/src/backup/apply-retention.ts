import { type BackupRecord, type ClusterBackup, NAMES, isOfCluster, listBackups, walFileOf } from './catalogue.ts';
import type { Unpacking } from './packing.ts';
import { readFileList } from './restore-files.ts';
import { type Kept, keptBackups } from './retention.rules.ts';
import { keyOfCopy } from './site-files.ts';
import type { BackupTarget } from './target.ts';
import { firstOf, isNeededFrom, segmentOf } from './wal-names.ts';

/** A backup that isn't finished after so long never will be. */
const UNFINISHED_MS = 86_400_000;

const BASE = /^bases\/(\d{8}T\d{6}Z)\//;

const startOf = (name: string): number => Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Removes the record first: the parts alone are no backup. */
const removeBase = async (target: BackupTarget, name: string): Promise<void> => {
  await target.remove(NAMES.record(name));
  for await (const part of target.list(`${NAMES.bases}/${name}`)) await target.remove(part.name);
};

/** Removes the write-ahead log that no backup begins before. Names don't tell which is the oldest: the clock may have been put back. */
const removeWal = async (target: BackupTarget, kept: readonly ClusterBackup[]): Promise<number> => {
  if (kept.length === 0) return 0;
  const start = firstOf(kept.map(({ database }) => segmentOf(database.timeline, database.startLsn, 'begins')));
  let removed = 0;
  for await (const { name } of target.list(NAMES.wal)) {
    const file = walFileOf(name);
    if (file === undefined || isNeededFrom(file, start)) continue;
    await target.remove(name);
    removed += 1;
  }
  return removed;
};

/** Removes copies of files that no backup lists and that are older than all: the site had removed them before the oldest. */
const removeFiles = async (target: BackupTarget, unpacking: Unpacking, kept: readonly BackupRecord[]): Promise<number> => {
  const listed = new Set<string>();
  for (const backup of kept) for (const key of (await readFileList({ target, unpacking, backup })).keys()) listed.add(key);
  const oldest = new Date(kept.at(-1)!.startedAt);
  let removed = 0;
  for await (const { name, modifiedAt } of target.list(NAMES.files)) {
    const key = keyOfCopy(name);
    if (key === undefined || listed.has(key) || modifiedAt >= oldest) continue;
    await target.remove(name);
    removed += 1;
  }
  return removed;
};

/**
 * Removes the backups that needn't be kept, and what only they needed.
 * @throws BackupError; what was removed by then is whole removed, and the rest whole kept
 */
export const applyRetention = async (
  target: BackupTarget,
  { unpacking, kept: count, timeZone, now }: { unpacking: Unpacking; kept: Kept; timeZone: string; now: Date },
): Promise<{ backups: number; walFiles: number; files: number }> => {
  const backups = await listBackups(target);
  if (backups.length === 0) return { backups: 0, walFiles: 0, files: 0 };
  const names = keptBackups(backups, count, timeZone);
  const kept = backups.filter(({ name }) => names.has(name));
  const finished = new Set(backups.map(({ name }) => name));
  const unfinished = new Set<string>();
  for await (const { name } of target.list(NAMES.bases)) {
    const [, base] = BASE.exec(name) ?? [];
    // One whose record is damaged is left to somebody who looks at it.
    if (base !== undefined && !finished.has(base) && startOf(base) < now.getTime() - UNFINISHED_MS) unfinished.add(base);
  }
  for (const name of unfinished) if ((await target.read(NAMES.record(name))) === undefined) await removeBase(target, name);
  const removed = backups.filter(({ name }) => !names.has(name));
  for (const { name } of removed) await removeBase(target, name);
  return {
    backups: removed.length,
    walFiles: await removeWal(target, kept.filter(isOfCluster)),
    files: await removeFiles(target, unpacking, kept),
  };
};
