import { z } from 'zod';
import { COPY_DECISIONS, HASH_LIST_PROBLEMS } from './copies.values.ts';
import { endpoints } from './endpoint.ts';
import { ITEM_KINDS, ITEM_STATES } from './items.values.ts';
import { done, id, idParams, instant, line, listOf, paging, picture, sortable, text, videoFile } from './shapes.ts';

/** A picture or film, whole, for the admin who compares. */
const compared = z.object({ kind: z.enum(['image', 'video']), picture: picture.nullable(), video: videoFile.nullable() });

/** Something blocked that a file looks like. */
const match = z.object({
  _id: id,
  /** Such as `item`, `message` or `avatar`; `list` of an outside list. */
  objectKind: z.string(),
  objectId: id,
  /** Title of the item, or name of the list; empty of others. */
  title: z.string(),
  /** Why it was blocked, as far as that is known. */
  reason: z.string(),
  /** Bits of 256 in which the nearest frames differ; 0 for equal bytes. */
  distance: z.number().int(),
  /** How many frames look alike. */
  frames: z.number().int(),
  /** Seconds from the start, of the nearest frames. */
  at: z.number(),
  blockedAt: z.number().nullable(),
  /** Null of lists, and once the file is gone. */
  blocked: compared.nullable(),
});

/** A file that looks like what was taken down, or is on a list, and waits for an admin. */
export const copyRow = z.object({
  /** The file's. */
  _id: id,
  purpose: z.string(),
  owner: z.object({ _id: id, username: z.string(), name: z.string() }).nullable(),
  /** The item that shows it, or will. */
  item: z.object({ _id: id, kind: z.enum(ITEM_KINDS), state: z.enum(ITEM_STATES), title: z.string() }).nullable(),
  /** The show that a still is of. */
  show: z.object({ _id: id, title: z.string(), isOpen: z.boolean() }).nullable(),
  file: compared,
  /** True for files on an outside list, which come first. */
  isListed: z.boolean(),
  matches: z.array(match),
  createdAt: instant,
  updatedAt: instant,
});
export type CopyRow = z.output<typeof copyRow>;

/** A list of hashes of an outside organization. Its token is never part of it. */
export const hashList = z.object({
  _id: id,
  name: z.string(),
  address: z.string(),
  hasToken: z.boolean(),
  isEnabled: z.boolean(),
  entries: z.number().int(),
  fetchedAt: instant.nullable(),
  problem: z.enum(HASH_LIST_PROBLEMS).nullable(),
  failedAt: instant.nullable(),
});
export type HashList = z.output<typeof hashList>;

const entry = z.object({
  name: line(80),
  address: z.string().trim().min(1).max(500),
  /** Empty for the stored one, which is used with the stored address alone. */
  token: z
    .string()
    .max(500)
    .regex(/^[\x21-\x7e]*$/)
    .default(''),
});

const content = { who: 'admin', permission: 'content' } as const;
const settings = { who: 'admin', permission: 'settings', stepUp: true } as const;

export const copies = endpoints({
  'GET /admin/copies': {
    ...content,
    summary: 'Files that look like what was taken down and wait for a decision: those on outside lists first, then the oldest.',
    query: sortable(paging, ['queue', 'createdAt', 'updatedAt'], 'asc').extend({
      /** Stills of this show alone. */
      showId: id.optional(),
    }),
    output: listOf(copyRow).extend({ /** Stored files that are still to be hashed. */ unhashed: z.number().int() }),
  },
  'POST /admin/copies/{id}/decide': {
    ...content,
    summary: 'Decide about a file: different things are let through and not asked about again; a copy is refused like the original.',
    params: idParams,
    body: z.object({
      decision: z.enum(COPY_DECISIONS),
      /** The matches that were looked at: all of them. */
      matchIds: z.array(id).min(1).max(100),
      /** For the performer whose item is refused. */
      note: text(500).default(''),
    }),
    output: done,
    errors: ['REVIEW_STATE', 'REASON_REQUIRED'],
  },
  'GET /admin/hash-lists': {
    who: 'admin',
    permission: 'settings',
    summary: 'Outside lists of hashes, with their last fetch.',
    output: z.object({ data: z.array(hashList) }),
  },
  'POST /admin/hash-lists/test': {
    ...settings,
    summary: 'Read the first page of a list. Nothing is stored.',
    body: entry.omit({ name: true }).extend({ /** The list whose token is used. */ listId: id.nullable().default(null) }),
    output: z.object({ problem: z.enum(HASH_LIST_PROBLEMS).nullable(), /** On the first page. */ entries: z.number().int() }),
    idempotency: 'none',
  },
  'POST /admin/hash-lists': {
    ...settings,
    summary: 'Add a list. It is fetched at once, and then every day.',
    body: entry,
    output: hashList,
    status: 201,
    errors: ['HASH_LIST_FAILED', 'HASH_LISTS_FULL'],
  },
  'PUT /admin/hash-lists/{id}': {
    ...settings,
    summary: 'Change a list, or stop using it. A new address is tried first, and fetched from its beginning.',
    params: idParams,
    body: entry.extend({ isEnabled: z.boolean() }),
    output: hashList,
    errors: ['HASH_LIST_FAILED'],
  },
  'DELETE /admin/hash-lists/{id}': {
    ...settings,
    summary: 'Remove a list with its entries. Files that wait for its sake alone wait no more.',
    params: idParams,
    output: done,
  },
});
