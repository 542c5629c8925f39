import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { AUDIENCES } from './entitlement.ts';
import { ownGallery } from './galleries.ts';
import { BROWSE_SORTS, ownItemsQuery, aboutFilters, itemFields, itemView, itemWriteErrors, ownItem, uploadedFile } from './items.ts';
import { ITEM_STATES } from './items.values.ts';
import { cursorListOf, cursorPaging, done, id, idParams, listOf, sortable, text } from './shapes.ts';

const MB = 1024 * 1024;

/** A photo as a viewer sees it: of a gallery, or by itself. */
export const photoView = z.object({
  ...itemView,
  kind: z.literal('photo'),
  description: z.string(),
  galleryId: id.nullable(),
  position: z.number().int().nullable(),
});
export type PhotoView = z.output<typeof photoView>;

/** A photo as its performer manages it: of a gallery, or by itself. */
export const ownPhoto = z.object({
  ...ownItem,
  kind: z.literal('photo'),
  description: z.string(),
  galleryId: id.nullable(),
  position: z.number().int().nullable(),
  alt: z.string(),
});
export type OwnPhoto = z.output<typeof ownPhoto>;

const writeErrors = [...itemWriteErrors, 'ITEM_STATE', 'ITEM_EMPTY', 'FILE_KIND_REFUSED'] as const;

const photoList = {
  summary: 'Photos, newest first: those by themselves, or those of a gallery in their order.',
  who: 'public',
  query: sortable(cursorPaging, BROWSE_SORTS).extend({ galleryId: id.optional(), q: text(60).optional(), ...aboutFilters }),
  output: cursorListOf(photoView),
} as const;

export const photos = endpoints({
  'GET /performer/performer-assets/photos/search': {
    summary: 'Own photos, newest first: those by themselves, or those of a gallery.',
    who: 'performer',
    query: ownItemsQuery.extend({ state: z.enum(ITEM_STATES).optional(), galleryId: id.optional() }),
    output: listOf(ownPhoto),
  },
  'PUT /performer/performer-assets/photos/{id}': {
    summary: 'Change an own photo; what isn’t given stays. One of a gallery is shown while its gallery is.',
    who: 'performer',
    params: idParams,
    body: z
      .object({
        title: itemFields.title,
        description: text(5000),
        audience: itemFields.audience,
        price: itemFields.price,
        alt: text(500),
        categoryIds: itemFields.categoryIds,
        tags: itemFields.tags,
        peopleShown: itemFields.peopleShown,
        participantIds: itemFields.participantIds,
        producedOn: itemFields.producedOn,
      })
      .partial(),
    output: ownPhoto,
    errors: [...writeErrors],
  },
  'DELETE /performer/performer-assets/photos/{id}': {
    summary: 'Delete a photo, also out of its gallery; those who bought it keep it.',
    who: 'performer',
    params: idParams,
    output: done,
    errors: ['ITEM_STATE', 'ITEM_EMPTY'],
  },
  'GET /performer-assets/photos/{id}/view': {
    summary: 'A photo as the caller sees it.',
    who: 'public',
    params: idParams,
    output: photoView,
  },
  'GET /performer-assets/photos': {
    ...photoList,
    query: photoList.query.extend({ performerId: z.string().max(60).optional() }),
  },
  'GET /performer-assets/{performerId}/photos': {
    ...photoList,
    params: z.object({ performerId: z.string().min(1).max(60) }),
  },
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
      categoryIds: itemFields.categoryIds.default([]),
      tags: itemFields.tags.default([]),
      peopleShown: itemFields.peopleShown.default(null),
      participantIds: itemFields.participantIds.default([]),
      producedOn: itemFields.producedOn.default(null),
    }),
    output: ownPhoto,
    status: 201,
    errors: [...writeErrors],
  },
  'POST /performer/performer-assets/photos/set-cover/{id}': {
    summary: 'Have a photo cover its gallery.',
    who: 'performer',
    params: idParams,
    output: ownGallery,
    errors: ['ITEM_STATE'],
  },
});
