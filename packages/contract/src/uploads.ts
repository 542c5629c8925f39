/**
 * Resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload): `POST /api/uploads` begins one, with its length and in its
 * metadata what it is for; `PATCH` brings it piece by piece, `HEAD` tells how much has come, `DELETE` gives it up. Whole, it takes the
 * place of the file in the call it is for: the form's field `uploadId` in place of the file's.
 */
export const UPLOADS_PATH = '/api/uploads';

/** What a resumable upload may be for; each names the one file field (`FileField.purpose`) that takes it. */
export const UPLOAD_PURPOSES = ['feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media', 'welcomeVideo'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The form's field that names a resumable upload. */
export const UPLOAD_ID_FIELD = 'uploadId';
