import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { STORAGE_KEY } from '../platform/storage/storage.ts';
import { DamagedObject } from './backup-error.ts';
import { type BackupRecord, NAMES } from './catalogue.ts';
import type { Unpacking } from './packing.ts';
import { readPart } from './recover-cluster.ts';
import { keyOfCopy } from './site-files.ts';
import type { BackupTarget } from './target.ts';

const AT_ONCE = 4;

const fileSchema = z.object({ key: z.string().regex(STORAGE_KEY), bytes: z.number() });

/** The list of the files that a backup has, by key. @throws BackupError when it is damaged */
export const readFileList = async (parts: {
  target: BackupTarget;
  unpacking: Unpacking;
  backup: BackupRecord;
}): Promise<Map<string, number>> => {
  const files = new Map<string, number>();
  const { files: list } = parts.backup;
  if (!list) return files;
  await readPart(parts, list, async (content) => {
    for await (const line of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })) {
      const { key, bytes } = fileSchema.parse(JSON.parse(line));
      files.set(key, bytes);
    }
  });
  return files;
};

/** Fetches one copy. @throws BackupError when it is damaged */
export const fetchFile = async (target: BackupTarget, unpacking: Unpacking, name: string, path: string): Promise<void> => {
  const draft = join(dirname(path), `.restoring-${process.pid}-${Math.trunc(performance.now() * 1000)}`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const source = await unpacking.unpack(name, await target.open(name));
  try {
    await pipeline(source, createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/** Files that couldn't be had back. */
export interface RestoredFiles {
  restored: number;
  missing: string[];
  damaged: string[];
}

/**
 * Copies a site's files back: those of a backup, and those that were made since. A file that is there already is left as it is.
 * @param directory of the site's files
 */
export const restoreFiles = async (
  parts: { target: BackupTarget; unpacking: Unpacking; backup: BackupRecord },
  directory: string,
): Promise<RestoredFiles> => {
  const { target, unpacking, backup } = parts;
  const listed = await readFileList(parts);
  const since = new Date(backup.startedAt);
  const missing = new Set(listed.keys());
  const damaged: string[] = [];
  let restored = 0;
  const running = new Set<Promise<void>>();
  const restoreOne = async (key: string, name: string): Promise<void> => {
    const path = join(directory, key);
    const there = await stat(path).catch(() => undefined);
    if (there && (listed.get(key) ?? there.size) === there.size) return;
    try {
      await fetchFile(target, unpacking, name, path);
      restored += 1;
    } catch (error) {
      // A full disk or an unreachable store ends the restore; one bad copy doesn't.
      if (!(error instanceof DamagedObject)) throw error;
      damaged.push(key);
    }
  };
  for await (const { name, modifiedAt } of target.list(NAMES.files)) {
    const key = keyOfCopy(name);
    if (key === undefined || !STORAGE_KEY.test(key) || !(missing.delete(key) || modifiedAt >= since)) continue;
    const one: Promise<void> = restoreOne(key, name).finally(() => running.delete(one));
    one.catch(() => {});
    running.add(one);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  return { restored, missing: [...missing], damaged };
};
