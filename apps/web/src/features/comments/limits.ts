import type { COMMENT_LENGTH as Length } from '@stagedoor/contract/comments';

/** Characters of a comment; the contract's number, held to it by its type. */
export const COMMENT_LENGTH: typeof Length = 2000;
