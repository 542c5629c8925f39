export { type PhotoDraft, publishPhoto } from './save-photo.ts';
export { uploadPhoto } from './upload-photo.ts';
