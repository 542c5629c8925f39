import { z } from 'zod';
import { message, messageItem, privateConversation, privateMessage } from './conversations.ts';
import { CHAT_LENGTH, CHAT_PICTURES, MESSAGE_FILES, MESSAGE_FILE_BYTES, MESSAGE_LENGTH, MESSAGE_PAGE } from './conversations.values.ts';
import { endpoints } from './endpoint.ts';
import { itemWriteErrors, uploadedFile } from './items.ts';
import { flag, id, idList, idParams, listOf, optionalLine, paging, positiveAmount, sortable, text, payableTokens } from './shapes.ts';

const MB = 1024 * 1024;

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
    summary:
      'The messages of an own private conversation, or of a private or group show for those in it, newest first; with `since`, those after that message, always oldest first.',
    who: 'user',
    personal: true,
    params: idParams,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({
      limit: z.coerce.number().int().min(1).max(100).default(MESSAGE_PAGE),
      since: id.optional(),
    }),
    output: listOf(privateMessage),
  },
  'GET /messages/conversations/{id}/around/{messageId}': {
    summary:
      'The messages of an own private conversation around one of them, oldest first; with `side`, those before it (`older`) or it and those after it (`newer`). Around one that isn’t there, or is deleted: the newest.',
    who: 'user',
    personal: true,
    params: idParams.extend({ messageId: id }),
    query: z.object({
      side: z.enum(['both', 'older', 'newer']).default('both'),
      limit: z.coerce.number().int().min(1).max(100).default(MESSAGE_PAGE),
    }),
    output: z.object({
      data: z.array(privateMessage),
      /** The message is there to be shown. */
      isFound: z.boolean(),
      /** There are earlier messages than the first one; null where it wasn’t asked for. */
      hasOlder: z.boolean().nullable(),
      /** There are later messages than the last one; null where it wasn’t asked for. */
      hasNewer: z.boolean().nullable(),
    }),
  },
  'POST /messages/conversations/{id}': {
    summary:
      'Send a message in an own private conversation, or as one of those in a private or group show: there one line, without a price.',
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
        price: payableTokens(positiveAmount).optional(),
        /** A message of the same conversation. */
        replyTo: id.optional(),
      })
      .refine(({ text: words, fileId }) => words.length > 0 || fileId.length > 0, { path: ['text'], params: { rule: 'required' } })
      .refine(({ price, fileId }) => !price || fileId.length > 0, { path: ['fileId'], params: { rule: 'required' } }),
    output: privateMessage,
    status: 201,
    errors: ['MESSAGES_NOT_ALLOWED', 'BLOCKED_PAIR', 'LIVE_NOT_ON_AIR', 'ITEM_EMPTY', ...new Set([...itemWriteErrors, ...chatErrors])],
    limit: 'chat',
  },
  'POST /messages/conversations/{id}/files': {
    summary:
      'Upload a picture, a video, a voice note or a PDF for a message of an own private conversation, or a picture for the chat of an open show; swept after a day unless it is sent.',
    who: 'user',
    inShow: true,
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
      'QUOTA_EXCEEDED',
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
    summary: 'Upload a picture for a locked message, as a photo of the library; swept after a day unless it is sent.',
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
    summary: 'Mark all messages of an own conversation as read. Those of shows have no unread messages.',
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
    summary:
      'The messages of a public show’s conversation, newest first; with `since`, those after that message, always oldest first, and `deletedIds`: which of the newest hundred up to it are deleted.',
    who: 'public',
    inShow: true,
    params: idParams,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      since: id.optional(),
    }),
    output: listOf(message).extend({ deletedIds: z.array(id).optional() }),
    errors: ['LOCKED'],
  },
  'POST /messages/stream/public/conversations/{id}': {
    summary: 'Say something in a public show, in words or pictures; pictures are sent by its performer and active subscribers.',
    who: 'user',
    inShow: true,
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
    inShow: true,
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
    inShow: true,
    params: idParams,
    query: z.object({ undo: flag.default(false) }),
    output: message,
    errors: ['MESSAGE_BOUGHT', 'UNDO_OVER'],
  },
});
