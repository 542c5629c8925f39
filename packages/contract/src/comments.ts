import { z } from 'zod';
import { COMMENT_LENGTH, COMMENT_OBJECTS } from './comments.values.ts';
import { endpoints } from './endpoint.ts';
import { cursorListOf, cursorPaging, direction, flag, id, idParams, instant, picture, sortable, text } from './shapes.ts';

const MB = 1024 * 1024;

export { COMMENT_LENGTH, COMMENT_OBJECTS, COMMENTED_ITEMS } from './comments.values.ts';

export const comment = z.object({
  _id: id,
  /** The item, or the comment that this one answers. */
  objectType: z.enum(COMMENT_OBJECTS),
  objectId: id,
  content: z.string(),
  attachment: picture.nullable(),
  author: z.object({
    _id: id,
    username: z.string(),
    name: z.string(),
    avatar: z.string(),
    isPerformer: z.boolean(),
    /** Whose item it is. */
    isHost: z.boolean(),
  }),
  counts: z.object({ likes: z.number().int(), replies: z.number().int() }),
  isLiked: z.boolean(),
  isEdited: z.boolean(),
  /** Visible only to its author, the item's performer and moderators. */
  isHidden: z.boolean(),
  /** What the caller may do with it. */
  may: z.object({ edit: z.boolean(), delete: z.boolean(), hide: z.boolean() }),
  createdAt: instant,
  updatedAt: instant,
});
export type Comment = z.output<typeof comment>;

const attachment = { file: { accept: ['image'], maxBytes: 20 * MB, optional: true } } as const;
const fileErrors = ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'QUOTA_EXCEEDED'] as const;

export const comments = endpoints({
  'POST /comments': {
    summary:
      'Comment on what the caller may see, or answer a comment; with a picture, without words or with them. Without `objectType` the id alone says what it is.',
    who: 'user',
    verified: true,
    body: z.object({ objectType: z.enum(COMMENT_OBJECTS).optional(), objectId: id, content: text(COMMENT_LENGTH).default('') }),
    files: attachment,
    output: comment,
    status: 201,
    errors: ['LOCKED', 'BLOCKED_PAIR', 'COMMENTS_CLOSED', ...fileErrors],
    limit: 'chat',
  },
  'PUT /comments/{id}': {
    summary: 'Change an own comment: its words, its picture, or take the picture away.',
    who: 'user',
    verified: true,
    params: idParams,
    body: z.object({ content: text(COMMENT_LENGTH).optional(), withoutAttachment: flag.default(false) }),
    files: attachment,
    output: comment,
    errors: ['LOCKED', 'BLOCKED_PAIR', 'COMMENTS_CLOSED', ...fileErrors],
    limit: 'chat',
  },
  'GET /comments/search': {
    summary: 'Comments on an item, newest first, or the answers to a comment, oldest first, unless sorted otherwise.',
    who: 'public',
    query: sortable(cursorPaging, ['createdAt', 'updatedAt']).extend({
      sort: direction.optional(),
      /** Found from the object when it isn’t given. */
      objectType: z.enum(COMMENT_OBJECTS).optional(),
      objectId: id,
    }),
    output: cursorListOf(comment).extend({
      /** Only the performer may comment on the item and answer comments on it. */
      isClosed: z.boolean(),
      /** The caller may close and open them. */
      mayClose: z.boolean(),
      /** It's the caller's item. */
      isHost: z.boolean(),
    }),
    errors: ['LOCKED'],
  },
  'DELETE /comments/{id}': {
    summary: 'Delete a comment and the answers to it: its author, the item’s performer or a moderator.',
    who: 'user',
    params: idParams,
    output: z.object({ success: z.literal(true) }),
  },
  'PUT /comments/{id}/visibility': {
    summary: 'Hide a comment from all but its author, or show it again: the item’s performer or a moderator.',
    who: 'user',
    params: idParams,
    body: z.object({ hidden: z.boolean() }),
    output: comment,
  },
  'PUT /comments/items/{id}': {
    summary: 'Turn the comments on an item off for all but its performer, or on again: its performer or a moderator.',
    who: 'user',
    params: idParams,
    body: z.object({ isClosed: z.boolean() }),
    output: z.object({ isClosed: z.boolean() }),
  },
});
