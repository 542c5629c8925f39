import { z } from 'zod';
import { COMMENT_OBJECTS } from './comments.ts';
import { endpoints } from './endpoint.ts';
import { id, instant, listOf, paging, sortable } from './shapes.ts';

/** What can be reacted to and how. A follow is a reaction on a performer; favourites and what is watched later are videos. */
export const REACTION_OBJECTS = [...COMMENT_OBJECTS, 'performer'] as const;
export const REACTION_ACTIONS = ['like', 'bookmark', 'follow', 'favourite', 'watchLater'] as const;
export type ReactionObject = (typeof REACTION_OBJECTS)[number];
export type ReactionAction = (typeof REACTION_ACTIONS)[number];

const reactionInput = z.object({ objectType: z.enum(REACTION_OBJECTS), objectId: id, action: z.enum(REACTION_ACTIONS) });
const reactionState = z.object({ action: z.enum(REACTION_ACTIONS), active: z.boolean(), total: z.number().int() });

/** A reaction of the caller's. */
const ownReaction = z.object({
  /** `action:objectId`: what the reaction is taken back by, and the same as long as it lasts. */
  _id: z.string(),
  objectType: z.enum(REACTION_OBJECTS),
  objectId: id,
  action: z.enum(REACTION_ACTIONS),
  createdAt: instant,
});
export type OwnReaction = z.output<typeof ownReaction>;

export const reactions = endpoints({
  'POST /reactions': {
    summary: 'Like, bookmark or follow. Repeating it changes nothing.',
    who: 'user',
    body: reactionInput,
    output: reactionState,
    errors: ['BLOCKED_PAIR'],
  },
  'DELETE /reactions': {
    summary: 'Take a reaction back, named in the body or in the query.',
    who: 'user',
    query: reactionInput.partial(),
    body: reactionInput.partial(),
    output: reactionState,
  },
  'GET /reactions/search': {
    summary: 'The caller’s own reactions, newest first; those to what the caller may not see are missing.',
    who: 'user',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({
      action: z.enum(REACTION_ACTIONS).optional(),
      objectType: z.enum(REACTION_OBJECTS).optional(),
    }),
    output: listOf(ownReaction),
  },
});
