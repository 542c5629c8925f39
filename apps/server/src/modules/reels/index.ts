export { createReel } from './save-reel.ts';
