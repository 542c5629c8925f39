export { findCommented } from './comments.queries.ts';
export { registerCommentEvents } from './comments.events.ts';
export { addComment } from './write-comment.ts';
export { bindComments } from './comments.routes.ts';
export { registerCommentData } from './personal-data.ts';
