export { addReaction } from './react.ts';
export { bindReactions } from './reactions.routes.ts';
