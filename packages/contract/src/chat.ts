import { z } from 'zod';
import { seenBy } from './audience.ts';
import { BLOCKED_WORD_LENGTH, CHAT_WRITERS, MAX_BLOCKED_WORDS, SLOW_SECONDS, TIMEOUT_MINUTES, chatWordsOf } from './chat.values.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idOrUsernameParams, idParams, instant, line } from './shapes.ts';
import { counterparty } from './wallet.ts';

const slowSeconds = z.literal(SLOW_SECONDS);
const writers = z.enum(CHAT_WRITERS);

const person = counterparty.unwrap();

/** A performer's rules for the chats of all shows, and who moderates them. */
export const chatRules = z.object({
  slowSeconds,
  writers,
  blockedWords: z.array(z.string()),
  moderators: z.array(person),
});
export type ChatRules = z.output<typeof chatRules>;

/** A time-out; `until` is null for the rest of the show. */
export const chatTimeout = z.object({ account: person, until: instant.nullable() });
export type ChatTimeout = z.output<typeof chatTimeout>;

/** The rules of one show's chat, and what they mean for the caller. */
export const chatState = z.object({
  streamId: id,
  performerId: id,
  slowSeconds,
  writers,
  moderatorIds: z.array(id),
  role: z.enum(['host', 'moderator', 'viewer']),
  /** What the caller lacks to write. */
  obstacle: seenBy('caller', z.enum(['follow', 'subscribe']).nullable()),
  /** The caller may send pictures: the performer, and active subscribers. */
  canSendPictures: z.boolean(),
  /** The caller's own time-out; null without one. */
  timeout: seenBy('caller', z.object({ until: instant.nullable() }).nullable()),
  /** In slow mode: from when the caller can write again. */
  waitUntil: seenBy('caller', instant.nullable()),
  /** Accounts that are timed out. */
  timeouts: seenBy('moderators', z.array(chatTimeout)),
});
export type ChatState = z.output<typeof chatState>;

const blockedWord = line(BLOCKED_WORD_LENGTH).refine((value) => chatWordsOf(value).length > 0, { params: { rule: 'required' } });

/** Moderation of the chats of shows. */
export const chat = endpoints({
  'GET /streaming/chat-rules': {
    summary: 'The own rules for the chats of shows, and the moderators.',
    who: 'performer',
    inShow: true,
    output: chatRules,
  },
  'PUT /streaming/chat-rules': {
    summary: 'Change rules for the chats of shows: those of open shows are told at once.',
    who: 'performer',
    inShow: true,
    body: z.object({
      slowSeconds: slowSeconds.optional(),
      writers: writers.optional(),
      blockedWords: z.array(blockedWord).max(MAX_BLOCKED_WORDS).optional(),
    }),
    output: chatRules,
    idempotency: 'none',
  },
  'POST /streaming/moderators': {
    summary: 'Appoint a moderator for the own shows, by id or username; again: no change.',
    who: 'performer',
    inShow: true,
    body: idOrUsernameParams,
    output: chatRules,
    status: 201,
    errors: ['MODERATORS_FULL', 'BLOCKED_PAIR'],
    idempotency: 'none',
  },
  'DELETE /streaming/moderators/{id}': {
    summary: 'Remove a moderator of the own shows.',
    who: 'performer',
    inShow: true,
    params: idParams,
    output: chatRules,
    idempotency: 'none',
  },
  'GET /streaming/chat/{id}': {
    summary: 'The rules of a show’s chat, and what they mean for the caller.',
    who: 'user',
    inShow: true,
    params: idParams,
    output: chatState,
    errors: ['LOCKED'],
  },
  'POST /streaming/chat/{id}/timeouts': {
    summary: 'Time an account out of a show’s chat, as its performer or a moderator: for minutes, or the whole show (`minutes` null).',
    who: 'user',
    inShow: true,
    params: idParams,
    body: z.object({ accountId: id, minutes: z.literal(TIMEOUT_MINUTES).nullable() }),
    output: chatTimeout,
    status: 201,
    errors: ['LIVE_NOT_ON_AIR', 'LOCKED'],
    idempotency: 'none',
  },
  'DELETE /streaming/chat/{id}/timeouts': {
    summary: 'Lift an account’s time-out.',
    who: 'user',
    inShow: true,
    params: idParams,
    query: z.object({ accountId: id }),
    output: done,
    idempotency: 'none',
  },
});
