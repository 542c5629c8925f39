import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../errors.ts';
import type { UrlSigner } from './url-signer.ts';
import { createMeasure } from './measure.ts';
import { noteNewFile } from './new-files.ts';
import { STORAGE_KEY, type Storage } from './storage.ts';
import { systemCodeOf } from '../thrown.ts';
import { chunksOf } from '../chunks.ts';

const READ_CHUNK_BYTES = 1024 * 1024;
const INCOMING = '.incoming';
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCodeOf(error) ?? '');

/** Paths that this process is writing. */
const beingWritten = new Set<string>();
// A stop waits some seconds for uploads; what hasn't arrived by then is removed with the process.
process.once('exit', () => {
  for (const path of beingWritten) rmSync(path, { force: true });
});

/**
 * Removes what processes that were killed had begun to write. A file that is being written is younger: each chunk touches it, and uploads
 * without any are closed long before.
 */
export const sweepIncoming = async (directory: string, before: Date): Promise<void> => {
  const incoming = join(directory, INCOMING);
  const names = await readdir(incoming).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names) {
    const path = join(incoming, name);
    const info = await stat(path).catch(() => undefined);
    if (info && info.mtime < before) await rm(path, { force: true });
  }
};

const flush = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** The size and hash of a file. */
const measureFile = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(createReadStream(path, { highWaterMark: READ_CHUNK_BYTES }))) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
};

/** @throws CodedError NOT_FOUND for a key that can't be one */
const validKey = (key: string): string => {
  if (!STORAGE_KEY.test(key)) throw new CodedError('NOT_FOUND');
  return key;
};

/**
 * Files on the local disk. A file is written to a temporary path, flushed and renamed, so that writes are atomic.
 * @param notesNewFiles keeps the list of new files (`takeNewFiles`)
 */
export const createLocalStorage = (directory: string, urlSigner: UrlSigner, notesNewFiles = false): Storage => {
  const note = async (key: string): Promise<void> => {
    if (notesNewFiles) await noteNewFile(directory, key);
  };
  const pathOf = (key: string): string => join(directory, validKey(key));
  const incoming = join(directory, INCOMING);

  const infoOf: Storage['stat'] = async (key) => {
    try {
      const info = await stat(pathOf(key));
      if (!info.isFile()) throw new CodedError('NOT_FOUND');
      return { bytes: info.size, modifiedAt: info.mtime };
    } catch (error) {
      if (isMissing(error)) throw new CodedError('NOT_FOUND');
      throw error;
    }
  };

  return {
    async put(key, source, { maxBytes }) {
      const path = pathOf(key);
      const temporary = join(incoming, randomUUID());
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const { stream: measure, measured } = createMeasure(maxBytes);
      beingWritten.add(temporary);
      try {
        await pipeline(Buffer.isBuffer(source) ? Readable.from([source]) : source, measure, createWriteStream(temporary, { mode: 0o600 }));
        await flush(temporary);
        await rename(temporary, path);
        await note(key);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      } finally {
        beingWritten.delete(temporary);
      }
      return measured();
    },
    async take(key, path, options) {
      const measured = await measureFile(path);
      await flush(path);
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
      try {
        await rename(path, pathOf(key));
        await note(key);
      } catch (error) {
        // The paths are on different file systems.
        if (systemCodeOf(error) !== 'EXDEV') throw error;
        await this.put(key, createReadStream(path), options);
        await rm(path, { force: true });
      }
      return measured;
    },
    stat: infoOf,
    async open(key, range) {
      const info = await infoOf(key);
      return { ...info, stream: createReadStream(pathOf(key), range ? { start: range.start, end: range.end } : {}) };
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    async removeFolder(folder) {
      await rm(pathOf(folder), { force: true, recursive: true });
    },
    async exists(key) {
      try {
        return (await stat(pathOf(key))).isFile();
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    localPath: async (key) => pathOf(key),
    async *listFolders(folder) {
      try {
        for await (const entry of await opendir(pathOf(folder))) if (entry.isDirectory()) yield `${folder}/${entry.name}`;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async listOlderThan(folder, before) {
      const names = await readdir(pathOf(folder)).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const keys: string[] = [];
      for (const name of names) {
        const info = await stat(join(directory, folder, name)).catch(() => undefined);
        if (info?.isFile() && info.mtime < before) keys.push(`${folder}/${name}`);
      }
      return keys;
    },
    signedUrl: (key, contentType) => urlSigner.of(key, contentType),
    ownUrl: (key, contentType, accountId, seconds) => urlSigner.own(key, contentType, accountId, seconds),
    downloadUrl: (key, as, seconds) => urlSigner.download(key, as, seconds),
  };
};
