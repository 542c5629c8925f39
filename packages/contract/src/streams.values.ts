// Constants of shows without Zod, so that the web shares them.

/** Seconds a disconnected performer has to return (docs/domains/streams.md). */
export const RETURN_SECONDS = 90;
