import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUploadId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files of unfinished uploads, one each, on the local disk. */
export interface PartFiles {
  pathOf(id: string): string;
  /** Creates an empty file. */
  create(id: string): Promise<void>;
  /** Bytes received so far; undefined when the file doesn't exist. */
  sizeOf(id: string): Promise<number | undefined>;
  /**
   * Appends at an offset. Data received before the stream breaks is kept.
   * @returns the new offset
   */
  append(id: string, offset: number, source: Readable): Promise<number>;
  /** Removes the file, if it exists. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
}

export const createPartFiles = (directory: string): PartFiles => {
  const pathOf = (id: string): string => {
    if (!isUploadId(id)) throw new Error('not an upload’s id');
    return join(directory, id);
  };
  return {
    pathOf,
    async create(id) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await (await open(pathOf(id), 'wx', 0o600)).close();
    },
    async sizeOf(id) {
      try {
        return (await stat(pathOf(id))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async append(id, offset, source) {
      const file = await open(pathOf(id), 'r+');
      let position = offset;
      try {
        try {
          for await (const chunk of source as AsyncIterable<Buffer>) {
            for (let written = 0; written < chunk.length; ) {
              const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position);
              written += bytesWritten;
              position += bytesWritten;
            }
          }
        } catch (error) {
          // The reason of the failure, such as a full disk, must not be replaced by that of the flush.
          await file.sync().catch(() => {});
          throw error;
        }
        // The client resumes from the file's size, so its data must be on disk.
        await file.sync();
      } finally {
        await file.close();
      }
      return position;
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async list() {
      try {
        return (await readdir(directory)).filter(isUploadId);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  };
};
