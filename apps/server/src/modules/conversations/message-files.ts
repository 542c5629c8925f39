import type { UploadedFile } from '@stagedoor/contract/items';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import type { Files } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import { kindRefused } from '../../platform/media/refusals.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import {
  attachFile,
  isSound,
  prepareFile,
  purposesWith,
  removeFile,
  requireUsable,
  storeAudio,
  storeDocument,
  storePicture,
  storeVideo,
  uploadedFileOf,
} from '../files/index.ts';
import { findChatPlace, requirePicturePlace } from './chat.queries.ts';
import { type Member, getConversation } from './private.queries.ts';

/** Stores a file by what it is. Pictures and sound are ready at once; a video is encoded in the background. @returns its id */
const storeMessageFile = async (
  platform: Platform,
  ownerId: string,
  file: ReceivedFile,
  name: string,
  idempotency: Idempotency | undefined,
): Promise<{ id: string }> => {
  const keep = { ownerId, purpose: 'message' } as const;
  // Encoded before the transaction, since that takes long; what a repeated call made is swept.
  const encoded =
    file.kind === 'image'
      ? await storePicture(platform, file, keep)
      : (await isSound(platform, file))
        ? await storeAudio(platform, file, keep)
        : undefined;
  const document = file.kind === 'document' ? await prepareFile(platform, file, ownerId) : undefined;
  return transact(platform.database, idempotency, async (trx) => {
    if (encoded) return { id: encoded.id };
    if (document) return { id: await storeDocument(platform, trx, document, { ...keep, name }) };
    return { id: (await storeVideo(platform, trx, file, keep)).id };
  });
};

/** @throws CodedError NOT_FOUND, MESSAGES_NOT_ALLOWED, BLOCKED_PAIR; in a show's chat as `requirePicturePlace`, and FILE_KIND_REFUSED */
const requireWriter = async (platform: Platform, member: Member, conversationId: string, file: ReceivedFile): Promise<void> => {
  const place = await findChatPlace(platform, member, sql`c.id = ${conversationId}::uuid`);
  if (place) {
    await requirePicturePlace(platform, member, place);
    if (file.kind !== 'image') throw kindRefused({ accept: ['image'] });
    return;
  }
  const conversation = await getConversation(platform, member, conversationId);
  if (conversation.writeObstacle === 'blocked') throw new CodedError('BLOCKED_PAIR');
  if (!conversation.canWrite) throw new CodedError('MESSAGES_NOT_ALLOWED');
};

/**
 * Stores a file for a message of an own private conversation, or a picture for a show's chat: an orphan, swept after a day, until a message
 * takes it.
 * @param name of a document
 * @throws CodedError as `requireWriter`; FILE_UNREADABLE, FILE_KIND_REFUSED
 */
export const uploadMessageFile = async (
  platform: Platform,
  member: Member,
  conversationId: string,
  { file, name }: { file: ReceivedFile; name: string },
  idempotency: Idempotency | undefined,
): Promise<UploadedFile> => {
  await requireWriter(platform, member, conversationId, file);
  const { id } = await storeMessageFile(platform, member.viewer.accountId, file, name, idempotency);
  const row = await platform.database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return uploadedFileOf(platform, row);
};

const libraryPurposes = sql.join(purposesWith('isInLibrary').map((purpose) => sql.lit(purpose)));

/** The files that a message of an account can take: its uploads that no message has, and those of its media library. */
const isSendable = (accountId: string): RawBuilder<boolean> => sql<boolean>`
  f.owner_id = ${accountId}::uuid and f.state <> 'failed' and f.removed_at is null
  and ((f.purpose = 'message' and f.attached_at is null) or f.purpose in (${libraryPurposes}))`;

/** Of the files of those ids, in their order, the ones that a message of the account can take. */
export const listSendable = async (platform: Platform, accountId: string, ids: readonly string[]): Promise<UploadedFile[]> => {
  const { rows } = await sql<Selectable<Files>>`
    select f.* from files f where f.id = any(${ids}::uuid[]) and ${isSendable(accountId)}
    order by array_position(${ids}::uuid[], f.id)`.execute(platform.database);
  return rows.map((row) => uploadedFileOf(platform, row));
};

/**
 * Gives uploaded files, and files of the sender's media library, to a message.
 * @param picturesOnly in a show's chat: each is a picture that can be shown
 * @returns their ids, each once
 * @throws CodedError FILE_NOT_YOURS for others' files, those of another purpose, and uploads that a message has already; of pictures
 *   FILE_KIND_REFUSED, FILE_UNREADABLE
 */
export const attachMessageFiles = async (
  trx: Trx,
  accountId: string,
  fileIds: readonly string[],
  at: Date,
  { picturesOnly = false } = {},
): Promise<string[]> => {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return [];
  const { rows } = await sql<Pick<Selectable<Files>, 'id' | 'kind' | 'state'>>`
    select f.id, f.kind, f.state from files f where f.id = any(${ids}::uuid[]) and ${isSendable(accountId)}
    order by f.id for update`.execute(trx);
  if (rows.length !== ids.length) throw new CodedError('FILE_NOT_YOURS');
  if (picturesOnly && rows.some(({ kind }) => kind !== 'image')) throw kindRefused({ accept: ['image'] });
  if (picturesOnly && rows.some(({ state }) => state !== 'ready')) throw new CodedError('FILE_UNREADABLE');
  // Those of the library too: messages aren't reviewed.
  await requireUsable(trx, ids);
  for (const id of ids) await attachFile(trx, id, at);
  return ids;
};

/** Removes the files of deleted messages; those of the media library stay in it. */
export const removeMessageFiles = async (platform: Platform, trx: Trx, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select f.id from files f where f.id = any(${fileIds}::uuid[]) and f.purpose = 'message'
      and not exists (select from item_files r where r.file_id = f.id)`.execute(trx);
  for (const { id } of rows) await removeFile(platform, trx, id);
};
