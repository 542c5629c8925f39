import { keysOf } from './keys.values.ts';
import { z } from 'zod';
import { amount, id, instant } from './shapes.ts';
import { CHAT_WRITERS, SLOW_SECONDS } from './chat.values.ts';
import { message, privateMessage } from './conversations.ts';
import type { Endpoint } from './endpoint.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { givenGift } from './gifts.ts';
import { REQUEST_STATES } from './paid-shows.values.ts';
import { STREAM_STATES } from './streams.ts';
import { counterparty } from './wallet.ts';

/**
 * Events the server sends. REST writes, sockets announce: a client that was away refetches, so no screen
 * depends on having heard every one.
 */
export const SERVER_EVENTS = {
  /** To a performer, for each paid token event; `sequence` has no gaps for one performer. */
  RECEIVED_PAID_TOKEN_EVENT: z.object({
    sequence: z.number().int(),
    transactionId: id,
    kind: z.enum(['tip', 'purchase', 'subscription', 'gift', 'emoji', 'minute']),
    tokens: amount.nullable(),
    net: amount,
    currency: z.string(),
    fan: counterparty,
    message: z.string(),
    item: z.object({ kind: z.string(), id, title: z.string() }).nullable(),
    /** The gift or emoji, for these kinds. */
    gift: givenGift.nullable(),
    createdAt: instant,
  }),
  /** To an account: its wallet changed. */
  'wallet/changed': z.object({ balance: amount, transactionId: id }),
  /** To a performer: a payout was requested, changed or decided on. */
  'payouts/changed': z.object({ payoutId: id }),
  /** To a buyer: an order changed its state. */
  'orders/changed': z.object({ orderId: id, state: z.string() }),
  /** To a performer: a file or a feed changed its state. */
  'files/changed': z.object({ fileId: id, state: z.enum(['processing', 'ready', 'failed']), progress: z.number() }),
  /** To a feed's performer, and to those in whose home feed it is. */
  'feeds/published': z.object({ feedId: id, performerId: id }),
  /** To an account: its own rights or state changed; refetch `/users/me`. */
  'users/changed': z.object({ reason: z.string() }),
  /** To every node's browsers of admins: an application arrived or was decided. */
  'applications/changed': z.object({ performerId: id }),
  /**
   * To all signed-in accounts: a show began, was interrupted, resumed or ended, or a group show is full or no longer. Only ids: access is checked
   * when clients refetch. Of a private show, all but its two and those who have a block with its performer are told without its id: the
   * performer is busy or free.
   */
  'streams/changed': z.object({ streamId: id.nullable(), performerId: id, state: z.enum(STREAM_STATES) }),
  /** To the two of a private show: its request changed its state; refetch it. */
  'streams/request': z.object({ requestId: id, performerId: id, fanId: id, state: z.enum(REQUEST_STATES) }),
  /** To a fan in a paid show, and its performer: the seat or its clock changed; refetch it. `warning`: so many minutes are left. */
  'streams/seat': z.object({
    streamId: id,
    accountId: id,
    change: z.enum(['joined', 'started', 'charged', 'stopped', 'refunded', 'left']),
    warning: z.number().int().nullable(),
  }),
  /** To a show's room, at most once a second: how many watch. */
  'streams/viewers': z.object({ streamId: id, viewers: z.number().int() }),
  /** To a show's room: when maintenance ends the show; null when maintenance was switched off before. Sessions say it too. */
  'streams/closing': z.object({ streamId: id, closesAt: instant.nullable() }),
  /** To a show's room: a new message or tip. */
  'messages/created': z.object({ streamId: id, message }),
  /** To a show's room: the rules of its chat or its moderators changed; what they mean for oneself is asked for. */
  'chat/changed': z.object({
    streamId: id,
    slowSeconds: z.literal(SLOW_SECONDS),
    writers: z.enum(CHAT_WRITERS),
    moderatorIds: z.array(id),
  }),
  /** To an account, the performer and the moderators: the account was timed out of a show's chat, or is no longer; `until` is null for the whole show. */
  'chat/timeout': z.object({ streamId: id, accountId: id, isTimedOut: z.boolean(), until: instant.nullable() }),
  'messages/deleted': z.object({ streamId: id, conversationId: id, messageId: id }),
  /** To both members of a private conversation: a message, as this member sees it, and their count of unread ones. */
  'conversations/message': z.object({ conversationId: id, message: privateMessage, totalNotSeenMessages: z.number().int() }),
  /** To both members: one of them read it. */
  'conversations/read': z.object({ conversationId: id, accountId: id, seenAt: instant }),
  /** To the other member: its messages reached this one. */
  'conversations/delivered': z.object({ conversationId: id, accountId: id, deliveredAt: instant }),
  /** To both members: a message was deleted. */
  'conversations/deleted': z.object({ conversationId: id, messageId: id }),
  /** To both members: what a message sells was bought, given back, or can be shown now, or a link was previewed; read the message again. */
  'conversations/changed': z.object({ conversationId: id, messageId: id }),
  /** To both members: a message was taken back, and is gone. */
  'conversations/removed': z.object({ conversationId: id, messageId: id }),
  /** To the other member: this one is typing. */
  'conversations/typing': z.object({ conversationId: id, accountId: id }),
  /** To an account: how many of its notifications are unread; refetch the list. */
  'notifications/changed': z.object({ total: z.number().int() }),
  /** To all signed-in accounts: public settings changed; refetch them. */
  'settings/changed': z.object({ keys: z.array(z.string()) }),
  /** To all signed-in accounts of a node: events may have been missed, refetch what is shown. */
  'events/missed': z.object({}),
  /**
   * The socket has none of its account's rooms: its token is unknown or its session ended (`UNAUTHENTICATED`), the account is suspended, or
   * an admin acts as it (`READ_ONLY`). Rooms of an account that is only suspended or acted as come back by themselves.
   */
  'auth/refused': z.object({ error: z.enum(keysOf(ERRORS)) }),
  /** The socket signed in. */
  'auth/logged-in': z.object({ userId: id }),
} as const;

