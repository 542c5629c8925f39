import { sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { nameFile } from '../files/index.ts';
import { refreshItemsWithFile } from '../items/index.ts';
import { isOwnMedia } from './media.queries.ts';

/** Sets the name and alt text of a file in the library, or just uploaded for an item; omitted fields stay. @throws CodedError NOT_FOUND */
export const updateMedia = async (
  platform: Platform,
  ownerId: string,
  fileId: string,
  changes: { name?: string | undefined; alt?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const { rows } = await sql`select from files f where f.id = ${fileId}::uuid and ${isOwnMedia(ownerId)} for update`.execute(trx);
    if (rows.length === 0) throw new CodedError('NOT_FOUND');
    const now = platform.clock.now();
    await nameFile(trx, fileId, changes, now);
    if (changes.alt !== undefined) await refreshItemsWithFile(trx, fileId, now);
    return {};
  });
};
