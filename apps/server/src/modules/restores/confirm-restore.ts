import { announceRestore } from '../../backup/quiet.ts';
import { lockUnconfirmed, saveConfirmation } from '../../backup/restores.store.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { endOpenShows } from '../streams/index.ts';
import { answersOf } from './stored-answers.ts';

/**
 * Opens the site: shows that were running at the end of the backup end, before their minutes are looked at, and every node begins its work.
 * @throws CodedError RESTORE_STATE, RESTORE_UNASKED, RESTORE_ERASURES; RESTORE_UNANSWERED unless the owner accepts what companies didn't tell
 */
export const confirmRestore = async (
  platform: Platform,
  ownerId: string,
  { id, acceptsFailures = false }: { id: string; acceptsFailures?: boolean | undefined },
): Promise<void> => {
  const { database, clock, quiet } = platform;
  await transact(database, undefined, async (trx) => {
    const restore = await lockUnconfirmed(trx);
    if (restore?.id !== id) throw new CodedError('RESTORE_STATE');
    if (restore.asked_at === null) throw new CodedError('RESTORE_UNASKED');
    if (restore.erasures_repeated === null) throw new CodedError('RESTORE_ERASURES');
    const unanswered = answersOf(restore).filter(({ failure }) => failure !== null);
    if (unanswered.length > 0 && !acceptsFailures) throw new CodedError('RESTORE_UNANSWERED');
    const at = clock.now();
    await endOpenShows(trx, at);
    await saveConfirmation(trx, id, ownerId, at);
    await recordAudit(trx, {
      actorId: ownerId,
      action: 'settings.restoreConfirmed',
      objectKind: 'restore',
      objectId: id,
      detail: {
        name: restore.backup_name,
        until: restore.recovered_until.toISOString(),
        ...(unanswered.length > 0 ? { gateway: unanswered.map(({ company }) => company).join(', ') } : {}),
      },
      at,
    });
    await announceRestore(trx);
  });
  await quiet.reload();
};
