// How much the caches of a node hold, and for how long. What must show at once is purged by events (purge-on-events.ts); the times here
// bound the age of the rest: counts of likes, followers and views, and who is online. Documented in docs/operations.md.

const MB = 1024 * 1024;

/** Bytes a node keeps at most. */
export const CACHE_BYTES = {
  /** Visitors' pages, compressed. */
  pages: 48 * MB,
  /** The same pages as callers without gzip get them; made from the compressed ones when asked for. */
  plainPages: 16 * MB,
  /** Visitors' API answers. */
  responses: 16 * MB,
} as const;

export interface Lifetime {
  /** How long it is served as it is, in milliseconds. */
  freshMs: number;
  /** How much longer a page is served while a new one is made in the background. */
  staleMs: number;
}

export interface Lifetimes {
  /** What shows named performers only. */
  ofPerformers: Lifetime;
  /** What may gain an entry of anybody. */
  general: Lifetime;
}

export const LIFETIMES: Lifetimes = {
  ofPerformers: { freshMs: 60_000, staleMs: 240_000 },
  general: { freshMs: 5000, staleMs: 30_000 },
};

/** Performers one answer may be tagged with; one that shows more is of the general tag alone. */
export const MAX_TAGS_OF_ANSWER = 64;

/** Purges of the general tag by what becomes visible, apart from each other: a busy site keeps its lists. */
export const GENERAL_PURGE_INTERVAL_MS = 1000;

/** Of its time, the part that a node spends at most on renewing performers' pages that are still served: one in this many. */
export const RENEWAL_SHARE = 8;
