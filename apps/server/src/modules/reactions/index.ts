export { bindReactions } from './reactions.routes.ts';
