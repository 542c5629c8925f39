export { findCommented, visibleSingleComment } from './comments.queries.ts';
export { addComment } from './write-comment.ts';
