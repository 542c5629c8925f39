export { bindMedia } from './media.routes.ts';
