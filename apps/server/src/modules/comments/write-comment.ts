import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBlockedPair } from '../access/index.ts';
import { attachFile, removeFile, storePicture } from '../files/index.ts';
import { setCommentsClosed } from '../items/index.ts';
import { type CommentObject, type CommentRow, findComment, findCommented, isModerator } from './comments.queries.ts';

interface Changed {
  itemId: string;
  parentId: string | null;
  /** What it adds to the item's visible comments; counted again where that depends on others. */
  by?: number;
  /** Of a new one. */
  commentId?: string;
  /** A comment that was edited, hidden, shown or deleted. */
  touchedId?: string;
}

const record = (trx: Trx, changed: Changed): Promise<void> => recordEvent(trx, 'comments.changed', { ...changed });

/** The performer of an item always may. @throws CodedError BLOCKED_PAIR, COMMENTS_CLOSED */
const assertMayComment = async (
  platform: Platform,
  viewer: AccountViewer,
  { performerId, isClosed }: { performerId: string; isClosed: boolean },
): Promise<void> => {
  if (performerId === viewer.accountId) return;
  if (await isBlockedPair(platform.database, performerId, viewer.accountId)) throw new CodedError('BLOCKED_PAIR');
  if (isClosed) throw new CodedError('COMMENTS_CLOSED');
};

/** Comments may have been closed since the item was read, such as while a picture was processed. @throws CodedError COMMENTS_CLOSED */
const assertStillOpen = async (trx: Trx, viewer: AccountViewer, itemId: string): Promise<void> => {
  const item = await trx.selectFrom('items').select(['performer_id', 'comments_closed_at']).where('id', '=', itemId).executeTakeFirst();
  if (item && item.comments_closed_at !== null && item.performer_id !== viewer.accountId) throw new CodedError('COMMENTS_CLOSED');
};

/**
 * Comments on an item, or replies to a comment.
 * @throws CodedError NOT_FOUND, LOCKED, BLOCKED_PAIR, COMMENTS_CLOSED, FILE_UNREADABLE; FieldsError for an empty comment
 */
export const addComment = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  { content, ...object }: { objectType?: CommentObject | undefined; objectId: string; content: string },
  file: ReceivedFile | undefined,
  idempotency: Idempotency | undefined,
): Promise<{ commentId: string }> => {
  const commented = await findCommented(platform, viewer, country, object);
  const { itemId, parentId } = commented;
  await assertMayComment(platform, viewer, commented);
  if (content === '' && !file) throw new FieldsError([{ property: 'content', rule: 'required' }]);
  // Processed before the transaction, since that takes long; a duplicate of a repeated call is swept.
  const picture = file && (await storePicture(platform, file, { ownerId: viewer.accountId, purpose: 'comment' }));
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    await assertStillOpen(trx, viewer, itemId);
    let isParentHidden = false;
    if (parentId !== null) {
      // It may be deleted concurrently.
      const parent = await trx
        .selectFrom('comments')
        .select('hidden_at')
        .where('id', '=', parentId)
        .where('deleted_at', 'is', null)
        .forShare()
        .executeTakeFirst();
      if (!parent) throw new CodedError('NOT_FOUND');
      isParentHidden = parent.hidden_at !== null;
    }
    const { id } = await trx
      .insertInto('comments')
      .values({
        item_id: itemId,
        parent_id: parentId,
        author_id: viewer.accountId,
        content,
        file_id: picture?.id ?? null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (picture) await attachFile(trx, picture.id, now);
    await record(trx, { itemId, parentId, by: isParentHidden ? 0 : 1, commentId: id });
    return { commentId: id };
  });
};

/** A comment, locked until the transaction ends. @throws CodedError NOT_FOUND */
const lockComment = async (trx: Trx, viewer: AccountViewer, commentId: string): Promise<CommentRow> => {
  await trx.selectFrom('comments').select('id').where('id', '=', commentId).forUpdate().executeTakeFirst();
  const row = await findComment(trx, viewer, commentId);
  if (!row) throw new CodedError('NOT_FOUND');
  return row;
};

/**
 * Edits the author's comment; omitted fields stay.
 * @throws CodedError NOT_FOUND, FORBIDDEN, LOCKED, BLOCKED_PAIR, COMMENTS_CLOSED, FILE_UNREADABLE; FieldsError when it would become empty
 */
export const editComment = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  commentId: string,
  changes: { content?: string | undefined; withoutAttachment: boolean; file: ReceivedFile | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const known = await findComment(platform.database, viewer, commentId);
  if (known && known.author_id !== viewer.accountId) throw new CodedError('FORBIDDEN');
  await assertMayComment(platform, viewer, await findCommented(platform, viewer, country, { objectType: 'comment', objectId: commentId }));
  const picture = changes.file && (await storePicture(platform, changes.file, { ownerId: viewer.accountId, purpose: 'comment' }));
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const row = await lockComment(trx, viewer, commentId);
    const content = changes.content ?? row.content;
    const fileId = picture?.id ?? (changes.withoutAttachment ? null : row.file_id);
    if (content === '' && fileId === null) throw new FieldsError([{ property: 'content', rule: 'required' }]);
    await trx
      .updateTable('comments')
      .set({ content, file_id: fileId, edited_at: now, updated_at: now })
      .where('id', '=', commentId)
      .execute();
    if (picture) await attachFile(trx, picture.id, now);
    if (row.file_id !== null && row.file_id !== fileId) await removeFile(platform, trx, row.file_id);
    // It may mention somebody no longer.
    await record(trx, { itemId: row.item_id, parentId: row.parent_id, by: 0, touchedId: commentId });
    return {};
  });
};

