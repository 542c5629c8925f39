export { closeStreamConversations, openStreamConversation } from './conversations.store.ts';
