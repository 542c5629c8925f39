import { z } from 'zod';
import { seenBy } from './audience.ts';
import { AUDIENCES, ITEM_STATES, access, priceVersion } from './entitlement.ts';
import { INSIDE_KINDS } from './inside.values.ts';
import { liveState } from './live-state.ts';
import { ITEM_CATEGORIES, ITEM_TAGS, PEOPLE_SHOWN } from './items.values.ts';
import { amount, day, id, instant, line, madeIn, paging, picture, priceInput, sortable, text, videoFile, payableTokens } from './shapes.ts';

/** The performer beside an item of theirs. */
export const itemAuthor = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  craft: z.string(),
  city: z.string(),
  isOnline: z.boolean(),
  /** A show of theirs can be watched or joined now: `live` says which. */
  isLive: z.boolean(),
  live: liveState,
});

/** A category of an item, in the caller's language. */
export const itemCategory = z.object({ _id: id, slug: z.string(), name: z.string() });

/** The pictures of an item, in their order. */
export const itemPhotos = z.array(picture.extend({ _id: id, /** What is to be seen, in the performer's words. */ alt: z.string() }));

/** What every kind of item shows a viewer. What is locked carries its blurred preview, counts and access options, never a file. */
export const itemView = {
  _id: id,
  title: z.string(),
  audience: z.enum(AUDIENCES),
  price: amount.nullable(),
  priceVersion,
  performer: itemAuthor,
  access,
  /** A small blurred picture made on the server, for locked media. */
  preview: picture.nullable(),
  photos: seenBy('granted', itemPhotos),
  video: seenBy('granted', videoFile.nullable()),
  /** A short piece for all, where the performer gave one. */
  teaser: videoFile.nullable(),
  counts: z.object({
    photos: z.number().int(),
    videoSeconds: z.number().nullable(),
    likes: z.number().int(),
    comments: z.number().int(),
    unlocks: z.number().int(),
  }),
  /** Those that aren't hidden. */
  categories: z.array(itemCategory),
  /** Words that its performer gave it, in lower case. */
  tags: z.array(z.string()),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  isPinned: z.boolean(),
  publishedAt: instant,
  /** When it is withdrawn; those who bought it keep it. */
  expiresAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
} as const;
const itemViewObject = z.object(itemView);
export type ItemView = z.output<typeof itemViewObject>;

/** A file of an item in the composer. */
export const uploadedFile = z.object({
  _id: id,
  kind: z.enum(['image', 'video', 'document', 'audio']),
  state: z.enum(['processing', 'ready', 'failed']),
  progress: z.number(),
  failure: z.string().nullable(),
  picture: picture.nullable(),
  /** Details that a document or an archive reveals besides its content; such files go out unchanged. */
  inside: z.array(z.object({ kind: z.enum(INSIDE_KINDS), text: z.string() })).optional(),
});
export type UploadedFile = z.output<typeof uploadedFile>;

/** What every kind of item shows the performer who manages it. */
export const ownItem = {
  _id: id,
  title: z.string(),
  audience: z.enum(AUDIENCES),
  price: amount.nullable(),
  priceVersion,
  state: z.enum(ITEM_STATES),
  files: z.array(uploadedFile),
  thumbnail: uploadedFile.nullable(),
  teaser: uploadedFile.nullable(),
  /** It is cut out of the film; never with a teaser of the performer's own. */
  teaserCut: z.boolean(),
  /** The teaser as everybody may watch it, once it is ready. */
  teaserVideo: videoFile.nullable(),
  /** Who is seen in it besides the performer, and the day it was made, where that was said. */
  categoryIds: z.array(id),
  tags: z.array(z.string()),
  peopleShown: z.enum(PEOPLE_SHOWN).nullable(),
  participantIds: z.array(id),
  producedOn: z.string().nullable(),
  counts: z.object({ likes: z.number().int(), comments: z.number().int(), unlocks: z.number().int() }),
  /** What it has earned, in the site's currency. */
  earned: amount,
  isPinned: z.boolean(),
  /** Why an admin rejected it last time; null when none did. */
  rejection: z.object({ note: z.string(), at: instant }).nullable(),
  /** When it is shown, of a scheduled one; when it is withdrawn. */
  scheduledAt: instant.nullable(),
  expiresAt: instant.nullable(),
  publishedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
} as const;
const ownItemObject = z.object(ownItem);
export type OwnItem = z.output<typeof ownItemObject>;

/** Ids of categories, each once. */
export const categoryIds = z.array(id).max(ITEM_CATEGORIES);
export const itemTags = z.array(line(ITEM_TAGS.length)).max(ITEM_TAGS.most);

/** What lists of everybody's items are narrowed by, whatever the kind. */
export const aboutFilters = { categoryId: id.optional(), tag: text(ITEM_TAGS.length).optional() } as const;

/** The fields that are written of every kind of item. */
export const itemFields = {
  title: text(120),
  audience: z.enum(AUDIENCES),
  price: payableTokens(priceInput).nullable(),
  /** The people who can be seen or heard in it; null while it isn't said. Where the owner requires it, nothing with files is published without. */
  peopleShown: z.enum(PEOPLE_SHOWN).nullable(),
  /** Approved co-performers who are seen in it. */
  participantIds: z.array(id).max(20),
  /** When it was made: the day it is published unless said. */
  producedOn: day.nullable(),
  categoryIds,
  tags: itemTags,
  /** To be shown then; what has passed is shown at once. */
  scheduledAt: instant.nullable(),
  /** To be withdrawn then. */
  expiresAt: instant.nullable(),
} as const;

/** Refusals of writing an item, whatever its kind. */
export const itemWriteErrors = [
  'PRICE_REQUIRED',
  'AMOUNT_OUT_OF_BOUNDS',
  'FILE_NOT_YOURS',
  'FILE_UNREADABLE',
  'FILE_NOT_MADE',
  'PARTICIPANT_STATE',
] as const;

export { ACCESS_FILTERS } from './items.values.ts';
/** What lists of own items are sorted by. */
export const MANAGE_SORTS = ['createdAt', 'updatedAt', 'publishedAt'] as const;
/** The query of a list of own items. */
export const ownItemsQuery = sortable(paging, MANAGE_SORTS).extend({ q: text(60).optional(), ...madeIn });
/** What lists of everybody's items are sorted by. */
export const BROWSE_SORTS = ['publishedAt', 'popular', 'price', 'createdAt', 'updatedAt'] as const;
/** What lists of saved and of bought items are sorted by. */
export const SAVED_SORTS = ['savedAt', 'createdAt', 'updatedAt'] as const;
export const BOUGHT_SORTS = ['purchasedAt', 'createdAt', 'updatedAt'] as const;
