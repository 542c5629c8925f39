export { findComment, findCommented, visibleSingleComment } from './comments.queries.ts';
export { addComment, dropTakenComment, restoreComment, takeDownComment } from './write-comment.ts';
