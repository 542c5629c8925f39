export { galleryKind } from './galleries.kind.ts';
export { bindGalleries } from './galleries.routes.ts';
export { createGallery } from './save-gallery.ts';
