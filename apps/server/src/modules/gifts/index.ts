export { bindGifts } from './gifts.routes.ts';
