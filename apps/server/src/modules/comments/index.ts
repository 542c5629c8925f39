export { findComment, findCommented, visibleSingleComment } from './comments.queries.ts';
export { addComment, restoreComment, takeDownComment } from './write-comment.ts';
