import { sql } from 'kysely';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachFile, removeFile, storePicture, variantOf } from '../files/index.ts';

/** Width of the avatar that lists show. */
const AVATAR_WIDTH = 320;

/**
 * Sets an account's avatar and removes the previous files.
 * @param adminId who sets somebody else's, which is audited; null for the own one
 * @throws CodedError NOT_FOUND, FILE_UNREADABLE
 */
export const setAvatar = async (
  platform: Platform,
  accountId: string,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
  adminId: string | null = null,
): Promise<void> => {
  const { database, clock } = platform;
  const account = await database
    .selectFrom('accounts')
    .select(['id', 'role', 'avatar_file_id'])
    .where('id', '=', accountId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (!account) throw new CodedError('NOT_FOUND');
  const picture = await storePicture(platform, file, { ownerId: accountId, purpose: 'avatar' });
  await transact(database, idempotency, async (trx) => {
    await attachFile(trx, picture.id, clock.now());
    await trx
      .updateTable('accounts')
      .set({ avatar_file_id: picture.id, avatar_key: variantOf(picture, AVATAR_WIDTH), updated_at: clock.now() })
      .where('id', '=', accountId)
      .execute();
    if (account.avatar_file_id) await removeFile(platform, trx, account.avatar_file_id);
    if (adminId !== null)
      await recordAudit(trx, {
        actorId: adminId,
        action: 'accounts.avatarSet',
        objectKind: 'account',
        objectId: accountId,
        at: clock.now(),
      });
    if (account.role === 'performer') await recordEvent(trx, 'performers.changed', { performerId: accountId });
    return {};
  });
};

/** Takes an account's avatar away, so that the default one is shown. @returns its file, which stays stored while something names it */
export const takeAvatar = async (trx: Trx, accountId: string, at: Date): Promise<string | null> => {
  const { rows } = await sql<{ file_id: string | null }>`
    update accounts a set avatar_file_id = null, avatar_key = null, updated_at = ${at}
    where a.id = ${accountId}::uuid and a.avatar_file_id is not null returning old.avatar_file_id as file_id`.execute(trx);
  await recordEvent(trx, 'performers.changed', { performerId: accountId });
  return rows[0]?.file_id ?? null;
};

/** Gives an avatar back that was taken away, unless the account has another one by now. */
export const giveAvatar = async (trx: Trx, accountId: string, fileId: string, at: Date): Promise<void> => {
  const file = await trx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst();
  if (!file) return;
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ avatar_file_id: fileId, avatar_key: variantOf(file, AVATAR_WIDTH), updated_at: at })
    .where('id', '=', accountId)
    .where('status', '<>', 'deleted')
    .where('avatar_file_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await attachFile(trx, fileId, at);
  await recordEvent(trx, 'performers.changed', { performerId: accountId });
};
