import { z } from 'zod';
import { seenBy } from './audience.ts';
import { endpoints } from './endpoint.ts';
import { ACCESS_FILTERS, MEDIA_TYPES, ITEM_STATES } from './items.values.ts';
import { BROWSE_SORTS, ownItemsQuery, SAVED_SORTS, aboutFilters, itemFields, itemView, ownItem, uploadedFile } from './items.ts';
import { poll, pollCalls } from './polls.ts';
import { cursorListOf, cursorPaging, done, id, idParams, listOf, sortable, text } from './shapes.ts';

const MB = 1024 * 1024;
export const FEED_STATES = ITEM_STATES;
export const FEED_TYPES = MEDIA_TYPES;

/** A post as a viewer sees it. */
export const feedView = z.object({
  ...itemView,
  kind: z.literal('feed'),
  type: z.enum(FEED_TYPES),
  text: z.string(),
  poll: seenBy('granted', poll.nullable()),
});
export type FeedView = z.output<typeof feedView>;

/** A post as its performer manages it. */
export const ownFeed = z.object({ ...ownItem, type: z.enum(FEED_TYPES), text: z.string(), poll: poll.nullable() });
export type OwnFeed = z.output<typeof ownFeed>;

const feedFields = {
  ...itemFields,
  text: text(10_000),
  fileIds: z.array(id).max(20),
  thumbnailId: id.nullable(),
  teaserId: id.nullable(),
  teaserCut: z.boolean(),
  pollId: id.nullable(),
};

/** A new feed; omitted fields are empty, and the audience everyone. */
export const feedInput = z.object({
  title: feedFields.title.default(''),
  text: feedFields.text.default(''),
  audience: feedFields.audience.default('everyone'),
  price: feedFields.price.default(null),
  fileIds: feedFields.fileIds.default([]),
  thumbnailId: feedFields.thumbnailId.default(null),
  teaserId: feedFields.teaserId.default(null),
  /** Whether everyone may watch some seconds of the video; an uploaded teaser takes precedence. */
  teaserCut: feedFields.teaserCut.default(false),
  /** Approved co-performers who are seen in it. */
  peopleShown: feedFields.peopleShown.default(null),
  participantIds: feedFields.participantIds.default([]),
  /** Production date; default is the day it is published. */
  producedOn: feedFields.producedOn.default(null),
  categoryIds: feedFields.categoryIds.default([]),
  tags: feedFields.tags.default([]),
  /** A poll of the performer that no other post uses. */
  pollId: feedFields.pollId.default(null),
  /** When to publish; an instant in the past publishes at once. */
  scheduledAt: feedFields.scheduledAt.default(null),
  /** To be withdrawn then. */
  expiresAt: feedFields.expiresAt.default(null),
});

/** Changes of a feed; omitted fields stay. */
export const feedChanges = z.object(feedFields).partial();

const writeErrors = [
  'FEED_EMPTY',
  'MEDIA_MIXED',
  'PRICE_REQUIRED',
  'AMOUNT_OUT_OF_BOUNDS',
  'FILE_NOT_YOURS',
  'FILE_UNREADABLE',
  'FILE_NOT_MADE',
  'FEED_STATE',
  'PARTICIPANT_STATE',
  'POLL_TAKEN',
] as const;
const draftErrors = [
  'AMOUNT_OUT_OF_BOUNDS',
  'FILE_NOT_YOURS',
  'FILE_UNREADABLE',
  'FILE_NOT_MADE',
  'MEDIA_MIXED',
  'PARTICIPANT_STATE',
  'POLL_TAKEN',
] as const;
const fileErrors = [
  'FILE_KIND_REFUSED',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'FILE_MISSING',
  'UPLOAD_INCOMPLETE',
  'QUOTA_EXCEEDED',
] as const;

