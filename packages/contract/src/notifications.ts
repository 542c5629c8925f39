import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { NOTIFICATION_CHANNELS, NOTIFICATION_FILTERS, NOTIFICATION_KINDS } from './notifications.values.ts';
import { id, idParams, instant, listOf, paging, sortable } from './shapes.ts';

const kind = z.enum(NOTIFICATION_KINDS);

export const notification = z.object({
  _id: id,
  kind,
  /** A sentence in the reader's language. */
  text: z.string(),
  /** Who did it, the last one of several; null when nobody did. */
  actor: z.object({ _id: id, username: z.string(), name: z.string(), avatar: z.string(), isPerformer: z.boolean() }).nullable(),
  /** What it is about: an item, a conversation, an order and so on. */
  object: z.object({ kind: z.string(), id, title: z.string() }).nullable(),
  /** The page of the site that it leads to. */
  path: z.string(),
  /** How many facts it tells in one. */
  count: z.number().int(),
  isRead: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type Notification = z.output<typeof notification>;

const unread = z.object({ total: z.number().int() });

const choice = z.object({
  kind,
  site: z.boolean(),
  mail: z.boolean(),
  /** The channels that can't be switched off. */
  fixed: z.array(z.enum(NOTIFICATION_CHANNELS)),
});
export type NotificationChoice = z.output<typeof choice>;
const choices = z.object({ choices: z.array(choice) });

/** What of one performer is told: without an own choice, posts aren't, and shows are to subscribers. */
const bell = z.object({ posts: z.boolean(), live: z.boolean() });
export type Bell = z.output<typeof bell>;

const own = { who: 'user', personal: true, lite: true } as const;

export const notifications = endpoints({
  'GET /notifications': {
    ...own,
    summary: 'The own notifications, the last changed first, without those about what the caller may not see.',
    query: sortable(paging, ['updatedAt', 'createdAt']).extend({ filter: z.enum(NOTIFICATION_FILTERS).default('all') }),
    output: listOf(notification),
  },
  'GET /notifications/total-unread': { ...own, summary: 'How many of the own notifications are unread.', output: unread },
  'PUT /notifications/read-all': { ...own, summary: 'Mark all own notifications as read.', output: unread, idempotency: 'none' },
  'PUT /notifications/{id}/read': { ...own, summary: 'Mark an own notification as read.', params: idParams, output: unread },
  'GET /notifications/choices': {
    open: 'age',
    ...own,
    summary: 'Which kinds of notifications reach the caller by which channel: those that the account can get.',
    output: choices,
  },
  'PUT /notifications/choices': {
    open: 'age',
    ...own,
    summary: 'Switch a channel on or off for a kind of notifications.',
    body: z.object({ kind, channel: z.enum(NOTIFICATION_CHANNELS), isOn: z.boolean() }),
    output: choices,
  },
  'GET /notifications/bells/{id}': {
    ...own,
    summary: 'What of a performer the caller is told. `id` is the performer’s.',
    params: idParams,
    output: bell,
  },
  'PUT /notifications/bells/{id}': {
    ...own,
    summary: 'Set what of a performer the caller is told; what isn’t given stays.',
    params: idParams,
    body: z.object({ posts: z.boolean().optional(), live: z.boolean().optional() }),
    output: bell,
  },
  'POST /notifications/unsubscribe': {
    open: 'age',
    summary: 'End the mails of one kind, with the signed token of such a mail. Needs no session; repeating it changes nothing.',
    who: 'public',
    body: z.object({ token: z.string().min(1).max(300) }),
    output: z.object({ kind }),
    errors: ['TOKEN_INVALID'],
    limit: 'lookup',
    idempotency: 'none',
  },
});
