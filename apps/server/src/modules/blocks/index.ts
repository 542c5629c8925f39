export { bindBlocks } from './blocks.routes.ts';
export { registerBlocksPersonalData } from './personal-data.ts';