export const feeds = endpoints({
  'GET /performer/feeds': {
    summary: 'The performer’s own feeds, newest first.',
    who: 'performer',
    query: ownItemsQuery.extend({ state: z.enum(FEED_STATES).optional() }),
    output: listOf(ownFeed),
  },
  'POST /performer/feeds': {
    summary: 'Publish a feed. A video still in work makes it `processing`; it becomes `active` by itself.',
    who: 'performer',
    verified: true,
    body: feedInput,
    output: ownFeed,
    status: 201,
    errors: writeErrors,
  },
  'GET /performer/feeds/draft/search': {
    summary: 'The performer’s own drafts, newest first.',
    who: 'performer',
    query: ownItemsQuery,
    output: listOf(ownFeed),
  },
  'POST /performer/feeds/draft': {
    summary: 'Keep a feed as a draft; it may still lack what publishing asks for.',
    who: 'performer',
    verified: true,
    body: feedInput,
    output: ownFeed,
    status: 201,
    errors: draftErrors,
  },
  'POST /performer/feeds/draft/{id}': {
    summary: 'Change a draft, or publish it.',
    who: 'performer',
    verified: true,
    params: idParams,
    body: feedChanges.extend({ publish: z.boolean().default(false) }),
    output: ownFeed,
    errors: writeErrors,
  },
  ...pollCalls,
  'GET /performer/feeds/{id}': { summary: 'One of the own feeds.', who: 'performer', params: idParams, output: ownFeed },
  'PUT /performer/feeds/{id}': {
    summary: 'Change a feed. A new price applies to later buyers alone.',
    who: 'performer',
    verified: true,
    params: idParams,
    body: feedChanges,
    output: ownFeed,
    errors: writeErrors,
  },
  'DELETE /performer/feeds/{id}': {
    summary: 'Delete a feed; those who bought it keep it.',
    who: 'performer',
    params: idParams,
    output: done,
  },
  'POST /performer/feeds/pin-to-profile/{id}': {
    summary: 'Pin a feed to the profile.',
    who: 'performer',
    params: idParams,
    output: ownFeed,
    errors: ['FEED_STATE'],
  },
  'POST /performer/feeds/unpin-to-profile/{id}': { summary: 'Unpin a feed.', who: 'performer', params: idParams, output: ownFeed },
  'GET /feeds': {
    summary: 'Feeds of one performer, pinned first, or the newest of all; with `q`, those with its words, the newest first.',
    who: 'public',
    costly: false,
    query: sortable(cursorPaging, BROWSE_SORTS).extend({
      performerId: z.string().max(60).optional(),
      q: text(60).optional(),
      type: z.enum(FEED_TYPES).optional(),
      access: z.enum(ACCESS_FILTERS).optional(),
      ...aboutFilters,
    }),
    output: cursorListOf(feedView),
    hot: true,
  },
  'GET /reactions/feeds/bookmark': {
    summary: 'The feeds that the caller saved, newest first.',
    who: 'user',
    query: sortable(cursorPaging, SAVED_SORTS),
    output: cursorListOf(feedView),
    hot: true,
  },
  'GET /feeds/{id}': { summary: 'One feed.', who: 'public', params: idParams, output: feedView },
  'POST /feeds/files/photo/upload': {
    summary: 'Upload a photo for a feed.',
    who: 'performer',
    verified: true,
    files: { file: { accept: ['image'], maxBytes: 50 * MB, purpose: 'feedPhoto' } },
    output: uploadedFile,
    status: 201,
    errors: fileErrors,
    limit: 'upload',
  },
  'POST /feeds/files/video/upload': {
    summary: 'Upload a video for a feed; it is transcoded in the background.',
    who: 'performer',
    verified: true,
    files: { file: { accept: ['video'], maxBytes: 2048 * MB, purpose: 'feedVideo' } },
    output: uploadedFile,
    status: 201,
    errors: fileErrors,
    limit: 'upload',
  },
  'POST /feeds/files/thumbnail/upload': {
    summary: 'Upload a thumbnail for a video feed.',
    who: 'performer',
    verified: true,
    files: { file: { accept: ['image'], maxBytes: 20 * MB, purpose: 'feedThumbnail' } },
    output: uploadedFile,
    status: 201,
    errors: fileErrors,
    limit: 'upload',
  },
  'POST /feeds/files/teaser/upload': {
    summary: 'Upload a teaser that everybody may watch.',
    who: 'performer',
    verified: true,
    files: { file: { accept: ['video'], maxBytes: 200 * MB, purpose: 'feedTeaser' } },
    output: uploadedFile,
    status: 201,
    errors: fileErrors,
    limit: 'upload',
  },
});
