import { defineModule } from '../../platform/module.ts';
import { registerConversationEvents } from './conversations.events.ts';
import { bindConversations, bindMessages } from './conversations.routes.ts';
import { registerConversationData } from './personal-data.ts';

export const conversations = defineModule({
  name: 'conversations',
  tables: ['conversations', 'messages'],
  endpoints: ({ bind, platform, realtime }) => {
    bindConversations(bind, platform);
    bindMessages(bind, platform, realtime);
  },
  personalData: ({ platform }) => registerConversationData(platform),
  events: ({ platform, outbox, realtime }) => registerConversationEvents(platform, outbox, realtime),
});
