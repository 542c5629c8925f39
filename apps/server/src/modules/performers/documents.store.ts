import type { Trx } from '../../platform/database/database.ts';

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
