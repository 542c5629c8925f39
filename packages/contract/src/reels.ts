import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { viewCount, viewInput } from './item-views.ts';
import { ITEM_CATEGORIES, ITEM_STATES } from './items.values.ts';
import { ownItemsQuery, aboutFilters, itemFields, itemView, ownItem } from './items.ts';
import { cursorListOf, cursorPaging, done, flag, idList, idParams, listOf, sortable, text, videoFile } from './shapes.ts';

const MB = 1024 * 1024;

/** A reel as a viewer sees it: for everybody, always. */
export const reelView = z.object({
  ...itemView,
  kind: z.literal('reel'),
  /** How often it was viewed: once a viewer and day. */
  views: z.number().int(),
});
export type ReelView = z.output<typeof reelView>;

/** A reel as its performer manages it. */
export const ownReel = z.object({
  ...ownItem,
  kind: z.literal('reel'),
  views: z.number().int(),
  /** The film as its performer watches it, once it is ready. */
  film: videoFile.nullable(),
});
export type OwnReel = z.output<typeof ownReel>;

const reelList = {
  summary: 'Reels: those the caller hasn’t seen first, then the newest; of one performer, the newest.',
  who: 'public',
  costly: false,
  query: sortable(cursorPaging, ['unseen', 'publishedAt', 'createdAt', 'updatedAt']).extend({
    performerId: z.string().max(60).optional(),
    q: text(60).optional(),
    ...aboutFilters,
    /** Of the performers whom the caller follows. */
    from: z.enum(['following']).optional(),
  }),
  output: cursorListOf(reelView),
} as const;

export const reels = endpoints({
  'GET /performer/performer-assets/reels/search': {
    summary: 'Own reels, newest first.',
    who: 'performer',
    query: ownItemsQuery.extend({ state: z.enum(ITEM_STATES).optional() }),
    output: listOf(ownReel),
  },
  'POST /performer/performer-assets/reels/upload': {
    summary: 'Bring a reel: it is published when it is encoded, or kept as a draft. Taller than wide, at most 90 seconds.',
    who: 'performer',
    verified: true,
    body: z.object({
      title: itemFields.title.default(''),
      categoryIds: idList(ITEM_CATEGORIES).default([]),
      isDraft: flag.default(false),
    }),
    files: { file: { accept: ['video'], maxBytes: 500 * MB, purpose: 'reel' } },
    output: ownReel,
    status: 201,
    errors: ['REEL_SHAPE', 'FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'UPLOAD_INCOMPLETE', 'QUOTA_EXCEEDED'],
    limit: 'upload',
  },
  'PUT /performer/performer-assets/reels/edit/{id}': {
    summary: 'Change an own reel; what isn’t given stays.',
    who: 'performer',
    verified: true,
    params: idParams,
    body: z
      .object({
        title: itemFields.title,
        categoryIds: itemFields.categoryIds,
        tags: itemFields.tags,
        peopleShown: itemFields.peopleShown,
        participantIds: itemFields.participantIds,
        producedOn: itemFields.producedOn,
        scheduledAt: itemFields.scheduledAt,
        isDraft: z.boolean(),
      })
      .partial(),
    output: ownReel,
    errors: ['ITEM_STATE', 'PARTICIPANT_STATE', 'REEL_SHAPE', 'FILE_UNREADABLE', 'FILE_NOT_MADE', 'FILE_NOT_YOURS'],
  },
  'DELETE /performer/performer-assets/reels/{id}': {
    summary: 'Delete an own reel.',
    who: 'performer',
    params: idParams,
    output: done,
  },
  'GET /videos/reels': reelList,
  'GET /performer-assets/videos/reels': reelList,
  'GET /user/performer-assets/reels/{id}': {
    summary: 'One reel.',
    who: 'public',
    params: idParams,
    output: reelView,
  },
  'POST /user/performer-assets/reels/{id}/view': {
    summary: 'Tell that a reel is being watched: counted once a viewer and day, after three seconds.',
    who: 'public',
    params: idParams,
    body: viewInput,
    output: viewCount,
    idempotency: 'none',
  },
});
