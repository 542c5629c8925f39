import { isOneOf } from '@stagedoor/contract/keys.values';
import { RESTRICTION_REASONS, type RestrictionReason } from '@stagedoor/contract/restrictions.values';
import { sql } from 'kysely';
import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CopyDecision, blockFiles, decideCopiesIn, endHold } from '../files/index.ts';
import { rejectItemsWithFile, releaseItemsWithFile } from '../items/index.ts';
import { shownWithFile, upholdClaim } from '../reports/index.ts';
import { lockObject, restrict } from '../restrictions/index.ts';

/** The reason of what it is a copy of; outside lists have their own. */
const reasonOf = (reason: string | undefined): RestrictionReason => (isOneOf(RESTRICTION_REASONS, reason) ? reason : 'rules');

/** Refuses a copy like what it is a copy of, and removes what shows it, each with a statement of reasons. */
const refuseCopy = async (
  trx: Trx,
  fileId: string,
  decided: Awaited<ReturnType<typeof decideCopiesIn>>,
  { note, adminId, at }: CopyDecision,
): Promise<void> => {
  const reason = reasonOf(decided[0]?.reason);
  for (const claimed of await shownWithFile(trx, fileId)) await upholdClaim(trx, claimed, { reason, note, source: 'copy', adminId, at });
  for (const item of await rejectItemsWithFile(trx, fileId, { adminId, note, at }))
    await restrict(trx, {
      accountId: item.performer_id,
      measure: 'refused',
      object: { type: item.kind, id: item.id },
      title: item.title,
      reason,
      facts: note,
      source: 'copy',
      decidedBy: adminId,
      at,
    });
  for (const { object_kind: objectKind, object_id: objectId, reason: why } of decided)
    await blockFiles(trx, [fileId], { objectKind, objectId, reason: why }, at);
  await endHold(trx, fileId, false, at);
};

/**
 * Decides about a file that looks like what was taken down. A different one is let through, and the pair isn't asked about again; a copy is refused
 * everywhere, with what shows it.
 * @param matchIds what the admin looked at: all that is open
 * @throws CodedError NOT_FOUND; REVIEW_STATE when it was decided, or looks like something else too by now; REASON_REQUIRED for a copy without a note
 */
export const decideCopy = async (
  platform: Platform,
  adminId: string,
  fileId: string,
  { decision, matchIds, note }: { decision: 'different' | 'copy'; matchIds: readonly string[]; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const at = platform.clock.now();
  if (decision === 'copy' && note === '') throw new CodedError('REASON_REQUIRED');
  await transact(platform.database, idempotency, async (trx) => {
    // Everybody locks the objects that show a file before the file.
    for (const { object } of await shownWithFile(trx, fileId)) await lockObject(trx, object);
    await sql`
      select from items where id in (select item_id from item_files where file_id = ${fileId}::uuid) order by id for update`.execute(trx);
    const { rows: files } = await sql`select from files where id = ${fileId}::uuid for update`.execute(trx);
    const { rows: open } = await sql<{ id: string }>`
      select id from copy_matches where file_id = ${fileId}::uuid and state = 'open' for update`.execute(trx);
    if (files.length === 0) throw new CodedError('NOT_FOUND');
    if (open.length === 0 || open.some(({ id }) => !matchIds.includes(id))) throw new CodedError('REVIEW_STATE');
    const deciding = { decision, note, adminId, at };
    const decided = await decideCopiesIn(trx, [fileId], deciding);
    if (decision === 'copy') await refuseCopy(trx, fileId, decided, deciding);
    else {
      await endHold(trx, fileId, true, at);
      await releaseItemsWithFile(platform, trx, fileId, at);
    }
    await recordAudit(trx, {
      actorId: adminId,
      action: decision === 'copy' ? 'content.copyRefused' : 'content.copyCleared',
      objectKind: 'file',
      objectId: fileId,
      detail: { note, of: decided.map(({ object_kind: kind, object_id: id }) => `${kind} ${id}`) },
      at,
    });
    return {};
  });
};
