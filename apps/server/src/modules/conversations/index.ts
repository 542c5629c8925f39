export { pinConversation, setNote } from './arrange-conversation.ts';
export { closeStreamConversations, openStreamConversation, reopenStreamConversations } from './conversations.store.ts';
export { streamConversationOf } from './conversations.queries.ts';
export { isPrivateMessage, messagesSelling } from './message-items.queries.ts';
export { hasUnreadMessages, noteOf, unreadOf } from './private.queries.ts';
export { dropTakenMessage, restoreMessage, takeDownMessage } from './take-down-message.ts';
export { openConversation } from './open-conversation.ts';
export { readAll } from './read-messages.ts';
export { sendMessage } from './send-message.ts';
