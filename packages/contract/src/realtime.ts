import { z } from 'zod';
import { amount, id, instant } from './shapes.ts';
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
    createdAt: instant,
  }),
  /** To an account: its wallet changed. */
  'wallet/changed': z.object({ balance: amount, transactionId: id }),
  /** To a buyer: an order changed its state. */
  'orders/changed': z.object({ orderId: id, state: z.string() }),
  /** To a performer: a file or a feed changed its state. */
  'files/changed': z.object({ fileId: id, state: z.enum(['processing', 'ready', 'failed']), progress: z.number() }),
  'feeds/published': z.object({ feedId: id, performerId: id }),
  /** To an account: its own rights or state changed; refetch `/users/me`. */
  'users/changed': z.object({ reason: z.string() }),
  /** To every node's browsers of admins: an application arrived or was decided. */
  'applications/changed': z.object({ performerId: id }),
  /** The answer to `auth/login`. */
  'auth/logged-in': z.object({ userId: id }),
} as const;

/** Events a client may send. */
export const CLIENT_EVENTS = {
  'auth/login': z.object({ token: z.string().max(200).optional() }).optional(),
  'auth/logout': z.object({}).optional(),
} as const;

export type ServerEvents = { [K in keyof typeof SERVER_EVENTS]: z.output<(typeof SERVER_EVENTS)[K]> };
export type ServerEventName = keyof ServerEvents;
export type ClientEvents = { [K in keyof typeof CLIENT_EVENTS]: z.output<(typeof CLIENT_EVENTS)[K]> };
