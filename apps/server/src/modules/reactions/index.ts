export { addReaction } from './react.ts';
