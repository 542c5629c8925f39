import { sql } from 'kysely';
import { type Trx, recordAudit } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';

/** Refuses the files of an item that is taken down from now on: those of its parts too, each as it came and as it was cleaned. */
export const blockFilesOf = async (trx: Trx, itemId: string, at: Date): Promise<void> => {
  await sql`
    insert into blocked_files (sha256, item_id, created_at)
    select distinct h.hash, ${itemId}::uuid, ${at}::timestamptz
    from items i join item_files r on r.item_id = i.id join files f on f.id = r.file_id
      cross join lateral unnest(array[f.sha256, f.received_sha256]) as h(hash)
    where h.hash is not null and (i.id = ${itemId}::uuid or i.parent_id = ${itemId}::uuid)
    on conflict do nothing`.execute(trx);
};

/** Accepts the files of an item again that is shown again, unless another one with the same is taken down. */
export const unblockFilesOf = async (trx: Trx, itemId: string): Promise<void> => {
  await trx.deleteFrom('blocked_files').where('item_id', '=', itemId).execute();
};

/**
 * Refuses a received file whose bytes are those of something that was taken down, and tells the admins in the audit log: in a transaction of its
 * own, since the call's changes nothing.
 *
 * @throws CodedError FILE_BLOCKED
 */
export const refuseBlocked = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { sha256, contentType }: Pick<ReceivedFile, 'sha256' | 'contentType'>,
  ownerId: string | null,
): Promise<void> => {
  const blocked = await database
    .selectFrom('blocked_files')
    .select('item_id')
    .where('sha256', '=', sha256)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!blocked) return;
  await database.transaction().execute((trx) =>
    recordAudit(trx, {
      actorId: ownerId,
      action: 'files.refused',
      objectKind: 'item',
      objectId: blocked.item_id,
      detail: { sha256, contentType },
      at: clock.now(),
    }),
  );
  throw new CodedError('FILE_BLOCKED');
};