/**
 * Deletes a comment with its replies. Deletions by moderators are audited.
 * @throws CodedError NOT_FOUND, FORBIDDEN
 */
export const deleteComment = async (
  platform: Platform,
  viewer: AccountViewer,
  commentId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const row = await lockComment(trx, viewer, commentId);
    const mayDelete = row.author_id === viewer.accountId || row.performer_id === viewer.accountId;
    if (!mayDelete && !isModerator(viewer)) throw new CodedError('FORBIDDEN');
    await trx
      .updateTable('comments')
      .set({ file_id: null, deleted_at: now, deleted_by: viewer.accountId, updated_at: now })
      .where('id', '=', commentId)
      .execute();
    if (row.file_id !== null) await removeFile(platform, trx, row.file_id);
    if (!mayDelete)
      await recordAudit(trx, { actorId: viewer.accountId, action: 'comments.delete', objectKind: 'comment', objectId: commentId });
    await record(trx, { itemId: row.item_id, parentId: row.parent_id, touchedId: commentId });
    return {};
  });
};

/**
 * Hides a comment from everyone but its author, or shows it again. Idempotent.
 * @throws CodedError NOT_FOUND, FORBIDDEN
 */
export const hideComment = async (
  platform: Platform,
  viewer: AccountViewer,
  commentId: string,
  hidden: boolean,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const row = await lockComment(trx, viewer, commentId);
    const isOwnItem = row.performer_id === viewer.accountId;
    if (!isOwnItem && !isModerator(viewer)) throw new CodedError('FORBIDDEN');
    if ((row.hidden_at !== null) === hidden) return {};
    // The site took it down: that ends with its restriction alone.
    if (row.taken_down_at !== null) throw new CodedError('FORBIDDEN');
    await trx
      .updateTable('comments')
      .set({ hidden_at: hidden ? now : null, hidden_by: hidden ? viewer.accountId : null, updated_at: now })
      .where('id', '=', commentId)
      .execute();
    if (!isOwnItem) {
      const action = hidden ? 'comments.hide' : 'comments.show';
      await recordAudit(trx, { actorId: viewer.accountId, action, objectKind: 'comment', objectId: commentId });
    }
    await record(trx, { itemId: row.item_id, parentId: row.parent_id, touchedId: commentId });
    return {};
  });
};

/**
 * Hides a comment from everybody but moderators: the site took it down. Its performer can't show it again.
 * @returns whether its performer or a moderator had hidden it before; undefined when it is deleted
 */
export const takeDownComment = async (trx: Trx, commentId: string, at: Date): Promise<{ wasHidden: boolean } | undefined> => {
  const known = await trx
    .selectFrom('comments')
    .select(['hidden_at', 'item_id', 'parent_id'])
    .where('id', '=', commentId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return undefined;
  await trx
    .updateTable('comments')
    .set({ taken_down_at: at, hidden_at: known.hidden_at ?? at, updated_at: at })
    .where('id', '=', commentId)
    .execute();
  await record(trx, { itemId: known.item_id, parentId: known.parent_id, touchedId: commentId });
  return { wasHidden: known.hidden_at !== null };
};

/** Ends `takeDownComment`. @param staysHidden it was hidden before */
export const restoreComment = async (trx: Trx, commentId: string, staysHidden: boolean, at: Date): Promise<void> => {
  const row = await trx
    .updateTable('comments')
    .set({ taken_down_at: null, ...(staysHidden ? {} : { hidden_at: null, hidden_by: null }), updated_at: at })
    .where('id', '=', commentId)
    .where('taken_down_at', 'is not', null)
    .returning(['item_id', 'parent_id'])
    .executeTakeFirst();
  if (row) await record(trx, { itemId: row.item_id, parentId: row.parent_id, touchedId: commentId });
};

/** Deletes the words and the picture of a comment that was taken down, for good. @param byId the admin who took it down */
export const dropTakenComment = async (trx: Trx, commentId: string, byId: string, at: Date): Promise<void> => {
  const row = await trx
    .updateTable('comments')
    .set({
      content: '',
      file_id: null,
      deleted_at: sql`coalesce(deleted_at, ${at})`,
      deleted_by: sql`coalesce(deleted_by, ${byId}::uuid)`,
      updated_at: at,
    })
    .where('id', '=', commentId)
    .where('taken_down_at', 'is not', null)
    .returning(['item_id', 'parent_id'])
    .executeTakeFirst();
  if (row) await record(trx, { itemId: row.item_id, parentId: row.parent_id, touchedId: commentId });
};

/**
 * Closes the comments on an item to all but its performer, or opens them again. Earlier ones stay. Idempotent; what moderators do is audited.
 * @throws CodedError NOT_FOUND, FORBIDDEN
 */
export const closeComments = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  itemId: string,
  isClosed: boolean,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { performerId, parentId } = await findCommented(platform, viewer, country, { objectId: itemId });
  // A comment isn't closed.
  if (parentId !== null) throw new CodedError('NOT_FOUND');
  const isOwnItem = performerId === viewer.accountId;
  if (!isOwnItem && !isModerator(viewer)) throw new CodedError('FORBIDDEN');
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const isChanged = await setCommentsClosed(trx, itemId, isClosed, now);
    if (isChanged && !isOwnItem) {
      const action = isClosed ? 'comments.close' : 'comments.open';
      await recordAudit(trx, { actorId: viewer.accountId, action, objectKind: 'item', objectId: itemId });
    }
    return {};
  });
};
