import { z } from 'zod';
import { seenBy } from './audience.ts';
import { CONVERSATION_FILTERS, MESSAGE_FILE_KINDS, NOTE_LENGTH, WRITE_OBSTACLES } from './conversations.values.ts';
import { endpoints } from './endpoint.ts';
import { access } from './entitlement.ts';
import { givenGift } from './gifts.ts';
import { itemView } from './items.ts';
import { liveState } from './live-state.ts';
import {
  amount,
  cursorListOf,
  cursorPaging,
  id,
  idParams,
  idOrUsernameParams,
  instant,
  listOf,
  paging,
  picture,
  sortable,
  text,
  videoFile,
} from './shapes.ts';

const MESSAGE_KINDS = ['text', 'tip', 'gift', 'emoji'] as const;

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

/** The other side of a private conversation. */
export const peer = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  isPerformer: z.boolean(),
  isVerified: z.boolean(),
  isOnline: z.boolean(),
  isLive: z.boolean(),
  /** `none` for fans, and where one of the two has blocked the other. */
  live: liveState,
});

/** A private conversation as one of its two members sees it. */
export const privateConversation = conversation.extend({
  peer,
  /** Null when there is none, or this side removed all. */
  lastMessage: z
    .object({
      _id: id,
      kind: z.enum(MESSAGE_KINDS),
      text: z.string(),
      /** How many files it has, and what the first one is. */
      files: z.number().int(),
      fileKind: z.enum(MESSAGE_FILE_KINDS).nullable(),
      /** Tokens that were paid; null in a message of kind text. */
      tip: amount.nullable(),
      isDeleted: z.boolean(),
      isOwn: z.boolean(),
      /** When the other side saw it; null for messages of the other side. */
      seenAt: instant.nullable(),
      createdAt: instant,
    })
    .nullable(),
  canWrite: z.boolean(),
  /** Why not, when it can't be written in. */
  writeObstacle: z.enum(WRITE_OBSTACLES).nullable(),
  /** When the other side last read it; null for never. */
  peerSeenAt: instant.nullable(),
  /** What the performer knows of the fan; null for the fan. */
  fan: seenBy('performer', z.object({ spent: amount, subscribedUntil: instant.nullable(), since: instant, note: z.string() }).nullable()),
});
export type PrivateConversation = z.output<typeof privateConversation>;

/** A private conversation that a search found. */
export const foundConversation = privateConversation.extend({
  /** The newest message with the words; null when the name alone was found. */
  match: z
    .object({
      _id: id,
      isOwn: z.boolean(),
      createdAt: instant,
      /** Some 120 characters around the match, in their order. */
      parts: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
    })
    .nullable(),
});
export type FoundConversation = z.output<typeof foundConversation>;

/** A conversation of any type. Those of shows have no other side. */
export const anyConversation = z.union([privateConversation, conversation]);

/** A file of a message. */
export const messageFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('image'), _id: id, picture }),
  z.object({
    kind: z.literal('video'),
    _id: id,
    state: z.enum(['processing', 'ready', 'failed']),
    /** Null until it is ready. */
    video: videoFile.nullable(),
  }),
  z.object({
    kind: z.literal('audio'),
    _id: id,
    url: z.string(),
    seconds: z.number(),
    /** The loudness over its length, 0 to 100. */
    peaks: z.array(z.number().int()),
  }),
  z.object({ kind: z.literal('document'), _id: id, url: z.string(), name: z.string(), bytes: z.number() }),
]);
export type MessageFile = z.output<typeof messageFile>;

