export { bindTakedowns } from './takedowns.routes.ts';
