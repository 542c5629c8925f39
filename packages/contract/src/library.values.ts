// Constants of the library without Zod, so that the web shares them.

/** The shelves of an account: bought or given, saved, marked, put aside, and begun to watch. */
export const SHELVES = ['purchased', 'saved', 'favourites', 'watch-later', 'continue'] as const;
export type Shelf = (typeof SHELVES)[number];

/** Words find so many of a shelf at most, the last ones. */
export const SEARCHED_ROWS = 2000;
