export { bindBlocks } from './blocks.routes.ts';
export { registerBlockData } from './personal-data.ts';
