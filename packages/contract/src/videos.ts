import { z } from 'zod';
import { seenBy } from './audience.ts';
import { endpoints } from './endpoint.ts';
import { viewCount, viewInput } from './item-views.ts';
import { ITEM_STATES } from './items.values.ts';
import {
  ACCESS_FILTERS,
  BOUGHT_SORTS,
  BROWSE_SORTS,
  ownItemsQuery,
  SAVED_SORTS,
  aboutFilters,
  itemFields,
  itemView,
  itemWriteErrors,
  ownItem,
  uploadedFile,
} from './items.ts';
import { cursorListOf, cursorPaging, done, id, idParams, instant, listOf, sortable, text, videoFile } from './shapes.ts';
import { RANKING_PERIODS } from './videos.values.ts';

const MB = 1024 * 1024;

/** A video as a viewer sees it; `video` is null while locked, `teaser` is for everybody. */
export const videoView = z.object({
  ...itemView,
  kind: z.literal('video'),
  description: z.string(),
  /** How often it was viewed: once a viewer and day. */
  views: z.number().int(),
  /** Seconds from the start, where the viewer stopped; null where there is nothing to resume. */
  resumeAt: seenBy('caller', z.number().nullable()),
  isFavourite: z.boolean(),
  isWatchLater: z.boolean(),
});
export type VideoView = z.output<typeof videoView>;

/** A video as its performer manages it; `files` is its film. */
export const ownVideo = z.object({
  ...ownItem,
  kind: z.literal('video'),
  description: z.string(),
  views: z.number().int(),
  /** The film as its performer watches it, once it is ready. */
  film: videoFile.nullable(),
});
export type OwnVideo = z.output<typeof ownVideo>;

const videoFields = {
  title: itemFields.title.refine((value) => value.length > 0, { params: { rule: 'required' } }),
  description: text(5000),
  audience: itemFields.audience,
  price: itemFields.price,
  /** Its film: from videos/upload, of the media library, or a show's recording. */
  videoId: id.nullable(),
  /** A piece for everybody: of its own, or cut from the film. */
  teaserId: id.nullable(),
  teaserCut: z.boolean(),
  /** The picture that stands for it: an uploaded one, or the film's at this second. */
  thumbnailId: id.nullable(),
  thumbnailAt: z.number().min(0).max(86_400).nullable(),
  peopleShown: itemFields.peopleShown,
  participantIds: itemFields.participantIds,
  producedOn: itemFields.producedOn,
  scheduledAt: itemFields.scheduledAt,
  expiresAt: itemFields.expiresAt,
  categoryIds: itemFields.categoryIds,
  tags: itemFields.tags,
  isDraft: z.boolean(),
};

const videoInput = z.object({
  ...videoFields,
  description: videoFields.description.default(''),
  audience: videoFields.audience.default('everyone'),
  price: videoFields.price.default(null),
  videoId: videoFields.videoId.default(null),
  teaserId: videoFields.teaserId.default(null),
  teaserCut: videoFields.teaserCut.default(false),
  thumbnailId: videoFields.thumbnailId.default(null),
  thumbnailAt: videoFields.thumbnailAt.default(null),
  peopleShown: videoFields.peopleShown.default(null),
  participantIds: videoFields.participantIds.default([]),
  producedOn: videoFields.producedOn.default(null),
  scheduledAt: videoFields.scheduledAt.default(null),
  expiresAt: videoFields.expiresAt.default(null),
  categoryIds: itemFields.categoryIds.default([]),
  tags: itemFields.tags.default([]),
  isDraft: videoFields.isDraft.default(false),
});

const writeErrors = [...itemWriteErrors, 'ITEM_STATE', 'VIDEO_MISSING', 'FILE_KIND_REFUSED'] as const;

const ranking = {
  summary: 'The videos that are watched and bought most, the site’s own order first.',
  who: 'public',
  query: sortable(cursorPaging, ['rank', 'createdAt', 'updatedAt']).extend({
    period: z.enum(RANKING_PERIODS).default('week'),
  }),
  output: cursorListOf(videoView),
  kept: true,
} as const;

