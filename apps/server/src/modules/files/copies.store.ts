import { sql } from 'kysely';
import { type Executor, type Trx, recordEvent } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { FrameHash } from '../../platform/media/film-hashes.ts';
import { LEAST_QUALITY } from '../../platform/media/perceptual-hash.ts';
import { announceHeld } from '../../platform/storage/held-files.ts';
import { lockBlockedHashes } from './blocked-files.ts';
import type { FoundCopy } from './find-copies.ts';
import { hasTrait } from './purposes.ts';

/**
 * Notes what a file looks like, for an admin to decide. Left out are files that are blocked themselves, apart from stills of shows, which nothing
 * refused before, and pairs that were decided about the same bytes before.
 * @returns whether it waits for a decision
 */
export const recordCopies = async (trx: Trx, fileId: string, copies: readonly FoundCopy[], at: Date): Promise<boolean> => {
  for (const copy of copies)
    await sql`
      insert into copy_matches (file_id, sha256, received_sha256, object_kind, object_id, list_id, blocked_file_id, reason, distance, frames, at_ms,
        blocked_at_ms, created_at)
      select f.id, f.sha256, f.received_sha256, ${copy.objectKind}::text, ${copy.objectId}::uuid, ${copy.listId}::uuid, ${copy.blockedFileId}::uuid,
        ${copy.reason}::text, ${copy.distance}::smallint, ${copy.frames}::integer, ${copy.atMs}::integer, ${copy.blockedAtMs}::integer,
        ${at}::timestamptz
      from files f where f.id = ${fileId}::uuid
        and (f.purpose = 'showStill' or not exists (select from blocked_files b where b.sha256 in (f.sha256, f.received_sha256)))
        and not exists (select from copy_matches m where m.sha256 = f.sha256 and m.state <> 'open' and m.object_id = ${copy.objectId}::uuid
          and m.object_kind = ${copy.objectKind})
      on conflict (file_id, object_kind, object_id) do nothing`.execute(trx);
  if (copies.length === 0) return false;
  await announceHeld(trx, { type: 'file', id: fileId });
  return isInReview(trx, [fileId]);
};

/**
 * Writes a file's hashes, and what it looks like. If its bytes were blocked before it was hashed, its hashes are blocked now.
 * @returns whether it waits for a decision
 */
export const writeHashes = async (
  trx: Trx,
  fileId: string,
  { frames, copies }: { frames: readonly FrameHash[]; copies: readonly FoundCopy[] },
  at: Date,
): Promise<boolean> => {
  await trx.deleteFrom('file_hashes').where('file_id', '=', fileId).execute();
  if (frames.length > 0)
    await trx
      .insertInto('file_hashes')
      .values(
        frames.map(({ turns, listed, quality, atMs }) => ({
          file_id: fileId,
          at_ms: atMs,
          turns: Buffer.concat(turns),
          listed: Buffer.concat(listed),
          quality,
        })),
      )
      .execute();
  await trx.updateTable('files').set({ hashed_at: at }).where('id', '=', fileId).execute();
  const { rows } = await sql`
    select from files f join blocked_files b on b.sha256 in (f.sha256, f.received_sha256) where f.id = ${fileId}::uuid limit 1`.execute(
    trx,
  );
  if (rows.length > 0) {
    await lockBlockedHashes(trx);
    await sql`
      insert into blocked_hashes (object_kind, object_id, file_id, at_ms, type, hash, created_at)
      select b.object_kind, b.object_id, h.file_id, h.at_ms, 'pdq', substring(h.turns from 1 for 32), ${at}::timestamptz
      from (select distinct b.object_kind, b.object_id from files f join blocked_files b on b.sha256 in (f.sha256, f.received_sha256)
          where f.id = ${fileId}::uuid and b.object_kind <> 'list') b
        join file_hashes h on h.file_id = ${fileId}::uuid and h.quality >= ${LEAST_QUALITY}
      where not exists (select from blocked_hashes o where o.object_id = b.object_id and o.object_kind = b.object_kind and o.file_id = h.file_id)
      order by h.at_ms`.execute(trx);
  }
  return recordCopies(trx, fileId, copies, at);
};

