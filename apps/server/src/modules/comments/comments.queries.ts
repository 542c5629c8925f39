import { COMMENTED_ITEMS, type COMMENT_OBJECTS, type Comment } from '@stagedoor/contract/comments';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf, hasAdminPermission } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import { shownCount } from '../../platform/differences.ts';
import { CodedError } from '../../platform/errors.ts';
import { type Direction, type Page, type Sorts, allOf, by, readCursorPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { avatarUrl } from '../accounts/index.ts';
import { decideItems, isNotBlockedWith } from '../access/index.ts';
import { pictureOf } from '../files/index.ts';

export type CommentObject = (typeof COMMENT_OBJECTS)[number];

/** A comment with its author's public fields, and the item's performer. */
export interface CommentRow {
  id: string;
  item_id: string;
  item_kind: CommentObject;
  performer_id: string;
  comments_closed_at: Date | null;
  parent_id: string | null;
  author_id: string;
  content: string;
  file_id: string | null;
  variants: readonly Variant[] | null;
  thumbhash: string | null;
  like_count: number;
  reply_count: number;
  edited_at: Date | null;
  hidden_at: Date | null;
  taken_down_at: Date | null;
  created_at: Date;
  updated_at: Date;
  username: string;
  name: string;
  avatar_key: string | null;
  role: string;
  is_liked: boolean;
}

const columns = sql`
  c.id, c.item_id, i.kind as item_kind, i.performer_id, i.comments_closed_at, c.parent_id, c.author_id, c.content, c.file_id, x.variants, x.thumbhash,
  c.like_count, c.reply_count, c.edited_at, c.hidden_at, c.taken_down_at, c.created_at, c.updated_at, a.username, a.name, a.avatar_key, a.role,
  (r.account_id is not null) as is_liked`;

const joins = (viewerId: string | null) => sql`
  join items i on i.id = c.item_id
  join accounts a on a.id = c.author_id
  left join files x on x.id = c.file_id
  left join reactions r on r.account_id = ${viewerId}::uuid and r.action = 'like' and r.object_id = c.id`;

/** Whether the viewer may hide and show comments under others' items. */
export const isModerator = (viewer: Viewer): boolean => hasAdminPermission(viewer, 'content');

/**
 * Over comments `c`: excludes deleted ones, and for all but moderators those of people with whom the viewer has a block, and hidden ones, which their
 * author and the item's performer still see unless the site took them down.
 * @param performerId of the items; by default that of the joined items `i`
 */
const visibleComment = (viewer: Viewer, performerId: RawBuilder<unknown> = sql`i.performer_id`): RawBuilder<boolean> => {
  if (isModerator(viewer)) return sql<boolean>`c.deleted_at is null`;
  const viewerId = accountIdOf(viewer);
  return sql<boolean>`(c.deleted_at is null and c.taken_down_at is null and ${isNotBlockedWith(viewer, sql`c.author_id`)} and (c.hidden_at is null or c.author_id = ${viewerId}::uuid or ${performerId} = ${viewerId}::uuid))`;
};

/** `visibleComment` for comments that are read by themselves: a reply is gone with the comment it replies to. */
export const visibleSingleComment = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`(${visibleComment(viewer)}
  and not exists (select from comments parent where parent.id = c.parent_id
    and (parent.deleted_at is not null ${isModerator(viewer) ? sql`` : sql`or parent.taken_down_at is not null or not ${isNotBlockedWith(viewer, sql`parent.author_id`)}`})))`;

/** A comment by id, if visible to the viewer, whatever their access to its item. */
export const findComment = async (executor: Executor, viewer: Viewer, commentId: string): Promise<CommentRow | undefined> => {
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments c ${joins(accountIdOf(viewer))} where c.id = ${commentId}::uuid and ${visibleSingleComment(viewer)}`.execute(
    executor,
  );
  return rows[0];
};

const commentOf = (platform: Platform, viewer: Viewer, row: CommentRow): Comment => {
  const viewerId = accountIdOf(viewer);
  const isAuthor = row.author_id === viewerId;
  const canModerate = row.performer_id === viewerId || isModerator(viewer);
  return {
    _id: row.id,
    objectType: row.parent_id === null ? row.item_kind : 'comment',
    objectId: row.parent_id ?? row.item_id,
    content: row.content,
    attachment: row.file_id === null ? null : pictureOf(platform, row.variants, row.thumbhash),
    author: {
      _id: row.author_id,
      username: row.username,
      name: row.name,
      avatar: avatarUrl(platform, row.avatar_key),
      isPerformer: row.role === 'performer',
      isHost: row.author_id === row.performer_id,
    },
    counts: { likes: shownCount(row.like_count), replies: shownCount(row.reply_count) },
    isLiked: row.is_liked,
    isEdited: row.edited_at !== null,
    isHidden: row.hidden_at !== null,
    may: { edit: isAuthor, delete: isAuthor || canModerate, hide: canModerate && !isAuthor },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

/** @throws CodedError NOT_FOUND */
export const getComment = async (platform: Platform, viewer: Viewer, commentId: string): Promise<Comment> => {
  const row = await findComment(platform.database, viewer, commentId);
  if (!row) throw new CodedError('NOT_FOUND');
  return commentOf(platform, viewer, row);
};

/** An item as far as comments need it. */
interface CommentedItem {
  performer_id: string;
  comments_closed_at: Date | null;
}

/**
 * The item that is commented on, and the comment replied to; replies to a reply belong to the top-level comment.
 * @param objectType what the object is; found by its id when not given
 * @throws CodedError NOT_FOUND also for items hidden from this viewer and for kinds without comments, LOCKED without access
 */
export const findCommented = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  { objectType, objectId }: { objectType?: CommentObject | undefined; objectId: string },
): Promise<{ itemId: string; performerId: string; parentId: string | null; isClosed: boolean }> => {
  const own =
    objectType === 'comment'
      ? undefined
      : await platform.database
          .selectFrom('items')
          .select(['kind', 'performer_id', 'comments_closed_at'])
          .where('id', '=', objectId)
          .executeTakeFirst();
  if (own && !(objectType ? own.kind === objectType : COMMENTED_ITEMS.some((kind) => kind === own.kind))) throw new CodedError('NOT_FOUND');
  const mayBeComment = !own && (!objectType || objectType === 'comment');
  const answered = mayBeComment ? await findComment(platform.database, viewer, objectId) : undefined;
  const item: CommentedItem | undefined = own ?? answered;
  if (!item) throw new CodedError('NOT_FOUND');
  const itemId = answered?.item_id ?? objectId;
  const access = (await decideItems(platform, viewer, [itemId], country)).get(itemId);
  if (!access) throw new CodedError('NOT_FOUND');
  if (!access.allowed) throw new CodedError('LOCKED');
  const parentId = answered ? (answered.parent_id ?? answered.id) : null;
  return { itemId, performerId: item.performer_id, parentId, isClosed: item.comments_closed_at !== null };
};

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`c.id`), updatedAt: by.instant(sql`c.updated_at`) };

interface CommentQuery extends Page {
  objectType?: CommentObject | undefined;
  objectId: string;
  sortBy: 'createdAt' | 'updatedAt';
  /** The natural order unless given: comments newest first, replies oldest first. */
  sort?: Direction | undefined;
  after?: string | undefined;
}

/** @throws CodedError as `findCommented` */
export const listComments = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  query: CommentQuery,
): Promise<{ data: Comment[]; total: number; after: string | null; isClosed: boolean; mayClose: boolean; isHost: boolean }> => {
  const found = await findCommented(platform, viewer, country, query);
  const { itemId, performerId, parentId, isClosed } = found;
  const which = allOf(
    parentId ? sql`c.parent_id = ${parentId}::uuid` : sql`c.item_id = ${itemId}::uuid and c.parent_id is null`,
    visibleComment(viewer, sql`${performerId}::uuid`),
  );
  const sort = query.sort ?? (parentId ? 'asc' : 'desc');
  const order = sorted(SORTS, { sortBy: query.sortBy, sort }, sql`c.id`);
  const { rows, ...page } = await readCursorPage<CommentRow>(
    platform.database,
    query,
    order,
    // The page first: a generic plan, made for the few comments of most items, would join all of an item with many.
    ({ key, after, end }) => sql`
      select c.list_key, ${columns} from (select c.*, ${key} from comments c where ${allOf(which, after)} ${end}) c
      ${joins(accountIdOf(viewer))} order by ${order.order}`,
    sql`from comments c where ${which}`,
  );
  const isHost = performerId === accountIdOf(viewer);
  return { data: rows.map((row) => commentOf(platform, viewer, row)), ...page, isClosed, mayClose: isHost || isModerator(viewer), isHost };
};
