import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type UploadParts, isUploadId } from './upload-parts.ts';
import { systemCodeOf } from '../thrown.ts';
import { chunksOf } from '../chunks.ts';

const isMissing = (error: unknown): boolean => systemCodeOf(error) === 'ENOENT';

/** A file of each unfinished upload on the local disk. */
export const createPartsOnDisk = (directory: string): UploadParts => {
  const pathOf = (id: string): string => {
    if (!isUploadId(id)) throw new Error('not an upload’s id');
    return join(directory, id);
  };
  return {
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
          for await (const chunk of chunksOf(source)) {
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
    assemble: async (id) => pathOf(id),
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