/** A message of a conversation. A deleted one stays, with the specification's text in the reader's language. */
export const message = z.object({
  _id: id,
  conversationId: id,
  kind: z.enum(MESSAGE_KINDS),
  text: z.string(),
  fileId: z.array(id),
  /** Its files in their order: in a show's chat pictures alone. */
  files: z.array(messageFile),
  sender: z.object({
    _id: id,
    username: z.string(),
    name: z.string(),
    avatar: z.string(),
    /** The performer of the conversation. */
    isHost: z.boolean(),
    /** Moderates the performer’s shows; false in private conversations. */
    isModerator: z.boolean(),
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

/** What a message sells: files that are shown once they are bought. */
export const messageItem = z.object({ ...itemView, kind: z.literal('message'), files: seenBy('granted', z.array(messageFile)) });
export type MessageItem = z.output<typeof messageItem>;

/** A message of a private conversation, as one of its members sees it. */
export const privateMessage = message.extend({
  /** Its files in their order. */
  files: seenBy('granted', z.array(messageFile)),
  /** Of a message that sells its files: the price, whether the reader may see them, and the item; null of others. */
  price: amount.nullable(),
  access: access.nullable(),
  item: messageItem.nullable(),
  /** Whether somebody bought it; null of others. */
  isBought: z.boolean().nullable(),
  /** `processing` until its videos can be shown; `gone` when it was taken down, or can't be shown. */
  itemState: z.enum(['processing', 'ready', 'gone']).nullable(),
  /** What the page says of itself that its first link leads to; null without one, and until it was read. */
  preview: z
    .object({
      url: z.string(),
      /** The name of the site's host, as it is written in addresses. */
      host: z.string(),
      title: z.string(),
      description: z.string(),
      picture: picture.nullable(),
    })
    .nullable(),
  /** The message it answers, shortened; null when it answers none. */
  replyTo: z.object({ _id: id, text: z.string(), senderId: id, isDeleted: z.boolean() }).nullable(),
  /** When it reached the other side, and was seen there: of own messages. */
  deliveredAt: seenBy('caller', instant.nullable()),
  seenAt: seenBy('caller', instant.nullable()),
});
export type PrivateMessage = z.output<typeof privateMessage>;

export { CHAT_LENGTH } from './conversations.values.ts';

const LISTED_SORTS = ['lastMessageAt', 'createdAt', 'updatedAt'] as const;
const filtered = { filter: z.enum(CONVERSATION_FILTERS).default('all') };

export const conversations = endpoints({
  'GET /conversations': {
    summary:
      'The own private conversations: pinned ones first, then by their last message. Only performers filter by `subscribers`, `spenders`.',
    who: 'user',
    personal: true,
    query: sortable(cursorPaging, LISTED_SORTS).extend(filtered),
    output: cursorListOf(privateConversation),
  },
  'GET /conversations/search': {
    summary:
      'The own private conversations by the other side’s name or username, or by words of a message, which `match` shows. Of very common words and names only the newest conversations and messages are searched: then with `isPartial`.',
    who: 'user',
    personal: true,
    query: sortable(paging, LISTED_SORTS).extend({ ...filtered, q: text(60).optional() }),
    output: listOf(foundConversation).extend({ isPartial: z.literal(true).optional() }),
  },
  'POST /conversations': {
    summary:
      'Open the private conversation with a performer (`source` performer), or as a performer with a fan (`user`): the one there is, or a new one; or that of a show (`stream`).',
    who: 'user',
    personal: true,
    verified: true,
    body: z.object({ source: z.enum(['performer', 'user', 'stream']), sourceId: id }),
    output: anyConversation,
    errors: ['MESSAGES_NOT_ALLOWED', 'BLOCKED_PAIR', 'LOCKED'],
  },
  'GET /conversations/{id}': {
    summary: 'An own private conversation, or that of a show for those who are let into it.',
    who: 'user',
    personal: true,
    params: idParams,
    output: anyConversation,
  },
  'POST /conversations/pin-to-top/{id}': {
    summary: 'Pin an own conversation to the top of the list; at most 20.',
    who: 'user',
    personal: true,
    params: idParams,
    output: privateConversation,
    errors: ['PINS_FULL'],
  },
  'POST /conversations/unpin-to-top/{id}': {
    summary: 'Unpin an own conversation.',
    who: 'user',
    personal: true,
    params: idParams,
    output: privateConversation,
  },
  'PUT /conversations/{id}/note': {
    summary: 'What the performer notes about the fan; nobody else sees it.',
    who: 'performer',
    personal: true,
    params: idParams,
    body: z.object({ note: text(NOTE_LENGTH) }),
    output: privateConversation,
  },
  'GET /conversations/stream/{streamId}': {
    summary: 'The conversation of a show.',
    who: 'user',
    inShow: true,
    params: z.object({ streamId: id }),
    output: conversation,
    errors: ['LOCKED'],
  },
  'GET /conversations/stream/public/{performerId}': {
    summary: 'The conversation of a performer’s open public show, or of the last one, by id or username.',
    who: 'public',
    inShow: true,
    params: z.object({ performerId: idOrUsernameParams.shape.id }),
    output: conversation,
    errors: ['LOCKED'],
  },
});
