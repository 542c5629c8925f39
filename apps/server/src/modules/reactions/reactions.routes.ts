import { reactions } from '@stagedoor/contract/reactions';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { addReaction, removeReaction } from './react.ts';
import { listReactions } from './reactions.queries.ts';

export const bindReactions = (bind: Bind, platform: Platform): void =>
  bind(reactions, {
    'POST /reactions': (call, { body }) => addReaction(platform, call.viewer, call.country, body, call.idempotency),
    'DELETE /reactions': (call, { body }) => removeReaction(platform, call.viewer, body, call.idempotency),
    'GET /reactions/search': (call, { query }) => listReactions(platform, call.viewer, call.country, query),
  });
