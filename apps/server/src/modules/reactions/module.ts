import { defineModule } from '../../platform/module.ts';
import { registerReactionData } from './personal-data.ts';
import { registerReactionEvents } from './reactions.events.ts';
import { bindReactions } from './reactions.routes.ts';

export const reactions = defineModule({
  name: 'reactions',
  tables: ['reactions'],
  endpoints: ({ bind, platform }) => bindReactions(bind, platform),
  personalData: ({ platform }) => registerReactionData(platform),
  events: ({ outbox }) => registerReactionEvents(outbox),
});
