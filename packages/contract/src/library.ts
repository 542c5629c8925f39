import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { itemAuthor } from './items.ts';
import { ITEM_KINDS } from './items.values.ts';
import { SHELVES } from './library.values.ts';
import { cursorPaging, cursorListOf, id, instant, picture, sortable, text } from './shapes.ts';

const count = z.number().int();

/** Something on a shelf of the library, of any kind: of a show its recording, of a message its files. */
export const libraryRow = z.object({
  _id: id,
  kind: z.enum(ITEM_KINDS),
  /** Its title, or the beginning of its text; empty when it has neither. */
  title: z.string(),
  performer: itemAuthor,
  picture: picture.nullable(),
  /** The account may not see it: it was put aside, not bought. */
  isLocked: z.boolean(),
  photos: count,
  videoSeconds: z.number().nullable(),
  /** The second at which the account stopped watching; null when it didn’t begin, or saw all. */
  resumeAt: z.number().nullable(),
  /** Address of its page within the site. */
  link: z.string(),
  /** When it was bought, saved, or last watched. */
  at: instant,
});
export type LibraryRow = z.output<typeof libraryRow>;

export const library = endpoints({
  'GET /library/{shelf}': {
    summary:
      'What the account bought or was given (items of every kind, messages, recordings of shows that it paid for), saved, or began to watch, the last first. Words find titles, texts and performers among the last 2,000.',
    who: 'user',
    params: z.object({ shelf: z.enum(SHELVES) }),
    query: sortable(cursorPaging, ['at']).extend({ q: text(60).optional(), kind: z.enum(ITEM_KINDS).optional() }),
    output: cursorListOf(libraryRow).extend({
      /** The kinds that the shelf has, whatever it is narrowed to. */
      kinds: z.array(z.enum(ITEM_KINDS)),
    }),
  },
});
