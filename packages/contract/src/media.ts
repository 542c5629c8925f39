import { z } from 'zod';
import { CAPTIONS_BYTES } from './media.values.ts';
import { endpoints } from './endpoint.ts';
import { uploadedFile } from './items.ts';
import { ITEM_KINDS } from './items.values.ts';
import { LOCALE_PATTERN } from './texts/text.ts';
import { cursorListOf, cursorPaging, flag, id, idList, idParams, instant, picture, sortable, text } from './shapes.ts';

const MB = 1024 * 1024;

/** A use of a library file. */
export const mediaUse = z.object({
  kind: z.enum(ITEM_KINDS),
  _id: id,
  title: z.string(),
  state: z.string(),
  /** Somebody bought it: there it stays. */
  isBought: z.boolean(),
});
export type MediaUse = z.output<typeof mediaUse>;

export const mediaItem = z.object({
  _id: id,
  kind: z.enum(['image', 'video']),
  state: z.enum(['processing', 'ready', 'failed']),
  progress: z.number(),
  failure: z.string().nullable(),
  name: z.string(),
  alt: z.string(),
  picture: picture.nullable(),
  durationSeconds: z.number().nullable(),
  bytes: z.number(),
  /** Of a video. */
  captions: z.array(z.object({ locale: z.string(), label: z.string() })),
  /** Number of uses. */
  useCount: z.number().int(),
  /** Whether the fan who was asked for has bought something with it; null when none was. */
  isBought: z.boolean().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type MediaItem = z.output<typeof mediaItem>;

/** A performer's storage usage, including unfinished uploads, and quota; null for unlimited. */
const storageView = z.object({ usedBytes: z.number(), quotaBytes: z.number().nullable() });

/** As many as an item can have. */
const MAX_UPLOADED_FILES = 200;
/** How many may be deleted at once. */
export const MAX_MEDIA_FILES = 100;

export { CAPTIONS_BYTES, CAPTIONS_LANGUAGES } from './media.values.ts';
const locale = z.string().max(8).regex(LOCALE_PATTERN);

const deleted = z.object({
  success: z.literal(true),
  /** Left the library. */
  deleted: z.number().int(),
  /** Where it stays for those who bought it. */
  kept: z.array(mediaUse),
});

export const media = endpoints({
  'GET /performer/media-libraries/search': {
    summary: 'The performer’s files, newest first.',
    who: 'performer',
    query: sortable(cursorPaging, ['createdAt', 'updatedAt']).extend({
      q: text(60).optional(),
      kind: z.enum(['image', 'video']).optional(),
      /** Tells of each file whether this fan bought it. */
      fanId: id.optional(),
    }),
    output: cursorListOf(mediaItem).extend({ /** Of all that is in it. */ usedBytes: z.number(), storage: storageView }),
  },
  'POST /performer/media-libraries/upload': {
    summary: 'Put a picture or a video into the library; a video is transcoded in the background.',
    who: 'performer',
    verified: true,
    body: z.object({ name: text(120).default('') }),
    files: { file: { accept: ['image', 'video'], maxBytes: 2048 * MB, purpose: 'media' } },
    output: mediaItem,
    status: 201,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'UPLOAD_INCOMPLETE', 'QUOTA_EXCEEDED'],
    limit: 'upload',
  },
  'GET /performer/media-libraries/uploaded': {
    summary:
      'Files by id, in that order, also those no item uses yet: for what a device kept of an unsaved item. Files that are gone are left out.',
    who: 'performer',
    query: z.object({ ids: idList(MAX_UPLOADED_FILES) }),
    output: z.object({ data: z.array(uploadedFile) }),
  },
  'GET /performer/media-libraries/{id}': {
    summary: 'One file of the library, or just uploaded for an item, and where it is shown.',
    who: 'performer',
    params: idParams,
    output: mediaItem.extend({ uses: z.array(mediaUse) }),
  },
  'PUT /performer/media-libraries/{id}': {
    summary: 'Name a file of the library, or one just uploaded for an item, and say what is to be seen.',
    who: 'performer',
    params: idParams,
    body: z.object({ name: text(120).optional(), alt: text(500).optional() }),
    output: mediaItem,
  },
  'PUT /performer/media-libraries/{id}/captions': {
    summary: 'Give a video captions in a language, as WebVTT or SubRip; those it had in it are replaced.',
    who: 'performer',
    params: idParams,
    body: z.object({ locale }),
    files: { file: { accept: ['captions'], maxBytes: CAPTIONS_BYTES } },
    output: mediaItem,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'CAPTIONS_FULL'],
    limit: 'upload',
  },
  'DELETE /performer/media-libraries/{id}/captions/{locale}': {
    summary: 'Take a video’s captions in a language away.',
    who: 'performer',
    params: idParams.extend({ locale }),
    output: mediaItem,
  },
  'DELETE /performer/media-libraries/{id}': {
    summary: 'Delete a file of the library; one that is shown somewhere only when that was confirmed.',
    who: 'performer',
    params: idParams,
    body: z.object({ confirmed: z.boolean().default(false) }),
    output: deleted,
    errors: ['FILE_IN_USE'],
  },
  'DELETE /performer/media-libraries': {
    summary: 'Delete several files of the library, all or none: those of `ids` in the query or in the body.',
    who: 'performer',
    query: z.object({ ids: idList(MAX_MEDIA_FILES).optional(), confirmed: flag.default(false) }),
    body: z.object({
      ids: z
        .array(id)
        .max(MAX_MEDIA_FILES)
        .default(() => []),
      confirmed: z.boolean().default(false),
    }),
    output: deleted,
    errors: ['FILE_IN_USE'],
  },
});
