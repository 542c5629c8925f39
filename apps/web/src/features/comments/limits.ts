import type { COMMENT_LENGTH as Length } from '@stagedoor/contract/comments';

/** Maximum length of a comment; the contract's number, checked by its type. */
export const COMMENT_LENGTH: typeof Length = 2000;
