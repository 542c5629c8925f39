import { texts } from './text.ts';

/** Conversations and the chat of shows. */
export const conversationTexts = texts({
  'conversations.messageDeleted': { en: 'Message deleted', es: 'Mensaje eliminado' },
});
