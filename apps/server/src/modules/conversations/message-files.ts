import type { UploadedFile } from '@stagedoor/contract/items';
import { sql } from 'kysely';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/uploads.ts';
import { attachFile, removeFile, storePicture, uploadedFileOf } from '../files/index.ts';
import { type Member, getConversation } from './private.queries.ts';

/**
 * Stores a picture for a message of an own private conversation: an orphan, swept after a day, until a message takes it.
 * @throws CodedError NOT_FOUND, MESSAGES_NOT_ALLOWED, BLOCKED_PAIR, FILE_UNREADABLE
 */
export const uploadMessageFile = async (
  platform: Platform,
  member: Member,
  conversationId: string,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
): Promise<UploadedFile> => {
  const conversation = await getConversation(platform, member, conversationId);
  if (conversation.writeObstacle === 'blocked') throw new CodedError('BLOCKED_PAIR');
  if (!conversation.canWrite) throw new CodedError('MESSAGES_NOT_ALLOWED');
  // Encoded before the transaction, since that takes long; what a repeated call made is swept.
  const stored = await storePicture(platform, file, { ownerId: member.viewer.accountId, purpose: 'message' });
  const { id } = await transact(platform.database, idempotency, () => Promise.resolve({ id: stored.id }));
  const row = await platform.database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return uploadedFileOf(platform, row);
};

/**
 * Gives uploaded pictures to a message.
 * @returns their ids, each once
 * @throws CodedError FILE_NOT_YOURS for others' files, those of another purpose, and those that a message has already
 */
export const attachMessageFiles = async (trx: Trx, accountId: string, fileIds: readonly string[], at: Date): Promise<string[]> => {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from files
    where id = any(${ids}::uuid[]) and owner_id = ${accountId}::uuid and purpose = 'message' and state = 'ready' and attached_at is null
    for update`.execute(trx);
  if (rows.length !== ids.length) throw new CodedError('FILE_NOT_YOURS');
  for (const id of ids) await attachFile(trx, id, at);
  return ids;
};

/** Removes the pictures of deleted messages. */
export const removeMessageFiles = async (platform: Platform, trx: Trx, fileIds: readonly string[]): Promise<void> => {
  for (const id of fileIds) await removeFile(platform, trx, id);
};
