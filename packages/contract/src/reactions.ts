import { z } from 'zod';
import { COMMENT_OBJECTS } from './comments.ts';
import { endpoints } from './endpoint.ts';
import { id, listOf, paging } from './shapes.ts';

/** What can be reacted to and how. A follow is a reaction on a performer. */
export const REACTION_OBJECTS = [...COMMENT_OBJECTS, 'performer'] as const;
export const REACTION_ACTIONS = ['like', 'bookmark', 'follow'] as const;

const reactionInput = z.object({ objectType: z.enum(REACTION_OBJECTS), objectId: id, action: z.enum(REACTION_ACTIONS) });
const reactionState = z.object({ action: z.enum(REACTION_ACTIONS), active: z.boolean(), total: z.number().int() });

export const reactions = endpoints({
  'POST /reactions': {
    summary: 'Like, bookmark or follow. Repeating it changes nothing.',
    who: 'user',
    body: reactionInput,
    output: reactionState,
    errors: ['BLOCKED_PAIR'],
  },
  'DELETE /reactions': { summary: 'Take a reaction back.', who: 'user', body: reactionInput, output: reactionState },
  'GET /reactions/search': {
    summary: 'The caller’s own reactions.',
    who: 'user',
    query: paging.extend({ action: z.enum(REACTION_ACTIONS).optional(), objectType: z.enum(REACTION_OBJECTS).optional() }),
    output: listOf(
      z.object({ _id: id, objectType: z.enum(REACTION_OBJECTS), objectId: id, action: z.enum(REACTION_ACTIONS), createdAt: z.string() }),
    ),
  },
});
