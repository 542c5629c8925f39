export { bindBlocks } from './blocks.routes.ts';
