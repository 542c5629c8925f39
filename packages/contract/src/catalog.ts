import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { AUDIENCES, ITEM_KINDS, ITEM_STATES, PAGED_KINDS } from './items.values.ts';
import { itemAuthor, uploadedFile } from './items.ts';
import {
  amount,
  done,
  id,
  idParams,
  instant,
  line,
  listOf,
  paging,
  picture,
  sortable,
  text,
  videoFile,
  wholePaging,
  csvFile,
  flag,
  madeIn,
} from './shapes.ts';

/** A category of the site's list, in the caller's language. */
export const categoryView = z.object({
  _id: id,
  slug: z.string(),
  name: z.string(),
  /** Visible items in it, by kind, each up to 1,000; kinds without any are missing. */
  counts: z.partialRecord(z.enum(ITEM_KINDS), z.number().int()),
});
export type CategoryView = z.output<typeof categoryView>;

/** A category as admins change it. */
export const adminCategory = z.object({
  _id: id,
  slug: z.string(),
  /** By language. */
  names: z.record(z.string(), z.string()),
  position: z.number().int(),
  isHidden: z.boolean(),
  /** Visible items in it. */
  items: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
});
export type AdminCategory = z.output<typeof adminCategory>;

const categoryInput = z.object({
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  names: z
    .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), line(60))
    .refine((names) => names['en'] !== undefined, { params: { rule: 'defaultLanguage' } })
    .refine((names) => Object.keys(names).length <= 40, { params: { rule: 'tooMany', maximum: 40 } }),
  position: z.number().int().min(0).max(10_000).default(0),
  isHidden: z.boolean().default(false),
});

const CATEGORY_SORTS = ['position', 'createdAt', 'updatedAt'] as const;

export const categories = endpoints({
  'GET /categories/search': {
    summary: 'The site’s categories in its order, with how many items each has by kind; with `kind`, those that have items of it.',
    who: 'public',
    query: sortable(wholePaging, CATEGORY_SORTS, 'asc').extend({ q: text(60).optional(), kind: z.enum(ITEM_KINDS).optional() }),
    output: listOf(categoryView),
    kept: true,
  },
  'GET /admin/categories': {
    summary: 'All categories, hidden ones too, with their names in every language.',
    who: 'admin',
    permission: 'site',
    query: sortable(wholePaging, CATEGORY_SORTS, 'asc').extend({ q: text(60).optional() }),
    output: listOf(adminCategory),
  },
  'POST /admin/categories': {
    summary: 'Add a category.',
    who: 'admin',
    permission: 'site',
    body: categoryInput,
    output: adminCategory,
    status: 201,
    errors: ['CATEGORY_TAKEN'],
  },
  'PUT /admin/categories/{id}': {
    summary: 'Rename, order or hide a category. Hidden, it is in no list and on no item; items keep it.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    body: categoryInput,
    output: adminCategory,
    errors: ['CATEGORY_TAKEN'],
  },
});

const synonymGroups = z.array(z.array(z.string()));

export const synonyms = endpoints({
  'GET /admin/synonyms': {
    summary: 'Groups of words that mean the same to searches.',
    who: 'admin',
    permission: 'site',
    output: z.object({ groups: synonymGroups }),
  },
  'PUT /admin/synonyms': {
    summary:
      'Set the groups of words that mean the same. What has one word of a group is found by the others, behind what has the word itself.',
    who: 'admin',
    permission: 'site',
    body: z.object({ groups: z.array(z.array(line(40)).min(2).max(20)).max(200) }),
    output: z.object({ groups: synonymGroups }),
    idempotency: 'none',
  },
});

export const FEATURED_REASONS = ['pinned', 'trending', 'new'] as const;

/** An item as a card, whatever its kind. Of what is locked there is the blurred preview. */
export const featuredCard = z.object({
  _id: id,
  kind: z.enum(PAGED_KINDS),
  title: z.string(),
  /** Address of its page. */
  path: z.string(),
  picture: picture.nullable(),
  price: amount.nullable(),
  isOpen: z.boolean(),
  performer: itemAuthor,
  likes: z.number().int(),
  reason: z.enum(FEATURED_REASONS),
  publishedAt: instant,
});
export type FeaturedCard = z.output<typeof featuredCard>;

