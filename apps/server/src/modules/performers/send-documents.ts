import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { storeDocuments } from '../files/index.ts';
import { type DocumentKind, insertDocument } from './documents.store.ts';

/**
 * Sends documents again, while pending or after a rejection; a rejected application becomes pending again.
 * @throws CodedError FILE_MISSING without any, APPLICATION_STATE once approved
 */
export const sendDocuments = async (
  platform: Platform,
  performerId: string,
  files: Record<DocumentKind, ReceivedFile | undefined>,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  const sent = (['idVerification', 'documentVerification'] as const).flatMap((kind) => (files[kind] ? [{ kind, file: files[kind] }] : []));
  if (sent.length === 0) throw new CodedError('FILE_MISSING');
  await transact(database, idempotency, async (trx) => {
    const performer = await trx
      .selectFrom('performers')
      .select('state')
      .where('account_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!performer) throw new CodedError('NOT_FOUND');
    if (performer.state !== 'pending' && performer.state !== 'rejected') throw new CodedError('APPLICATION_STATE');
    const fileIds = await storeDocuments(
      platform,
      trx,
      sent.map(({ file }) => file),
      performerId,
    );
    for (const [index, { kind }] of sent.entries())
      await insertDocument(trx, { performerId, kind, fileId: fileIds[index]!, at: clock.now() });
    await trx
      .updateTable('performers')
      .set({ state: 'pending', applied_at: clock.now(), updated_at: clock.now() })
      .where('account_id', '=', performerId)
      .execute();
    await recordEvent(trx, 'applications.changed', { performerId });
    return {};
  });
};
