import type { CHAT_LENGTH as Length } from '@stagedoor/contract/conversations';
import type { RETURN_SECONDS as Return } from '@stagedoor/contract/streams';

/** Characters of a chat line; the contract's number, held to it by its type. */
export const CHAT_LENGTH: typeof Length = 500;

/** How long a show waits for a performer who dropped, in seconds; the contract's number. */
export const RETURN_SECONDS: typeof Return = 90;
