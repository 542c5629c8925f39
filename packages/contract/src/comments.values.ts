// Constants of comments without Zod, so that the web shares them.
import { kindsWith } from './items.values.ts';

/** What can be commented on: items, and comments (an answer). */
export const COMMENTED_ITEMS = kindsWith('isCommented');
export const COMMENT_OBJECTS = [...COMMENTED_ITEMS, 'comment'] as const;
export type CommentObject = (typeof COMMENT_OBJECTS)[number];

/** Characters of a comment. */
export const COMMENT_LENGTH = 2000;
