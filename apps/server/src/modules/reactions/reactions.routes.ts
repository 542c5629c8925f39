import { reactions } from '@stagedoor/contract/reactions';
import { FieldsError } from '../../platform/errors.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { addReaction, removeReaction } from './react.ts';
import { listReactions } from './reactions.queries.ts';

export const bindReactions = (bind: Bind, platform: Platform): void =>
  bind(reactions, {
    'POST /reactions': (call, { body }) => addReaction(platform, call.viewer, call.country, body, call.idempotency),
    'DELETE /reactions': (call, { query, body }) => {
      const { objectType, objectId, action } = { ...query, ...body };
      if (!objectType || !objectId || !action) {
        const missing = Object.entries({ objectType, objectId, action }).filter(([, value]) => value === undefined);
        throw new FieldsError(missing.map(([property]) => ({ property, rule: 'required' })));
      }
      return removeReaction(platform, call.viewer, { objectType, objectId, action }, call.idempotency);
    },
    'GET /reactions/search': (call, { query }) => listReactions(platform, call.viewer, call.country, query),
  });
