import { z } from 'zod';
import { CHAT_LENGTH } from './conversations.values.ts';
import { endpoints } from './endpoint.ts';
import { givenGift } from './gifts.ts';
import { amount, id, idParams, idOrUsernameParams, instant, line, listOf, paging, sortable } from './shapes.ts';

export const CONVERSATION_TYPES = ['private', 'stream_public', 'stream_private', 'stream_group'] as const;

export const conversation = z.object({
  _id: id,
  type: z.enum(CONVERSATION_TYPES),
  source: z.string(),
  sourceId: id,
  /** Null in private conversations. */
  streamId: id.nullable(),
  performerId: id,
  /** No more messages can be posted. */
  isClosed: z.boolean(),
  totalNotSeenMessages: z.number().int(),
  isPinned: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type Conversation = z.output<typeof conversation>;

/** A message of a conversation. A deleted one stays, with the specification's text in the reader's language. */
export const message = z.object({
  _id: id,
  conversationId: id,
  kind: z.enum(['text', 'tip', 'gift', 'emoji']),
  text: z.string(),
  fileId: z.array(id),
  sender: z.object({
    _id: id,
    username: z.string(),
    name: z.string(),
    avatar: z.string(),
    /** The performer of the conversation. */
    isHost: z.boolean(),
  }),
  /** Tokens that were paid; null in a message of kind text. */
  tip: amount.nullable(),
  /** The gift or emoji, for messages of these kinds. */
  gift: givenGift.nullable(),
  isDeleted: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type Message = z.output<typeof message>;

export { CHAT_LENGTH } from './conversations.values.ts';

export const conversations = endpoints({
  'GET /conversations/stream/{streamId}': {
    summary: 'The conversation of a show.',
    who: 'user',
    params: z.object({ streamId: id }),
    output: conversation,
    errors: ['LOCKED'],
  },
  'GET /conversations/stream/public/{performerId}': {
    summary: 'The conversation of a performer’s open public show, or of the last one, by id or username.',
    who: 'public',
    params: z.object({ performerId: idOrUsernameParams.shape.id }),
    output: conversation,
  },
});

export const messages = endpoints({
  'GET /messages/conversations/public/{id}': {
    summary: 'The messages of a public show’s conversation, newest first; with `since`, those after that message, always oldest first.',
    who: 'public',
    params: idParams,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      since: id.optional(),
    }),
    output: listOf(message),
  },
  'POST /messages/stream/public/conversations/{id}': {
    summary: 'Say something in a public show.',
    who: 'user',
    verified: true,
    params: idParams,
    body: z.object({ text: line(CHAT_LENGTH) }),
    output: message,
    status: 201,
    errors: ['LIVE_NOT_ON_AIR', 'BLOCKED_PAIR'],
    limit: 'chat',
  },
  'DELETE /messages/{id}': {
    summary: 'Delete a message of a show: its sender, the host or an admin. It stays as a deleted one.',
    who: 'user',
    params: idParams,
    output: message,
  },
});