/** An item in the administration’s list. */
export const adminItem = z.object({
  _id: id,
  kind: z.enum(ITEM_KINDS),
  state: z.enum(ITEM_STATES),
  title: z.string(),
  path: z.string().nullable(),
  picture: picture.nullable(),
  performer: z.object({ _id: id, username: z.string(), name: z.string() }),
  /** Reports about it that wait. */
  openReports: z.number().int(),
  /** Its place among what the site features; 1 is first. */
  place: z.number().int().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type AdminItem = z.output<typeof adminItem>;

/** All that an item, comment or message shows those who may see it, for an admin who decides about it. */
export const shownContents = z.object({
  text: z.string(),
  tags: z.array(z.string()),
  /** Words it shows besides: titles and texts of its parts, a poll. */
  furtherWords: z.array(z.string()),
  /** Of items; null for comments and messages. */
  audience: z.enum(AUDIENCES).nullable(),
  price: amount.nullable(),
  files: z.array(
    uploadedFile.extend({
      role: z.enum(['content', 'thumbnail', 'teaser', 'download']),
      name: z.string(),
      /** The whole film. */
      video: videoFile.nullable(),
      /** Address of what buyers download. */
      download: z.string().nullable(),
    }),
  ),
});
export type ShownContents = z.output<typeof shownContents>;

/** An item of the administration’s list with all that it shows, whatever its state. */
const adminItemContents = adminItem.extend(shownContents.shape);
export type AdminItemContents = z.output<typeof adminItemContents>;

/** An item that waits for an admin's approval, as a row of the queue. */
const reviewRow = z.object({
  _id: id,
  kind: z.enum(PAGED_KINDS),
  title: z.string(),
  performer: z.object({ _id: id, username: z.string(), name: z.string() }),
  picture: picture.nullable(),
  /** It was shown before, and holds something new. */
  wasPublished: z.boolean(),
  /** One of its files looks like what was taken down. */
  looksTakenDown: z.boolean(),
  /** Approved before, it is shown then. */
  scheduledAt: instant.nullable(),
  requestedAt: instant,
  createdAt: instant,
  updatedAt: instant,
});
export type ReviewRow = z.output<typeof reviewRow>;

/** All that an item in review will show, to the admin who decides. */
const reviewedItem = reviewRow.extend({
  ...shownContents.shape,
  /** To be named by the decision: of what was looked at. */
  version: z.number().int(),
  /** The file of the queue of copies that it is held for; null without any. */
  copyFileId: id.nullable(),
  /** Why it was rejected last time; empty when it wasn't. */
  rejectionNote: z.string(),
});
export type ReviewedItem = z.output<typeof reviewedItem>;

const reviewVersion = z.number().int().min(1).max(1_000_000_000);

/** Which items: by words or an id, of a kind, in a state, of one performer, by when they were made. */
export const contentFilter = z.object({
  q: text(60).optional(),
  kind: z.enum(PAGED_KINDS).optional(),
  state: z.enum(ITEM_STATES).optional(),
  performerId: id.optional(),
  /** Parts of other items too, which the whole otherwise stands for: the photos of a gallery. */
  withParts: flag.optional(),
  ...madeIn,
});
const contentList = sortable(paging, ['createdAt', 'updatedAt']).extend(contentFilter.shape);

export const catalog = endpoints({
  'GET /performer/review': {
    summary: 'Whether what the performer publishes next is reviewed before it is shown, and how many items more.',
    who: 'performer',
    output: z.object({ isRequired: z.boolean(), /** Null when it doesn’t end. */ remaining: z.number().int().nullable() }),
  },
  'GET /admin/reviews': {
    summary: 'Items that wait for approval, those that wait longest first.',
    who: 'admin',
    permission: 'content',
    query: sortable(paging, ['requestedAt', 'createdAt', 'updatedAt'], 'asc').extend({
      q: text(60).optional(),
      kind: z.enum(PAGED_KINDS).optional(),
    }),
    output: listOf(reviewRow),
  },
  'GET /admin/reviews/{id}': {
    summary: 'One item that waits for approval, with its files and words. Decided or withdrawn, it is not found.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    output: reviewedItem,
  },
  'POST /admin/reviews/{id}/approve': {
    summary: 'Approve an item in review: it is shown now, or at its time. Its performer is told.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ version: reviewVersion }),
    output: done,
    errors: ['REVIEW_STATE'],
  },
  'POST /admin/reviews/{id}/reject': {
    summary: 'Reject an item in review: it is a draft again. Its performer is told why.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ version: reviewVersion, note: line(500) }),
    output: done,
    errors: ['REVIEW_STATE'],
  },
  'GET /performer-assets/featured-content': {
    summary: 'What is worth a look: what the site pinned, then what others like and buy now, then what is new.',
    who: 'public',
    query: z.object({
      /** Separated by commas; all unless said. */
      kinds: z
        .union([z.string(), z.array(z.string())])
        .transform((given) => (Array.isArray(given) ? given : given.split(',')).map((one) => one.trim()).filter(Boolean))
        .pipe(z.array(z.enum(PAGED_KINDS)).max(PAGED_KINDS.length))
        .optional(),
      limit: z.coerce.number().int().min(1).max(48).default(12),
    }),
    output: z.object({ data: z.array(featuredCard), total: z.number().int() }),
    kept: true,
  },
  'GET /admin/content': {
    summary: 'Items of all performers, newest first: by words or an id, kind, state.',
    who: 'admin',
    permission: 'content',
    query: contentList,
    output: listOf(adminItem),
  },
  'GET /admin/content/export': {
    ...csvFile('content.csv'),
    summary: 'The same items as a CSV file, newest first. Each download is logged.',
    who: 'admin',
    permission: 'content',
    query: contentFilter,
  },
  'GET /admin/content/{id}': {
    summary: 'One item of any state but draft, with its files and words: what a decision about it is taken on.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    output: adminItemContents,
  },
  'POST /admin/content/{id}/take-down': {
    summary: 'Hide an item from everybody at once; its performer is told why.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ note: line(2000) }),
    output: adminItem,
  },
  'POST /admin/content/{id}/restore': {
    summary: 'Show an item again that was taken down.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    output: adminItem,
    errors: ['ITEM_STATE'],
  },
  'PUT /admin/content/{id}/featured': {
    summary: 'Pin an item among what the site features, at a place; null unpins it.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    body: z.object({ place: z.number().int().min(1).max(1000).nullable() }),
    output: done,
    errors: ['ITEM_STATE'],
  },
});
