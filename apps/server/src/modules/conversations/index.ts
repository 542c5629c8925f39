export { closeStreamConversations, openStreamConversation } from './conversations.store.ts';
export { hasUnreadMessages, unreadOf } from './private.queries.ts';
export { takeDownMessage } from './take-down-message.ts';
