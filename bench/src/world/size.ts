/** How much the bench world holds. Fans who ask, and what each of them has, are the same at every scale: only the rest grows. */
export interface WorldSize {
  scale: number;
  performers: number;
  /** Fans and performers. */
  accounts: number;
  items: number;
  /** Besides the items. */
  products: number;
  reactions: number;
  /** Followers of the performer with most, and likes of the item with most. */
  popular: number;
  /** Comments on the item with most. */
  comments: number;
  /** Sales of the performer with most, and a tenth as many of all others. */
  sales: number;
  /** Buyers of these sales. */
  buyers: number;
  /** Fans who ask: the first after the performers. */
  fans: number;
}

/** Raised when the world is made differently, so that kept ones are made again. */
export const WORLD_VERSION = 4;

/** Numbers of people with a part in the world; person `n` has the username `person<n>`. */
export const PEOPLE = {
  admin: 0,
  /** A twentieth of all items and nine tenths of all sales. */
  seller: 1,
  /** Most followers. */
  followed: 2,
} as const;

/** The word in every second text. */
export const FREQUENT_WORD = 'morning';

/** How many categories the site has, and how many tags are used; the first of each far more often than the last. */
export const CATEGORIES = 20;
export const TAGS = 2000;

/** What a fan who asks has. */
export const OF_EACH_FAN = { subscriptions: 40, follows: 20, likes: 60, bookmarks: 30, grants: 10, timeline: 1000 } as const;

/** @param scale 1 for the whole world, 0.1 for a tenth */
export const sizeOf = (scale: number): WorldSize => {
  const of = (whole: number): number => Math.round(whole * scale);
  const [performers, accounts] = [of(2000), of(50_000)];
  return {
    scale,
    performers,
    accounts,
    items: of(1_000_000),
    products: of(20_000),
    reactions: of(1_000_000),
    popular: of(40_000),
    comments: of(50_000),
    sales: of(200_000),
    buyers: of(2000),
    fans: Math.min(500, accounts - performers),
  };
};