export const videos = endpoints({
  'GET /performer/performer-assets/videos/search': {
    summary: 'Own videos, newest first.',
    who: 'performer',
    query: ownItemsQuery.extend({ state: z.enum(ITEM_STATES).optional() }),
    output: listOf(ownVideo),
  },
  'POST /performer/performer-assets/videos/upload': {
    summary: 'Bring one file of a video: the film, a teaser or a thumbnail. Films are encoded in the background.',
    who: 'performer',
    verified: true,
    files: {
      video: { accept: ['video'], maxBytes: 4096 * MB, purpose: 'video', optional: true },
      teaser: { accept: ['video'], maxBytes: 200 * MB, purpose: 'videoTeaser', optional: true },
      thumbnail: { accept: ['image'], maxBytes: 20 * MB, purpose: 'videoThumbnail', optional: true },
    },
    output: uploadedFile,
    status: 201,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'UPLOAD_INCOMPLETE', 'QUOTA_EXCEEDED'],
    limit: 'upload',
  },
  'POST /performer/performer-assets/videos': {
    summary: 'Publish a video, at once or when it is due, or keep it as a draft. While its film is encoded it is `processing`.',
    who: 'performer',
    verified: true,
    body: videoInput,
    output: ownVideo,
    status: 201,
    errors: [...writeErrors],
  },
  'PUT /performer/performer-assets/videos/edit/{id}': {
    summary: 'Change an own video; what isn’t given stays.',
    who: 'performer',
    verified: true,
    params: idParams,
    body: z.object(videoFields).partial(),
    output: ownVideo,
    errors: [...writeErrors],
  },
  'DELETE /performer/performer-assets/videos/{id}': {
    summary: 'Delete a video for everyone but those who bought it.',
    who: 'performer',
    params: idParams,
    output: done,
  },
  'GET /performer/performer-assets/videos/{id}/view': {
    summary: 'An own video.',
    who: 'performer',
    params: idParams,
    output: ownVideo,
  },
  'GET /performer-assets/videos/search': {
    summary: 'Videos, newest first: of one performer, by words, by tag, by how they are reached.',
    who: 'public',
    costly: false,
    query: sortable(cursorPaging, BROWSE_SORTS).extend({
      q: text(60).optional(),
      performerId: z.string().max(60).optional(),
      ...aboutFilters,
      access: z.enum(ACCESS_FILTERS).optional(),
    }),
    output: cursorListOf(videoView),
  },
  'GET /performer-assets/videos/purchased': {
    summary: 'Videos that the caller bought, the last one first.',
    who: 'user',
    query: sortable(cursorPaging, BOUGHT_SORTS),
    output: cursorListOf(videoView.extend({ purchasedAt: instant })),
  },
  'GET /ranking-videos': ranking,
  'GET /performer-assets/videos/ranking-videos': ranking,
  'GET /reactions/videos/favourites': {
    summary: 'The videos that the caller marked as favourites, newest first.',
    who: 'user',
    query: sortable(cursorPaging, SAVED_SORTS),
    output: cursorListOf(videoView),
  },
  'GET /reactions/videos/watch-later': {
    summary: 'The videos that the caller wants to watch later, newest first.',
    who: 'user',
    query: sortable(cursorPaging, SAVED_SORTS),
    output: cursorListOf(videoView),
  },
  'GET /performer-assets/videos/{id}': {
    summary: 'A video as the caller sees it.',
    who: 'public',
    params: idParams,
    output: videoView,
  },
  'POST /performer-assets/videos/{id}/view': {
    summary: 'Tell that a video is being watched, at its start and from time to time: counted once a viewer and day, after three seconds.',
    who: 'public',
    params: idParams,
    body: viewInput,
    output: viewCount,
    errors: ['LOCKED'],
    idempotency: 'none',
  },
  'POST /performer/performer-assets/videos/of-recording/{id}': {
    summary: 'Make a draft of a video of a public show’s recording. Repeated, it answers the same draft.',
    who: 'performer',
    verified: true,
    params: idParams,
    output: ownVideo,
    status: 201,
    errors: ['ITEM_STATE'],
  },
});
