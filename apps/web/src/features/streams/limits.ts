import type { CHAT_LENGTH as Length } from '@stagedoor/contract/conversations';
import type { RETURN_SECONDS as Return } from '@stagedoor/contract/streams';

/** Maximum length of a chat message; the contract's number, checked by its type. */
export const CHAT_LENGTH: typeof Length = 500;

/** How long a show waits for a disconnected performer, in seconds; the contract's number. */
export const RETURN_SECONDS: typeof Return = 90;
