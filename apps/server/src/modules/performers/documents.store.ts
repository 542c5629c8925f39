import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { keptSince, recordExpired } from '../../platform/records.ts';
import { removeFile } from '../files/index.ts';

export type DocumentKind = 'idVerification' | 'documentVerification';

/** Inserts a document; an older one of its kind is kept, marked as replaced (record keeping). */
export const insertDocument = async (
  trx: Trx,
  document: { performerId: string; kind: DocumentKind; fileId: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('performer_documents')
    .set({ replaced_at: document.at })
    .where('performer_id', '=', document.performerId)
    .where('kind', '=', document.kind)
    .where('replaced_at', 'is', null)
    .execute();
  await trx
    .insertInto('performer_documents')
    .values({ performer_id: document.performerId, kind: document.kind, file_id: document.fileId, created_at: document.at })
    .execute();
};

/**
 * Removes the identity documents of performers whose accounts were deleted so long ago that they need not be kept (18 USC 2257; 28 CFR 75.4).
 * @returns how many
 */
export const sweepDocuments = (platform: Platform): Promise<number> =>
  transact(platform.database, undefined, async (trx) => {
    const { rows } = await sql<{ file_id: string }>`
      delete from performer_documents d using accounts a
      where a.id = d.performer_id and a.status = 'deleted' and a.deleted_at < ${keptSince(platform, 'recordYears')}
      returning d.file_id`.execute(trx);
    for (const { file_id: fileId } of rows) await removeFile(platform, trx, fileId);
    await recordExpired(platform, trx, { action: 'documents.expired', kept: 'recordYears', count: rows.length });
    return rows.length;
  });
