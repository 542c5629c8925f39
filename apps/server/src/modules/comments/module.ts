import { defineModule } from '../../platform/module.ts';
import { registerCommentEvents } from './comments.events.ts';
import { bindComments } from './comments.routes.ts';
import { registerCommentData } from './personal-data.ts';

export const comments = defineModule({
  name: 'comments',
  tables: ['comments'],
  endpoints: ({ bind, platform }) => bindComments(bind, platform),
  personalData: ({ platform }) => registerCommentData(platform),
  events: ({ outbox }) => registerCommentEvents(outbox),
});