/**
 * Events a client may send. Each is answered `{ success: true }` or `{ success: false, error: '<CODE>' }` if it asks for an acknowledgement.
 * `CLIENT_EVENT_RULES` tells who may send which.
 */
export const CLIENT_EVENTS = {
  'auth/login': z.object({ token: z.string().max(200).optional() }).optional(),
  'auth/logout': z.object({}).optional(),
  /**
   * Enters a show's room, if the account may watch it. Waits for a sign-in under way. Rooms are left by `streams/leave`, when the
   * connection or the session ends, and when the account may no longer watch.
   */
  'streams/join': z.object({ streamId: id }),
  'streams/leave': z.object({ streamId: id }),
  /** The account is typing in an own private conversation: at most every three seconds. */
  'conversations/typing': z.object({ conversationId: id }),
  /** Messages of an own private conversation reached this client; without one, those of all: it has just connected. */
  'conversations/received': z.object({ conversationId: id.optional() }),
} as const;

type ClientEventRule = Pick<Endpoint, 'who' | 'permission' | 'personal' | 'acting' | 'lite' | 'suspended' | 'verified'> & {
  /** True if it may change something. */
  changes: boolean;
};

/** The callers of each event, by the rules of endpoints. That of `auth/login` also decides who receives the account's events. */
export const CLIENT_EVENT_RULES: Readonly<Record<keyof typeof CLIENT_EVENTS, ClientEventRule>> = {
  'auth/login': { who: 'user', personal: true, lite: true, changes: false },
  'auth/logout': { who: 'public', changes: false },
  'streams/join': { who: 'user', personal: true, changes: false },
  'streams/leave': { who: 'public', changes: false },
  'conversations/typing': { who: 'user', personal: true, verified: true, changes: true },
  'conversations/received': { who: 'user', personal: true, changes: true },
};

/** The answer to an event of a client. */
export type Acknowledgement = { success: true } | { success: false; error: ErrorCode };

export type ServerEvents = { [K in keyof typeof SERVER_EVENTS]: z.output<(typeof SERVER_EVENTS)[K]> };
export type ServerEventName = keyof ServerEvents;
export type ClientEvents = { [K in keyof typeof CLIENT_EVENTS]: z.output<(typeof CLIENT_EVENTS)[K]> };
