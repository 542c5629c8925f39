// How performers are ranked and items featured, as constants without Zod: the site tells people what it weighs.

/** Over `RANKING_DAYS`, of performers. */
export const RANKING_WEIGHTS = { subscription: 10, paidEvent: 3, post: 2, follower: 1 } as const;
export const RANKING_DAYS = 7;

/** Of items published within `TREND_DAYS`. */
export const TREND_WEIGHTS = { unlock: 10, like: 3, view: 1 } as const;
export const TREND_DAYS = 30;
/** Of videos, over the period of the ranking. */
export const VIDEO_WEIGHTS = { sale: 10, like: 3, view: 1 } as const;
/** Of one performer so many items are featured besides those that the site pinned. */
export const FEATURED_OF_ONE = 2;
