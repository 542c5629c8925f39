/** The longest reel, in seconds. */
export const REEL_SECONDS = 90;
