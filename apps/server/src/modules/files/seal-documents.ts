import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { sealedKeyOf } from '../../platform/storage/sealed-storage.ts';
import { REMOVE_OBJECT_TASK } from './files.store.ts';

const BATCH = 100;

interface PlainDocument {
  id: string;
  original_key: string;
  content_type: string;
}

const seal = async (platform: Platform, file: PlainDocument): Promise<void> => {
  const { database, storage, jobs } = platform;
  const key = sealedKeyOf(file.original_key);
  const { stream } = await storage.open(file.original_key);
  await storage.put(key, stream, { contentType: file.content_type });
  const isSealed = await transact(database, undefined, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('files')
      .set({ original_key: key })
      .where('id', '=', file.id)
      .where('original_key', '=', file.original_key)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    // By a job, so that a crash leaves nothing that can be read.
    await jobs.enqueue(trx, REMOVE_OBJECT_TASK, { key: file.original_key });
    return true;
  });
  // It was removed meanwhile.
  if (!isSealed) await storage.remove(key);
};

/**
 * Encrypts identity documents that an earlier version stored as they came. One that can't be read is left for the next time.
 * @returns how many were encrypted
 */
export const sealDocuments = async (platform: Platform, signal: AbortSignal): Promise<number> => {
  const { database, log } = platform;
  let done = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<PlainDocument>`select id, original_key, content_type from files
      where purpose = 'document' and not starts_with(original_key, 'sealed/') and id > ${after}::uuid
      order by id limit ${sql.lit(BATCH)}`.execute(database);
    for (const file of rows) {
      if (signal.aborted) return done;
      try {
        await seal(platform, file);
        done += 1;
      } catch (error) {
        log.error({ err: error, fileId: file.id }, 'a document could not be encrypted');
      }
    }
    if (rows.length < BATCH) return done;
    after = rows.at(-1)!.id;
  }
};
