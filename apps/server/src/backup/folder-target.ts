import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, link, mkdir, open, opendir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isInKernelFolder } from '../platform/kernel-folder.ts';
import { systemCodeOf } from '../platform/thrown.ts';
import { BackupError, aboutFolder } from './backup-error.ts';
import type { BackupTarget, StoredObject } from './target.ts';

/** Objects that are being written. */
const INCOMING = '.incoming';
/** A writer touches its file with each piece: one that hasn't been touched for so long was left behind. */
const LEFT_BEHIND_MS = 3_600_000;

const isMissing = (error: unknown): boolean => systemCodeOf(error) === 'ENOENT';

const noFolder = (root: string, cause: unknown): BackupError =>
  new BackupError(`There is no folder ${root}: make it, or mount its disk.`, { cause });

const flush = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

const objectsIn = async function* (root: string, folder: string): AsyncIterable<StoredObject> {
  let entries;
  try {
    entries = await opendir(join(root, folder));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = join(root, folder, entry.name);
    if (entry.isDirectory()) {
      yield* objectsIn(root, relative(root, path));
      continue;
    }
    const info = await stat(path).catch(() => undefined);
    if (info) yield { name: relative(root, path).split(sep).join('/'), bytes: info.size, modifiedAt: info.mtime };
  }
};

/**
 * Backups in a folder: another disk, or a mounted share. The folder must exist: a share that isn't mounted would otherwise fill the disk below it.
 * @throws BackupError
 */
export const createFolderTarget = async (root: string): Promise<BackupTarget> => {
  if (await isInKernelFolder(root)) throw new BackupError(`${root} can’t be used, because no files are kept there: choose another folder.`);
  try {
    if (!(await stat(root)).isDirectory()) throw new BackupError(`${root} is a file, not a folder.`);
    await access(root, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (isMissing(error)) throw noFolder(root, error);
    throw aboutFolder(root, error);
  }

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw aboutFolder(root, error);
    }
  };

  /** Writes a draft, which `finish` gives its name. */
  const write = <T>(name: string, source: Readable | Buffer, finish: (draft: string, path: string) => Promise<T>): Promise<T> =>
    guarded(async () => {
      const path = join(root, name);
      const draft = join(root, INCOMING, randomUUID());
      // Not the folders above it: without its disk the target isn't there.
      await mkdir(join(root, INCOMING), { mode: 0o700 }).catch((error: unknown) => {
        if (isMissing(error)) throw noFolder(root, error);
        if (systemCodeOf(error) !== 'EEXIST') throw error;
      });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(Buffer.isBuffer(source) ? Readable.from([source]) : source, createWriteStream(draft, { mode: 0o600, flush: true }));
        const finished = await finish(draft, path);
        await flush(dirname(path));
        return finished;
      } finally {
        await rm(draft, { force: true }).catch(() => {});
      }
    });

  return {
    label: root,
    put: (name, source) => write(name, source, rename),
    putNew: (name, content) =>
      write(name, content, async (draft, path) => {
        try {
          await link(draft, path);
          return true;
        } catch (error) {
          if (systemCodeOf(error) === 'EEXIST') return false;
          throw error;
        }
      }),
    async open(name) {
      const path = join(root, name);
      await access(path, constants.R_OK).catch((error: unknown) => {
        throw isMissing(error) ? new BackupError(`${name} is missing in ${root}.`, { cause: error }) : aboutFolder(root, error);
      });
      return createReadStream(path, { highWaterMark: 256 * 1024 });
    },
    read: (name) =>
      guarded(async () => {
        try {
          return await readFile(join(root, name));
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    list: (folder) => objectsIn(root, folder),
    remove: (name) => guarded(() => rm(join(root, name), { force: true })),
    sweep: () =>
      guarded(async () => {
        for (const name of await readdir(join(root, INCOMING)).catch(() => [])) {
          const path = join(root, INCOMING, name);
          const info = await stat(path).catch(() => undefined);
          if (info && info.mtimeMs < Date.now() - LEFT_BEHIND_MS) await rm(path, { force: true });
        }
      }),
    close() {},
  };
};
