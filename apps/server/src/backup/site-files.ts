import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../platform/thrown.ts';
import { NAMES } from './catalogue.ts';
import type { Packing } from './packing.ts';
import type { BackupTarget } from './target.ts';

/** Files are copied at once. */
const AT_ONCE = 4;
const SUFFIX = /\.zst(\.age)?$/;

/** A file of the site. Its key is never used again, so a copy is never out of date. */
export interface SiteFile {
  key: string;
  bytes: number;
}

const isMissing = (error: unknown): boolean => systemCodeOf(error) === 'ENOENT';

/** The site's files in a folder. Names that begin with a dot are uploads that aren't finished. */
export const listSiteFiles = async function* (directory: string, folder = ''): AsyncIterable<SiteFile> {
  let entries;
  try {
    entries = await opendir(join(directory, folder));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listSiteFiles(directory, key);
    else {
      const info = await stat(join(directory, key)).catch(() => undefined);
      if (info?.isFile()) yield { key, bytes: info.size };
    }
  }
};

/** The key of a copy's name at the target; undefined for another object. */
export const keyOfCopy = (name: string): string | undefined =>
  name.startsWith(`${NAMES.files}/`) && SUFFIX.test(name) ? name.slice(NAMES.files.length + 1).replace(SUFFIX, '') : undefined;

/** Copies a file. @returns false when it was removed meanwhile. */
export const copySiteFile = async (directory: string, key: string, target: BackupTarget, packing: Packing): Promise<boolean> => {
  const path = join(directory, key);
  try {
    await stat(path);
    await target.put(`${NAMES.files}/${key}${packing.suffix}`, await packing.pack(createReadStream(path, { highWaterMark: 2 ** 20 })));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/**
 * Copies the files that the target doesn't have yet.
 * @returns all that the site has, and how many were copied
 */
export const copySiteFiles = async (
  directory: string,
  target: BackupTarget,
  packing: Packing,
): Promise<{ files: SiteFile[]; copied: number; copiedBytes: number }> => {
  const known = new Set<string>();
  for await (const { name } of target.list(NAMES.files)) {
    const key = keyOfCopy(name);
    if (key !== undefined) known.add(key);
  }
  const files: SiteFile[] = [];
  let [copied, copiedBytes] = [0, 0];
  const running = new Set<Promise<void>>();
  const copy = async (file: SiteFile): Promise<void> => {
    if (!(await copySiteFile(directory, file.key, target, packing))) return;
    files.push(file);
    copied += 1;
    copiedBytes += file.bytes;
  };
  try {
    for await (const file of listSiteFiles(directory)) {
      if (known.has(file.key)) {
        files.push(file);
        continue;
      }
      const one: Promise<void> = copy(file).finally(() => running.delete(one));
      running.add(one);
      if (running.size >= AT_ONCE) await Promise.race(running);
    }
  } finally {
    // A failure is thrown once all have ended.
    await Promise.allSettled(running);
  }
  await Promise.all(running);
  return { files, copied, copiedBytes };
};
