export { findCommented } from './comments.queries.ts';
export { addComment } from './write-comment.ts';
