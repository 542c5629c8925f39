export { closeStreamConversations, openStreamConversation, reopenStreamConversations } from './conversations.store.ts';
export { streamConversationOf } from './conversations.queries.ts';
export { isPrivateMessage } from './message-items.queries.ts';
export { hasUnreadMessages, noteOf, unreadOf } from './private.queries.ts';
export { takeDownMessage } from './take-down-message.ts';