/** Tells whether one of these files looks like what was taken down, and no admin has decided about it. */
export const isInReview = async (executor: Executor, fileIds: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`
    select from copy_matches where file_id = any(${[...fileIds]}::uuid[]) and state = 'open' limit 1`.execute(executor);
  return rows.length > 0;
};

/** @throws CodedError FILE_BLOCKED for a file that an admin found to be a copy of what was taken down */
export const refuseCopies = async (executor: Executor, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return;
  const { rows } = await sql`
    select from copy_matches where file_id = any(${[...fileIds]}::uuid[]) and state = 'copy' limit 1`.execute(executor);
  if (rows.length > 0) throw new CodedError('FILE_BLOCKED');
};

/**
 * Refuses files that no review of an item would hold back, until an admin has decided.
 * @throws CodedError FILE_IN_REVIEW, FILE_BLOCKED
 */
export const requireUsable = async (executor: Executor, fileIds: readonly string[]): Promise<void> => {
  await refuseCopies(executor, fileIds);
  if (await isInReview(executor, fileIds)) throw new CodedError('FILE_IN_REVIEW');
};

/** Tells whether a file is shown elsewhere than in items with pages, which are reviewed. */
export const isOutsideOfReview = async (trx: Trx, fileId: string, purpose: string): Promise<boolean> => {
  if (!hasTrait(purpose, 'isReviewed')) return true;
  const { rows } = await sql`
    select from messages where cardinality(file_ids) > 0 and file_ids @> array[${fileId}::uuid] limit 1`.execute(trx);
  return rows.length > 0;
};

export interface CopyDecision {
  decision: 'different' | 'copy';
  note: string;
  adminId: string;
  at: Date;
}

/** Decides about the open pairs of files. @returns them */
export const decideCopiesIn = async (
  trx: Trx,
  fileIds: readonly string[],
  { decision, note, adminId, at }: CopyDecision,
): Promise<{ file_id: string | null; object_kind: string; object_id: string; reason: string }[]> => {
  for (const id of fileIds) await announceHeld(trx, { type: 'file', id });
  return trx
    .updateTable('copy_matches')
    .set({ state: decision, note, decided_by: adminId, decided_at: at })
    .where('state', '=', 'open')
    .where(sql<boolean>`file_id = any(${[...fileIds]}::uuid[])`)
    .returning(['file_id', 'object_kind', 'object_id', 'reason'])
    .execute();
};

/**
 * Lets files through that an admin took for copies, after an appeal: they open again, their bytes are accepted, and the pairs aren't asked about again.
 * Bytes that the original has too stay refused.
 */
export const acceptCopies = async (trx: Trx, fileIds: readonly string[], adminId: string, at: Date): Promise<void> => {
  const { rows } = await sql<{ file_id: string; object_kind: string; object_id: string }>`
    update copy_matches set state = 'different', decided_by = ${adminId}::uuid, decided_at = ${at}
    where file_id = any(${[...fileIds]}::uuid[]) and state = 'copy' returning file_id, object_kind, object_id`.execute(trx);
  for (const { file_id: fileId, object_kind: objectKind, object_id: objectId } of rows) {
    const ofObject = sql`b.object_kind = ${objectKind} and b.object_id = ${objectId}::uuid`;
    await sql`
      delete from blocked_files b using files f
      where f.id = ${fileId}::uuid and ${ofObject} and b.sha256 in (f.sha256, f.received_sha256) and not exists (
        select from copy_matches m join files o on o.id = m.blocked_file_id
        where m.file_id = f.id and m.object_kind = b.object_kind and m.object_id = b.object_id and b.sha256 in (o.sha256, o.received_sha256))`.execute(
      trx,
    );
    await sql`delete from blocked_hashes b where b.file_id = ${fileId}::uuid and ${ofObject}`.execute(trx);
    await announceHeld(trx, { type: 'file', id: fileId });
  }
};

/** A film that was held in work is ready, or has failed: it was blocked. */
export const endHold = async (trx: Trx, fileId: string, isReady: boolean, at: Date): Promise<void> => {
  const held = await trx
    .updateTable('files')
    .set(isReady ? { state: 'ready', updated_at: at } : { state: 'failed', failure: 'FILE_BLOCKED', updated_at: at })
    .where('id', '=', fileId)
    .where('state', '=', 'processing')
    .where('hashed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (held) await recordEvent(trx, isReady ? 'files.ready' : 'files.failed', { fileId });
};
