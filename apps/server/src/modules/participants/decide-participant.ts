import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasOpenedDocuments } from './participants.queries.ts';
import { documentUrl } from '../files/index.ts';

/** @throws CodedError NOT_FOUND, PARTICIPANT_STATE when already decided */
const decide = async (
  platform: Platform,
  adminId: string,
  participantId: string,
  decision: { state: 'approved' } | { state: 'rejected'; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  const note = decision.state === 'rejected' ? decision.note : '';
  await transact(platform.database, idempotency, async (trx: Trx) => {
    const row = await trx
      .selectFrom('participants')
      .select(['performer_id', 'state'])
      .where('id', '=', participantId)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.state !== 'pending') throw new CodedError('PARTICIPANT_STATE');
    if (decision.state === 'approved' && !(await hasOpenedDocuments(trx, adminId, participantId)))
      throw new CodedError('DOCUMENT_UNOPENED');
    await trx
      .updateTable('participants')
      .set({ state: decision.state, rejection_note: note, decided_by: adminId, decided_at: now, updated_at: now })
      .where('id', '=', participantId)
      .execute();
    await recordAudit(trx, {
      actorId: adminId,
      action: `participants.${decision.state}`,
      objectKind: 'performer',
      objectId: row.performer_id,
      detail: { participantId, ...(note ? { note } : {}) },
      at: now,
    });
    await recordEvent(trx, 'applications.changed', { performerId: row.performer_id });
    return {};
  });
};

/** Approves a co-performer. @throws CodedError NOT_FOUND, PARTICIPANT_STATE, DOCUMENT_UNOPENED unless this admin opened both documents */
export const approveParticipant = (platform: Platform, adminId: string, id: string, idempotency: Idempotency | undefined): Promise<void> =>
  decide(platform, adminId, id, { state: 'approved' }, idempotency);

/** Rejects a co-performer with a note to the performer, who may register them again. @throws CodedError NOT_FOUND, PARTICIPANT_STATE */
export const rejectParticipant = (
  platform: Platform,
  adminId: string,
  id: string,
  note: string,
  idempotency: Idempotency | undefined,
): Promise<void> => decide(platform, adminId, id, { state: 'rejected', note }, idempotency);

/** Opens one document for an admin: a short-lived address, and an audit entry. @throws CodedError NOT_FOUND */
export const viewParticipantDocument = (
  platform: Platform,
  adminId: string,
  participantId: string,
  kind: 'identity' | 'release',
): Promise<{ url: string; contentType: string }> =>
  transact(platform.database, undefined, async (trx) => {
    const row = await trx
      .selectFrom('participants as t')
      .innerJoin('files as f', 'f.id', kind === 'identity' ? 't.identity_file_id' : 't.release_file_id')
      .select(['t.performer_id', 'f.original_key', 'f.content_type'])
      .where('t.id', '=', participantId)
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    await recordAudit(trx, {
      actorId: adminId,
      action: 'documents.viewed',
      objectKind: 'performer',
      objectId: row.performer_id,
      detail: { participantId, kind },
      at: platform.clock.now(),
    });
    return { url: documentUrl(platform, row, adminId), contentType: row.content_type };
  });
