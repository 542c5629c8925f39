export { addReaction } from './react.ts';
export { bindReactions } from './reactions.routes.ts';
export { registerReactionData } from './personal-data.ts';
export { registerReactionEvents } from './reactions.events.ts';
