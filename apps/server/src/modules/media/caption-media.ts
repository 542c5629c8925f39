import { type Selectable, sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { Files } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { removeCaptions, setCaptions } from '../files/index.ts';
import { isOwnMedia } from './media.queries.ts';

/**
 * Sets the captions in a language of a video in the library, or just uploaded for an item, or removes them when no file is given.
 * @throws CodedError NOT_FOUND, FILE_KIND_REFUSED for a picture, FILE_UNREADABLE, CAPTIONS_FULL
 */
export const captionMedia = async (
  platform: Platform,
  ownerId: string,
  fileId: string,
  { locale, file }: { locale: string; file: ReceivedFile | null },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const { rows } = await sql<Selectable<Files>>`
      select f.* from files f where f.id = ${fileId}::uuid and ${isOwnMedia(ownerId)} for update`.execute(trx);
    const row = rows[0];
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.kind !== 'video') throw new CodedError(file ? 'FILE_KIND_REFUSED' : 'NOT_FOUND');
    await (file ? setCaptions(platform, trx, row, locale, file) : removeCaptions(platform, trx, row, locale));
    return {};
  });
};
