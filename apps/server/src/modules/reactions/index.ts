export { addReaction } from './react.ts';
export { savedItemsOf } from './reactions.queries.ts';
