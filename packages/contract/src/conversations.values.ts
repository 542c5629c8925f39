// Constants of conversations without Zod, so that the web shares them.

/** Characters of a chat line. */
export const CHAT_LENGTH = 500;
