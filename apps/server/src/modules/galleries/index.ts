export { createGallery } from './save-gallery.ts';
