// Constants of the media library without Zod, so that the web shares them.

/** How large captions may be, and in how many languages a video may have them. */
export const CAPTIONS_BYTES = 1024 * 1024;
export const CAPTIONS_LANGUAGES = 30;
