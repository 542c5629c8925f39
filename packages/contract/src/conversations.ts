import { z } from 'zod';
import {
  CHAT_LENGTH,
  CHAT_PICTURES,
  CONVERSATION_FILTERS,
  MESSAGE_FILES,
  MESSAGE_FILE_BYTES,
  MESSAGE_FILE_KINDS,
  MESSAGE_LENGTH,
  MESSAGE_PAGE,
  NOTE_LENGTH,
  WRITE_OBSTACLES,
} from './conversations.values.ts';
import { endpoints } from './endpoint.ts';
import { access } from './entitlement.ts';
import { givenGift } from './gifts.ts';
import { itemView, itemWriteErrors, uploadedFile } from './items.ts';
import {
  amount,
  cursorListOf,
  cursorPaging,
  flag,
  id,
  idList,
  idParams,
  idOrUsernameParams,
  instant,
  listOf,
  optionalLine,
  paging,
  picture,
  positiveAmount,
  sortable,
  text,
  videoFile,
} from './shapes.ts';

const MB = 1024 * 1024;

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
  fan: z.object({ spent: amount, subscribedUntil: instant.nullable(), since: instant, note: z.string() }).nullable(),
});
export type PrivateConversation = z.output<typeof privateConversation>;

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
export const messageItem = z.object({ ...itemView, kind: z.literal('message'), /** Empty while locked. */ files: z.array(messageFile) });
export type MessageItem = z.output<typeof messageItem>;

/** A message of a private conversation, as one of its members sees it. */
export const privateMessage = message.extend({
  /** Its files in their order; empty while they are locked. */
  files: z.array(messageFile),
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
  deliveredAt: instant.nullable(),
  seenAt: instant.nullable(),
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
      'The own private conversations by the other side’s name or username, or by words of a message. Of very common words and names only the newest conversations and messages are searched: then with `isPartial`.',
    who: 'user',
    personal: true,
    query: sortable(paging, LISTED_SORTS).extend({ ...filtered, q: text(60).optional() }),
    output: listOf(privateConversation).extend({ isPartial: z.literal(true).optional() }),
  },
  'POST /conversations': {
    summary:
      'Open the private conversation with a performer (`source` performer), or as a performer with a fan (`user`): the one there is, or a new one.',
    who: 'user',
    personal: true,
    verified: true,
    body: z.object({ source: z.enum(['performer', 'user']), sourceId: id }),
    output: privateConversation,
    errors: ['MESSAGES_NOT_ALLOWED', 'BLOCKED_PAIR'],
  },
  'GET /conversations/{id}': {
    summary: 'An own private conversation.',
    who: 'user',
    personal: true,
    params: idParams,
    output: privateConversation,
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
    params: z.object({ streamId: id }),
    output: conversation,
    errors: ['LOCKED'],
  },
  'GET /conversations/stream/public/{performerId}': {
    summary: 'The conversation of a performer’s open public show, or of the last one, by id or username.',
    who: 'public',
    params: z.object({ performerId: idOrUsernameParams.shape.id }),
    output: conversation,
    errors: ['LOCKED'],
  },
});

/** Refusals by the rules of any show’s chat. */
const chatErrors = [
  'CHAT_TIMED_OUT',
  'CHAT_WORD_REFUSED',
  'CHAT_PICTURES_SUBSCRIBERS_ONLY',
  'FILE_NOT_YOURS',
  'FILE_KIND_REFUSED',
  'FILE_UNREADABLE',
] as const;

/** What is said in a show's chat: words, pictures, or both. */
const chatLine = z
  .object({
    text: optionalLine(CHAT_LENGTH).default(''),
    /** Own pictures that were uploaded for this chat, by the performer or an active subscriber; a performer's also from the media library. */
    fileId: z.array(id).max(CHAT_PICTURES).default([]),
  })
  .refine(({ text: words, fileId }) => words.length > 0 || fileId.length > 0, { path: ['text'], params: { rule: 'required' } });

