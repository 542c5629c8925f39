import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { AUDIENCES, ITEM_STATES } from './entitlement.ts';
import { BROWSE_SORTS, MANAGE_SORTS, itemFields, itemView, itemWriteErrors, ownItem, uploadedFile } from './items.ts';
import { ACCESS_FILTERS, GALLERY_PHOTOS, ITEM_TAGS } from './items.values.ts';
import { cursorListOf, cursorPaging, done, id, idParams, instant, line, listOf, paging, picture, text } from './shapes.ts';

const MB = 1024 * 1024;

const tags = z.array(line(ITEM_TAGS.length)).max(ITEM_TAGS.most);

/** A gallery as a viewer sees it; `photos` are its pictures in their order, empty while locked. */
export const galleryView = z.object({
  ...itemView,
  kind: z.literal('gallery'),
  description: z.string(),
  /** The photo that stands for it, where it is open; while locked there is the preview. */
  cover: picture.nullable(),
  tags: z.array(z.string()),
});
export type GalleryView = z.output<typeof galleryView>;

/** A gallery as its performer manages it; `files` are its photos in their order. */
export const ownGallery = z.object({
  ...ownItem,
  kind: z.literal('gallery'),
  description: z.string(),
  /** The photo whose file covers it, where one was chosen. */
  coverFileId: id.nullable(),
  tags: z.array(z.string()),
  /** Ids of the photos, in the order of `files`. */
  photoIds: z.array(id),
});
export type OwnGallery = z.output<typeof ownGallery>;

const galleryFields = {
  title: itemFields.title.refine((value) => value.length > 0, { params: { rule: 'required' } }),
  description: text(5000),
  audience: itemFields.audience,
  price: itemFields.price,
  /** Its photos in their order: from photos/upload, or of the media library. */
  fileIds: z.array(id).max(GALLERY_PHOTOS),
  participantIds: itemFields.participantIds,
  producedOn: itemFields.producedOn,
  scheduledAt: itemFields.scheduledAt,
  expiresAt: itemFields.expiresAt,
  tags,
  isDraft: z.boolean(),
};

const galleryInput = z.object({
  ...galleryFields,
  description: galleryFields.description.default(''),
  audience: galleryFields.audience.default('everyone'),
  price: galleryFields.price.default(null),
  fileIds: galleryFields.fileIds.default([]),
  participantIds: galleryFields.participantIds.default([]),
  producedOn: galleryFields.producedOn.default(null),
  scheduledAt: galleryFields.scheduledAt.default(null),
  expiresAt: galleryFields.expiresAt.default(null),
  tags: tags.default([]),
  isDraft: galleryFields.isDraft.default(false),
});

const writeErrors = [...itemWriteErrors, 'ITEM_STATE', 'ITEM_EMPTY'] as const;

export const galleries = endpoints({
  'POST /performer/performer-assets/galleries': {
    summary: 'Publish a gallery, at once or when it is due, or keep it as a draft.',
    who: 'performer',
    body: galleryInput,
    output: ownGallery,
    status: 201,
    errors: [...writeErrors],
  },
  'GET /performer/performer-assets/galleries/search': {
    summary: 'Own galleries, newest first.',
    who: 'performer',
    query: paging.extend({ q: text(60).optional(), state: z.enum(ITEM_STATES).optional(), sortBy: z.enum(MANAGE_SORTS).optional() }),
    output: listOf(ownGallery),
  },
  'GET /performer/performer-assets/galleries/{id}/view': {
    summary: 'An own gallery.',
    who: 'performer',
    params: idParams,
    output: ownGallery,
  },
  'PUT /performer/performer-assets/galleries/{id}': {
    summary: 'Change an own gallery; what isn’t given stays.',
    who: 'performer',
    params: idParams,
    body: z.object(galleryFields).partial(),
    output: ownGallery,
    errors: [...writeErrors],
  },
  'DELETE /performer/performer-assets/galleries/{id}': {
    summary: 'Delete a gallery with its photos for everyone but those who bought them.',
    who: 'performer',
    params: idParams,
    output: done,
  },
  'GET /performer-assets/galleries/search': {
    summary: 'Galleries, newest first: of one performer, by words, by tag, by how they are reached.',
    who: 'public',
    query: cursorPaging.extend({
      q: text(60).optional(),
      performerId: z.string().max(60).optional(),
      tag: text(ITEM_TAGS.length).optional(),
      access: z.enum(ACCESS_FILTERS).optional(),
      sortBy: z.enum(BROWSE_SORTS).optional(),
    }),
    output: cursorListOf(galleryView),
  },
  'GET /performer-assets/galleries/purchased': {
    summary: 'Galleries that the caller bought, the last one first.',
    who: 'user',
    query: cursorPaging,
    output: cursorListOf(galleryView.extend({ purchasedAt: instant })),
  },
  'GET /performer-assets/galleries/{id}/view': {
    summary: 'A gallery as the caller sees it.',
    who: 'public',
    params: idParams,
    output: galleryView,
  },
});

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
    files: { file: { accept: ['image'], maxBytes: 50 * MB, purpose: 'media' } },
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
      description: galleryFields.description.default(''),
      audience: z.enum(AUDIENCES).optional(),
      price: itemFields.price.default(null),
    }),
    output: ownPhoto,
    status: 201,
    errors: [...itemWriteErrors, 'ITEM_STATE', 'NOT_FOUND'],
  },
  'POST /performer/performer-assets/photos/set-cover/{id}': {
    summary: 'Have a photo cover its gallery.',
    who: 'performer',
    params: idParams,
    output: ownGallery,
    errors: ['ITEM_STATE'],
  },
});
