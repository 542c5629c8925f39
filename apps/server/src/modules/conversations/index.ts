export { registerConversationEvents } from './conversations.events.ts';
export { bindConversations, bindMessages } from './conversations.routes.ts';
export { closeStreamConversations, openStreamConversation } from './conversations.store.ts';
export { registerConversationData } from './personal-data.ts';
