// Constants of the library without Zod, so that the web shares them.

/** What an account has: what it bought or was given, saved, marked, put aside, and began to watch. */
export const SHELVES = ['purchased', 'saved', 'favourites', 'watch-later', 'continue'] as const;
export type Shelf = (typeof SHELVES)[number];

/** Of a shelf with more, words find the last so many. */
export const SEARCHED_ROWS = 2000;
