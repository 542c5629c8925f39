export { listPhotos } from './list-photos.queries.ts';
export { type PhotoDraft, publishPhoto, updatePhoto } from './save-photo.ts';
export { uploadPhoto } from './upload-photo.ts';
