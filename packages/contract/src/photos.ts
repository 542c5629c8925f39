import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { AUDIENCES } from './entitlement.ts';
import { ownGallery } from './galleries.ts';
import { itemFields, itemWriteErrors, ownItem, uploadedFile } from './items.ts';
import { id, idParams, text } from './shapes.ts';

const MB = 1024 * 1024;

/** A photo as its performer manages it: of a gallery, or by itself. */
export const ownPhoto = z.object({
  ...ownItem,
  kind: z.literal('photo'),
  description: z.string(),
  galleryId: id.nullable(),
  position: z.number().int().nullable(),
});
export type OwnPhoto = z.output<typeof ownPhoto>;

export const photos = endpoints({
  'POST /performer/performer-assets/photos/upload': {
    summary: 'Bring a photo, to be published by itself or in a gallery.',
    who: 'performer',
    files: { file: { accept: ['image'], maxBytes: 50 * MB, purpose: 'photo' } },
    output: uploadedFile,
    status: 201,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'UPLOAD_INCOMPLETE', 'QUOTA_EXCEEDED'],
  },
  'POST /performer/performer-assets/photos': {
    summary: 'Publish a photo: the last one of a gallery, whose audience is its own unless said, or by itself.',
    who: 'performer',
    body: z.object({
      fileId: id,
      galleryId: id.nullable().default(null),
      title: itemFields.title.default(''),
      description: text(5000).default(''),
      audience: z.enum(AUDIENCES).optional(),
      price: itemFields.price.default(null),
    }),
    output: ownPhoto,
    status: 201,
    errors: [...itemWriteErrors, 'ITEM_STATE', 'ITEM_EMPTY', 'FILE_KIND_REFUSED'],
  },
  'POST /performer/performer-assets/photos/set-cover/{id}': {
    summary: 'Have a photo cover its gallery.',
    who: 'performer',
    params: idParams,
    output: ownGallery,
    errors: ['ITEM_STATE'],
  },
});
