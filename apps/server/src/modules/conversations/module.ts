import { defineModule } from '../../platform/module.ts';
import { registerSearchIndex } from '../../platform/search/search-indexes.ts';
import { registerItemKind } from '../items/index.ts';
import { registerConversationEvents } from './conversations.events.ts';
import { bindChat } from './chat.routes.ts';
import { bindConversations, bindMessages } from './conversations.routes.ts';
import { MESSAGE_SEARCH } from './message-search.store.ts';
import { messageKind } from './message.kind.ts';
import { noteDelivered, noteTyping } from './read-messages.ts';
import { registerPreviews } from './preview-link.ts';
import { registerConversationData } from './personal-data.ts';

export const conversations = defineModule({
  name: 'conversations',
  tables: ['conversations', 'conversation_members', 'messages', 'message_search', 'chat_rules', 'chat_moderators', 'chat_writers'],
  itemKinds: () => registerItemKind(messageKind),
  endpoints: ({ bind, platform, realtime }) => {
    bindConversations(bind, platform);
    bindMessages(bind, platform, realtime);
    bindChat(bind, platform, realtime);
    realtime.onClient('conversations/typing', ({ accountId }, { conversationId }) =>
      noteTyping(platform, realtime, accountId, conversationId),
    );
    realtime.onClient('conversations/received', ({ accountId }, { conversationId }) =>
      noteDelivered(platform, realtime, accountId, conversationId),
    );
  },
  jobs: ({ platform, realtime }) => {
    registerPreviews(platform, realtime);
    registerSearchIndex(platform, MESSAGE_SEARCH);
  },
  personalData: ({ platform }) => registerConversationData(platform),
  events: ({ platform, outbox, realtime }) => registerConversationEvents(platform, outbox, realtime),
});
