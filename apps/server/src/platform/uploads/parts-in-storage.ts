import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ERRORS } from '@tus/server';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';
import { type UploadParts, isUploadId } from './upload-parts.ts';
import { chunksOf } from '../chunks.ts';

const FOLDER = 'parts';
const folderOf = (id: string): string => `${FOLDER}/${id}`;
/** So much is held in memory for a request, and is lost with its node: the client sends it again. */
const PIECE_BYTES = 8 * 1024 * 1024;
const CONTENT_TYPE = 'application/octet-stream';

/**
 * Unfinished uploads as objects of 8 MB in the bucket, listed in a table, so that any node continues what another one began.
 * @param directory a local folder for the file that an upload is put together in
 */
export const createPartsInStorage = (options: { database: Database; storage: Storage; directory: string }): UploadParts => {
  const { database, storage, directory } = options;

  /** Stores a piece, unless the upload was taken or another request was first. */
  const addPiece = async (id: string, at: number, content: Buffer): Promise<void> => {
    const key = `${folderOf(id)}/${at}-${randomBytes(6).toString('hex')}`;
    await storage.put(key, content, { contentType: CONTENT_TYPE });
    const { numAffectedRows } = await sql`
      insert into upload_pieces (upload_id, at_byte, bytes, storage_key)
      select u.id, ${at}, ${content.length}, ${key} from uploads u
      where u.id = ${id}::uuid and u.taken_at is null
        and ${at} = (select coalesce(sum(p.bytes), 0) from upload_pieces p where p.upload_id = u.id)
      on conflict do nothing`.execute(database);
    if (numAffectedRows === 1n) return;
    await storage.remove(key);
    throw ERRORS.INVALID_OFFSET;
  };

  return {
    create: async () => {},
    async sizeOf(id) {
      const { rows } = await sql<{ bytes: string }>`
        select (select coalesce(sum(p.bytes), 0) from upload_pieces p where p.upload_id = u.id)::text as bytes
        from uploads u where u.id = ${id}::uuid and u.taken_at is null`.execute(database);
      return rows[0] && Number(rows[0].bytes);
    },
    async append(id, offset, source) {
      let position = offset;
      let waiting: Buffer[] = [];
      let waitingBytes = 0;
      const flush = async (): Promise<void> => {
        if (waitingBytes === 0) return;
        const content = Buffer.concat(waiting);
        [waiting, waitingBytes] = [[], 0];
        await addPiece(id, position, content);
        position += content.length;
      };
      try {
        for await (const chunk of chunksOf(source)) {
          waiting.push(chunk);
          waitingBytes += chunk.length;
          if (waitingBytes >= PIECE_BYTES) await flush();
        }
      } catch (error) {
        // The reason of the failure must not be replaced by that of the flush.
        await flush().catch(() => {});
        throw error;
      }
      await flush();
      return position;
    },
    async assemble(id) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = join(directory, `${id}.${randomBytes(6).toString('hex')}`);
      const pieces = await database
        .selectFrom('upload_pieces')
        .select('storage_key')
        .where('upload_id', '=', id)
        .orderBy('at_byte')
        .execute();
      const content = async function* () {
        for (const { storage_key: key } of pieces) yield* chunksOf((await storage.open(key)).stream);
      };
      try {
        await pipeline(Readable.from(content()), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return path;
    },
    async remove(id) {
      await database.deleteFrom('upload_pieces').where('upload_id', '=', id).execute();
      await storage.removeFolder(folderOf(id));
    },
    async list() {
      const ids: string[] = [];
      for await (const folder of storage.listFolders(FOLDER)) {
        const id = folder.slice(FOLDER.length + 1);
        if (isUploadId(id)) ids.push(id);
      }
      return ids;
    },
  };
};