export const messages = endpoints({
  'GET /messages/conversations/{id}': {
    summary: 'The messages of an own private conversation, newest first; with `since`, those after that message, always oldest first.',
    who: 'user',
    personal: true,
    params: idParams,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({
      limit: z.coerce.number().int().min(1).max(100).default(MESSAGE_PAGE),
      since: id.optional(),
    }),
    output: listOf(privateMessage),
  },
  'POST /messages/conversations/{id}': {
    summary: 'Send a message in an own private conversation.',
    who: 'user',
    personal: true,
    verified: true,
    params: idParams,
    body: z
      .object({
        text: text(MESSAGE_LENGTH).default(''),
        /** Files that were uploaded for this conversation; a performer's also from the media library. */
        fileId: z.array(id).max(MESSAGE_FILES).default([]),
        /** By performers, with pictures and videos: they are locked until the fan buys them; the text stays open. */
        price: positiveAmount.optional(),
        /** A message of the same conversation. */
        replyTo: id.optional(),
      })
      .refine(({ text: words, fileId }) => words.length > 0 || fileId.length > 0, { path: ['text'], params: { rule: 'required' } })
      .refine(({ price, fileId }) => !price || fileId.length > 0, { path: ['fileId'], params: { rule: 'required' } }),
    output: privateMessage,
    status: 201,
    errors: ['MESSAGES_NOT_ALLOWED', 'BLOCKED_PAIR', 'FILE_KIND_REFUSED', 'ITEM_EMPTY', ...itemWriteErrors],
    limit: 'chat',
  },
  'POST /messages/conversations/{id}/files': {
    summary:
      'Upload a picture, a video, a voice note or a PDF for a message of an own private conversation, or a picture for the chat of an open show; swept after two weeks unless it is sent.',
    who: 'user',
    personal: true,
    verified: true,
    params: idParams,
    body: z.object({ /** What a document is called. */ name: text(120).default('') }),
    files: { file: { accept: ['image', 'video', 'audio', 'document'], maxBytes: MESSAGE_FILE_BYTES } },
    output: uploadedFile,
    status: 201,
    errors: [
      'MESSAGES_NOT_ALLOWED',
      'BLOCKED_PAIR',
      'LOCKED',
      'LIVE_NOT_ON_AIR',
      'CHAT_TIMED_OUT',
      'CHAT_PICTURES_SUBSCRIBERS_ONLY',
      'FILE_KIND_REFUSED',
      'FILE_TOO_LARGE',
      'FILE_UNREADABLE',
      'FILE_MISSING',
    ],
    limit: 'upload',
  },
  'GET /messages/files': {
    summary:
      'Own files by id, in that order, which a message can still take: for what a device kept of an unsent message. Files that are gone or sent are left out.',
    who: 'user',
    personal: true,
    query: z.object({ ids: idList(MESSAGE_FILES) }),
    output: z.object({ data: z.array(uploadedFile) }),
  },
  'POST /messages/private/photo': {
    summary: 'Upload a picture for a locked message, as a photo of the library; swept after two weeks unless it is sent.',
    who: 'performer',
    personal: true,
    verified: true,
    files: { file: { accept: ['image'], maxBytes: 50 * MB, purpose: 'messagePhoto' } },
    output: uploadedFile,
    status: 201,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING', 'UPLOAD_INCOMPLETE', 'QUOTA_EXCEEDED'],
    limit: 'upload',
  },
  'GET /messages/items/{id}': {
    summary: 'What a message sells, for its sender and who received it: with the files once they are bought, also after it was deleted.',
    who: 'user',
    personal: true,
    params: idParams,
    output: messageItem,
  },
  'POST /messages/read-all/{id}': {
    summary: 'Mark all messages of an own conversation as read.',
    who: 'user',
    personal: true,
    params: idParams,
    output: z.object({ totalNotSeenMessages: z.number().int() }),
  },
  'GET /messages/total-unread-messages': {
    summary: 'How many messages of the own conversations are unread, in how many conversations.',
    who: 'user',
    personal: true,
    output: z.object({ total: z.number().int(), conversations: z.number().int() }),
  },
  'DELETE /messages/{id}/remove-all-message': {
    summary: 'Remove all messages of an own conversation for oneself; the other side keeps them. `id` is the conversation.',
    who: 'user',
    personal: true,
    params: idParams,
    output: privateConversation,
  },
  'GET /messages/conversations/public/{id}': {
    summary: 'The messages of a public show’s conversation, newest first; with `since`, those after that message, always oldest first.',
    who: 'public',
    params: idParams,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      since: id.optional(),
    }),
    output: listOf(message),
    errors: ['LOCKED'],
  },
  'POST /messages/stream/public/conversations/{id}': {
    summary: 'Say something in a public show, in words or pictures; pictures are sent by its performer and active subscribers.',
    who: 'user',
    verified: true,
    params: idParams,
    body: chatLine,
    output: message,
    status: 201,
    errors: ['LIVE_NOT_ON_AIR', 'LOCKED', 'BLOCKED_PAIR', ...chatErrors, 'CHAT_SLOW', 'CHAT_FOLLOWERS_ONLY', 'CHAT_SUBSCRIBERS_ONLY'],
    limit: 'chat',
  },
  'POST /messages/stream/conversations/{id}': {
    summary:
      'Say something in a private or group show, as one of those in it, in words or pictures; pictures are sent by its performer and active subscribers.',
    who: 'user',
    verified: true,
    params: idParams,
    body: chatLine,
    output: message,
    status: 201,
    errors: ['LIVE_NOT_ON_AIR', 'BLOCKED_PAIR', ...chatErrors],
    limit: 'chat',
  },
  'DELETE /messages/{id}': {
    summary:
      'Delete a message: of a private conversation its sender, of a show also the host, a moderator (not what the host said) or an admin who moderates. It stays as a deleted one; with `undo`, what was just sent in a private conversation is taken back for both sides.',
    who: 'user',
    params: idParams,
    query: z.object({ undo: flag.default(false) }),
    output: message,
    errors: ['MESSAGE_BOUGHT', 'UNDO_OVER'],
  },
});
