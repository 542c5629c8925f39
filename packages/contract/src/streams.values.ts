// Constants of shows without Zod, so that the web shares them.

/** Goals of one show, one after another. */
export const MAX_GOALS = 10;
/** Acts of a tip menu. */
export const MAX_ACTS = 12;
export const ACT_LENGTH = 60;

/** Seconds a disconnected performer has to return (docs/domains/streams.md). */
export const RETURN_SECONDS = 90;

/** Seconds that a show prepared for an encoder, such as OBS, waits for its signal. */
export const PREPARED_SECONDS = 600;

/** Minutes after which a rehearsal ends. */
export const REHEARSAL_MINUTES = 30;
