import { z } from 'zod';
import { seenBy } from './audience.ts';
import { endpoints } from './endpoint.ts';
import { GALLERY_PHOTOS, ITEM_STATES } from './items.values.ts';
import {
  ACCESS_FILTERS,
  BOUGHT_SORTS,
  BROWSE_SORTS,
  ownItemsQuery,
  aboutFilters,
  itemFields,
  itemView,
  itemWriteErrors,
  ownItem,
} from './items.ts';
import { cursorListOf, cursorPaging, done, id, idParams, instant, listOf, picture, sortable, text } from './shapes.ts';

/** A gallery as a viewer sees it; `photos` are its pictures in their order, empty while locked. */
export const galleryView = z.object({
  ...itemView,
  kind: z.literal('gallery'),
  description: z.string(),
  /** The photo that stands for it; while locked there is the preview. */
  cover: seenBy('granted', picture.nullable()),
});
export type GalleryView = z.output<typeof galleryView>;

/** A gallery as its performer manages it; `files` are its photos in their order. */
export const ownGallery = z.object({
  ...ownItem,
  kind: z.literal('gallery'),
  description: z.string(),
  /** The photo whose file covers it, where one was chosen. */
  coverFileId: id.nullable(),
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
  peopleShown: itemFields.peopleShown,
  participantIds: itemFields.participantIds,
  producedOn: itemFields.producedOn,
  scheduledAt: itemFields.scheduledAt,
  expiresAt: itemFields.expiresAt,
  categoryIds: itemFields.categoryIds,
  tags: itemFields.tags,
  isDraft: z.boolean(),
};

const galleryInput = z.object({
  ...galleryFields,
  description: galleryFields.description.default(''),
  audience: galleryFields.audience.default('everyone'),
  price: galleryFields.price.default(null),
  fileIds: galleryFields.fileIds.default([]),
  peopleShown: galleryFields.peopleShown.default(null),
  participantIds: galleryFields.participantIds.default([]),
  producedOn: galleryFields.producedOn.default(null),
  scheduledAt: galleryFields.scheduledAt.default(null),
  expiresAt: galleryFields.expiresAt.default(null),
  categoryIds: itemFields.categoryIds.default([]),
  tags: itemFields.tags.default([]),
  isDraft: galleryFields.isDraft.default(false),
});

const writeErrors = [...itemWriteErrors, 'ITEM_STATE', 'ITEM_EMPTY', 'FILE_KIND_REFUSED'] as const;

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
    query: ownItemsQuery.extend({ state: z.enum(ITEM_STATES).optional() }),
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
    costly: false,
    query: sortable(cursorPaging, BROWSE_SORTS).extend({
      q: text(60).optional(),
      performerId: z.string().max(60).optional(),
      ...aboutFilters,
      access: z.enum(ACCESS_FILTERS).optional(),
    }),
    output: cursorListOf(galleryView),
  },
  'GET /performer-assets/galleries/purchased': {
    summary: 'Galleries that the caller bought, the last one first.',
    who: 'user',
    query: sortable(cursorPaging, BOUGHT_SORTS),
    output: cursorListOf(galleryView.extend({ purchasedAt: instant })),
  },
  'GET /performer-assets/galleries/{id}/view': {
    summary: 'A gallery as the caller sees it.',
    who: 'public',
    params: idParams,
    output: galleryView,
  },
});
