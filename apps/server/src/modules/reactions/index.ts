export { addReaction } from './react.ts';
export { bindReactions } from './reactions.routes.ts';
export { registerReactionEvents } from './reactions.events.ts';
