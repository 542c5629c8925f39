// Constants and rules of the chats of shows without Zod, so that the web shares them.

/** Seconds between two lines of one writer; 0: no slow mode. */
export const SLOW_SECONDS = [0, 5, 10, 30, 60] as const;
export type SlowSeconds = (typeof SLOW_SECONDS)[number];
/** Who writes in a public show, besides its performer and the moderators. */
export const CHAT_WRITERS = ['everyone', 'followers', 'subscribers'] as const;
export type ChatWriters = (typeof CHAT_WRITERS)[number];
/** Minutes of a time-out; null is the whole show. */
export const TIMEOUT_MINUTES = [1, 5, 10] as const;
export const MAX_BLOCKED_WORDS = 200;
export const BLOCKED_WORD_LENGTH = 40;
export const MAX_MODERATORS = 20;

/** The words of a text, without case and accents: “¡Año Nuevo!” is `ano`, `nuevo`. */
export const chatWordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The first blocked word or phrase in a text: whole words, whatever their case and accents; undefined when there is none. */
export const blockedWordIn = (text: string, blocked: readonly string[]): string | undefined => {
  if (blocked.length === 0) return undefined;
  const words = ` ${chatWordsOf(text).join(' ')} `;
  return blocked.find((entry) => words.includes(` ${chatWordsOf(entry).join(' ')} `));
};
