// Constants of conversations without Zod, so that the web shares them.

/** Characters of a chat line. */
export const CHAT_LENGTH = 500;

/** Characters of a private message. */
export const MESSAGE_LENGTH = 4000;
/** Messages of a page (specification section 9). */
export const MESSAGE_PAGE = 25;
/** Conversations that one account may pin. */
export const MAX_PINS = 20;
/** Characters of a performer's note about a fan. */
export const NOTE_LENGTH = 1000;
/** Who may write to a performer. */
export const MESSAGES_FROM = ['subscribers', 'followers', 'everyone'] as const;
export type MessagesFrom = (typeof MESSAGES_FROM)[number];
/** The lists of conversations; the last two are a performer's. */
export const CONVERSATION_FILTERS = ['all', 'unread', 'pinned', 'subscribers', 'spenders'] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];
/** Why somebody can't write in a conversation. */
export const WRITE_OBSTACLES = ['subscribe', 'follow', 'blocked', 'gone'] as const;
export type WriteObstacle = (typeof WRITE_OBSTACLES)[number];
/** What a message's files are. */
export const MESSAGE_FILE_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type MessageFileKind = (typeof MESSAGE_FILE_KINDS)[number];
/** Files of one private message. */
export const MESSAGE_FILES = 10;
/** Pictures of one line in a show's chat. */
export const CHAT_PICTURES = 4;
/** Bytes of a file uploaded for a message. */
export const MESSAGE_FILE_BYTES = 100 * 1024 * 1024;
/** How long a message that was sent can be taken back, in milliseconds: offered, and accepted, since answers take time. */
export const UNDO_OFFERED_MS = 5000;
export const UNDO_ACCEPTED_MS = 15_000;
/** Seconds of a voice note. */
export const VOICE_NOTE_SECONDS = 600;
