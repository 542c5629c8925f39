import { sql } from 'kysely';
import { type Executor, type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail, writeAccountSearch } from '../accounts/index.ts';
import { documentUrl } from '../files/index.ts';

const DOCUMENTS_NEEDED = 2;

const lockApplication = async (trx: Trx, performerId: string) => {
  const row = await trx.selectFrom('performers').select(['state']).where('account_id', '=', performerId).forUpdate().executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row;
};

/** Ids of a performer's documents that an admin has opened: each access is logged. */
export const openedDocuments = async (executor: Executor, adminId: string, performerId: string): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select distinct detail ->> 'documentId' as id from audit_log
    where object_kind = 'performer' and object_id = ${performerId}::uuid and actor_id = ${adminId}::uuid and action = 'documents.viewed'`.execute(
    executor,
  );
  return new Set(rows.map(({ id }) => id));
};

/**
 * Approves a performer, who is then no longer lite.
 * @throws CodedError NOT_FOUND, APPLICATION_STATE when already approved, DOCUMENT_MISSING, DOCUMENT_UNOPENED unless this admin opened both
 */
export const approveApplication = async (
  platform: Platform,
  adminId: string,
  performerId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  await transact(database, idempotency, async (trx) => {
    const { state } = await lockApplication(trx, performerId);
    if (state === 'approved') throw new CodedError('APPLICATION_STATE');
    const documents = await trx
      .selectFrom('performer_documents')
      .select('id')
      .where('performer_id', '=', performerId)
      .where('replaced_at', 'is', null)
      .execute();
    if (documents.length < DOCUMENTS_NEEDED) throw new CodedError('DOCUMENT_MISSING');
    const opened = await openedDocuments(trx, adminId, performerId);
    if (documents.some(({ id }) => !opened.has(id))) throw new CodedError('DOCUMENT_UNOPENED');
    const now = clock.now();
    await trx
      .updateTable('performers')
      .set({ state: 'approved', decided_at: now, decided_by: adminId, rejection_reasons: [], rejection_note: '', updated_at: now })
      .where('account_id', '=', performerId)
      .execute();
    await writeAccountSearch(trx, [performerId]);
    await recordAudit(trx, { actorId: adminId, action: 'applications.approved', objectKind: 'performer', objectId: performerId, at: now });
    await recordEvent(trx, 'applications.changed', { performerId });
    await enqueueMail(platform, trx, { kind: 'applicationApproved', accountId: performerId });
    return {};
  });
};

/**
 * Rejects an application, with reasons shown to the performer; it may be sent again.
 * @throws CodedError NOT_FOUND, APPLICATION_STATE when it isn't pending, REASON_REQUIRED for `other` without a note
 */
export const rejectApplication = async (
  platform: Platform,
  adminId: string,
  performerId: string,
  { reasons, note }: { reasons: string[]; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  if (reasons.includes('other') && note === '') throw new CodedError('REASON_REQUIRED');
  await transact(database, idempotency, async (trx) => {
    const { state } = await lockApplication(trx, performerId);
    if (state !== 'pending') throw new CodedError('APPLICATION_STATE');
    const now = clock.now();
    await trx
      .updateTable('performers')
      .set({ state: 'rejected', decided_at: now, decided_by: adminId, rejection_reasons: reasons, rejection_note: note, updated_at: now })
      .where('account_id', '=', performerId)
      .execute();
    await recordAudit(trx, {
      actorId: adminId,
      action: 'applications.rejected',
      objectKind: 'performer',
      objectId: performerId,
      detail: { reasons, note },
      at: now,
    });
    await recordEvent(trx, 'applications.changed', { performerId });
    await enqueueMail(platform, trx, { kind: 'applicationRejected', accountId: performerId, reasons, note });
    return {};
  });
};

/**
 * Opens one document for an admin: a short-lived address, and an audit entry.
 * @throws CodedError NOT_FOUND
 */
export const viewDocument = async (
  platform: Platform,
  adminId: string,
  documentId: string,
): Promise<{ url: string; contentType: string }> =>
  transact(platform.database, undefined, async (trx) => {
    const row = await trx
      .selectFrom('performer_documents as d')
      .innerJoin('files as f', 'f.id', 'd.file_id')
      .select(['d.performer_id', 'd.kind', 'f.original_key', 'f.content_type'])
      .where('d.id', '=', documentId)
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    await recordAudit(trx, {
      actorId: adminId,
      action: 'documents.viewed',
      objectKind: 'performer',
      objectId: row.performer_id,
      detail: { documentId, kind: row.kind },
      at: platform.clock.now(),
    });
    return { url: documentUrl(platform, row, adminId), contentType: row.content_type };
  });
