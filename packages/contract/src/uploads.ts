/**
 * Resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload): `POST /api/uploads` creates one, with its length and its
 * purpose in the metadata; `PATCH` appends chunks, `HEAD` returns the offset, `DELETE` cancels it. A complete upload replaces the file in
 * the call it is for: the form field `uploadId` instead of the file's.
 */
export const UPLOADS_PATH = '/api/uploads';

/** Purposes of resumable uploads; each belongs to one file field (`FileField.purpose`), the same wherever the purpose is named. */
export const UPLOAD_PURPOSES = [
  'feedPhoto',
  'feedVideo',
  'feedThumbnail',
  'feedTeaser',
  'media',
  'welcomeVideo',
  'photo',
  'messagePhoto',
  'video',
  'videoTeaser',
  'videoThumbnail',
  'reel',
  'productFile',
] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The form field with the id of a resumable upload. */
export const UPLOAD_ID_FIELD = 'uploadId';
