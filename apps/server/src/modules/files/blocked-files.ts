import { sql } from 'kysely';
import { type Trx, recordAudit } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { LEAST_QUALITY } from '../../platform/media/perceptual-hash.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';

/** The object that was taken down, which is why files are blocked. */
export interface BlockCause {
  /** Such as `item`, `message` or `avatar`. */
  objectKind: string;
  objectId: string;
  /** Why, for the admin who looks at a copy; empty when it isn't known. */
  reason?: string;
}

/**
 * Numbers hashes in the order of their commits, until the transaction ends: a reader that has all up to an id misses none. Taken last, since everybody
 * who blocks something waits for it.
 */
export const lockBlockedHashes = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('blocked_hashes'))`.execute(trx);
};

/**
 * Refuses files from now on: their bytes, each as they came and as they were cleaned, are refused, and what looks like them waits for an admin.
 * A file that isn't hashed yet is compared once it is. Repeatable.
 */
export const blockFiles = async (
  trx: Trx,
  fileIds: readonly string[],
  { objectKind, objectId, reason = '' }: BlockCause,
  at: Date,
): Promise<void> => {
  await sql`
    insert into blocked_files (sha256, object_kind, object_id, created_at)
    select distinct h.hash, ${objectKind}::text, ${objectId}::uuid, ${at}::timestamptz
    from files f cross join lateral unnest(array[f.sha256, f.received_sha256]) as h(hash)
    where h.hash is not null and f.id = any(${[...fileIds]}::uuid[])
    on conflict do nothing`.execute(trx);
  await lockBlockedHashes(trx);
  await sql`
    insert into blocked_hashes (object_kind, object_id, file_id, at_ms, type, hash, reason, created_at)
    select ${objectKind}::text, ${objectId}::uuid, h.file_id, h.at_ms, 'pdq', substring(h.turns from 1 for 32), ${reason}::text, ${at}::timestamptz
    from file_hashes h
    where h.file_id = any(${[...fileIds]}::uuid[]) and h.quality >= ${LEAST_QUALITY} and not exists (
      select from blocked_hashes b where b.object_id = ${objectId}::uuid and b.object_kind = ${objectKind} and b.file_id = h.file_id)
    order by h.file_id, h.at_ms`.execute(trx);
};

/** Accepts files again that were blocked for the sake of one object, unless another blocks them too. What waited for its sake waits no more. */
export const unblockFiles = async (trx: Trx, { objectKind, objectId }: Pick<BlockCause, 'objectKind' | 'objectId'>): Promise<void> => {
  for (const table of ['blocked_files', 'blocked_hashes'])
    await sql`delete from ${sql.table(table)} where object_id = ${objectId}::uuid and object_kind = ${objectKind}`.execute(trx);
  await sql`
    delete from copy_matches where object_id = ${objectId}::uuid and object_kind = ${objectKind} and state <> 'different'`.execute(trx);
};

/** `blockFiles` of an item that is taken down, and of its parts. */
export const blockFilesOf = async (trx: Trx, itemId: string, at: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select distinct r.file_id as id from items i join item_files r on r.item_id = i.id
    where i.id = ${itemId}::uuid or i.parent_id = ${itemId}::uuid`.execute(trx);
  await blockFiles(
    trx,
    rows.map(({ id }) => id),
    { objectKind: 'item', objectId: itemId },
    at,
  );
};

/** `unblockFiles` of an item that is shown again. */
export const unblockFilesOf = (trx: Trx, itemId: string): Promise<void> => unblockFiles(trx, { objectKind: 'item', objectId: itemId });

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
    .select(['object_kind', 'object_id'])
    .where('sha256', '=', sha256)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!blocked) return;
  await database.transaction().execute((trx) =>
    recordAudit(trx, {
      actorId: ownerId,
      action: 'files.refused',
      objectKind: blocked.object_kind,
      objectId: blocked.object_id,
      detail: { sha256, contentType },
      at: clock.now(),
    }),
  );
  throw new CodedError('FILE_BLOCKED');
};
