// Constants of polls without Zod, so that the web shares them.

export const POLL_OPTIONS = { least: 2, most: 6 } as const;
/** Characters of a question, and of an answer to choose. */
export const POLL_LENGTH = { question: 200, option: 80 } as const;
