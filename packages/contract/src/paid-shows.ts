import { z } from 'zod';
import { seenBy } from './audience.ts';
import { conversation } from './conversations.ts';
import { endpoints } from './endpoint.ts';
import {
  amount,
  done,
  flag,
  id,
  idOrUsernameParams,
  idParams,
  instant,
  line,
  listOf,
  paging,
  positiveAmount,
  sortable,
  payableTokens,
} from './shapes.ts';
import { itemAuthor } from './items.ts';
import { liveState } from './live-state.ts';
import { STREAM_END_REASONS, playback, publishing, streamSession } from './streams.ts';
import {
  GROUP_AUDIENCES,
  GROUP_SEATS,
  LEFT_REASONS,
  MINIMUM_MINUTES,
  PLAYBACK_PROTOCOLS,
  REFUND_REASONS,
  REQUEST_STATES,
} from './paid-shows.values.ts';
import { limitErrors, minuteReceipt } from './wallet.ts';

export * from './paid-shows.values.ts';

/** The fan who asks, as the performer sees them. */
const askingFan = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  isOnline: z.boolean(),
  /** Tokens that the fan spent with this performer, the end of their subscription, and the performer's note about them. */
  spent: seenBy('performer', amount.nullable()),
  subscribedUntil: seenBy('performer', instant.nullable()),
  note: seenBy('performer', z.string().nullable()),
});

/** A fan's request for a private show; its id becomes the show's. */
export const showRequest = z.object({
  _id: id,
  /** The show's, open from the answer on. */
  conversationId: id,
  state: z.enum(REQUEST_STATES),
  performer: itemAuthor,
  fan: askingFan,
  message: z.string(),
  withCamera: z.boolean(),
  /** Tokens a minute, as agreed when asking. */
  price: amount,
  minimumMinutes: z.number().int(),
  /** Held in tokens: the first minutes are paid from it, the rest is returned at the end. */
  held: amount,
  /** Whole minutes that the fan's hold, wallet and own limits last. */
  minutesLeft: seenBy('fan', z.number().int().nullable()),
  isRecorded: z.boolean(),
  /** Until when it can be answered. */
  expiresAt: instant,
  /** Of the show, once it is over. */
  endReason: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type ShowRequest = z.output<typeof showRequest>;

/** A fan's seat in a paid show, with its clock. */
export const showSeat = z.object({
  price: amount,
  /** What is left of the tokens held. */
  held: amount,
  /** Minutes paid, without those given back, and what they cost. */
  minutes: z.number().int(),
  spent: amount,
  /** In the wallet, and for how many minutes it, the hold and the fan's own limits last after the running one. */
  balance: amount,
  minutesLeft: z.number().int(),
  /** Seconds of media that were delivered to the fan, up to the node's last report. They go on while `nextMinuteAt` isn't null. */
  connectedSeconds: z.number(),
  /** When the running minute began; null while none runs. */
  minuteStartedAt: instant.nullable(),
  /** Null while one side is away: nothing is charged. */
  nextMinuteAt: instant.nullable(),
  leftAt: instant.nullable(),
  leftReason: z.enum(LEFT_REASONS).nullable(),
  joinedAt: instant,
});
export type ShowSeat = z.output<typeof showSeat>;

/** The fan's own camera in a private show: a medium of its own. */
export const showCamera = z.object({
  mediaId: id,
  /** As of a show's publishing credentials. */
  whip: z.string().nullable(),
  signalling: z.string().nullable(),
  playback,
});
export type ShowCamera = z.output<typeof showCamera>;

/** A private show, for its two. */
export const privateShow = z.object({
  request: showRequest,
  /** Null until it is accepted. */
  session: streamSession.nullable(),
  conversation,
  /** Null until it is accepted. */
  seat: showSeat.nullable(),
  camera: showCamera.nullable(),
});
export type PrivateShow = z.output<typeof privateShow>;

/** Whole minutes that the caller's hold, wallet and own limits last; null for visitors and the performer. */
const minutesLeft = seenBy('caller', z.number().int().nullable());

const seatFan = z.object({ _id: id, username: z.string(), name: z.string(), avatar: z.string() });

/** A group show, as who may see its performer sees it. */
export const groupShow = z.object({
  session: streamSession,
  price: amount,
  seats: z.number().int(),
  taken: z.number().int(),
  minimumMinutes: z.number().int(),
  minutesLeft,
  audience: z.enum(GROUP_AUDIENCES),
  /** Why the viewer can't join; null when they can. */
  obstacle: z.enum(['followers', 'subscribers', 'full', 'ended']).nullable(),
  mine: seenBy('caller', showSeat.nullable()),
  conversation: seenBy('granted', conversation.nullable()),
  /** Fans in it. */
  fans: seenBy('granted', z.array(seatFan)),
});
export type GroupShow = z.output<typeof groupShow>;

/** What paid shows of a performer cost now. */
export const showOffers = z.object({
  private: z.object({
    price: amount,
    money: amount,
    minimumMinutes: z.number().int(),
    minutesLeft,
    isRecorded: z.boolean(),
    /** Why nobody can ask now. */
    obstacle: z.enum(['offline', 'busy']).nullable(),
  }),
  group: z
    .object({
      _id: id,
      title: z.string(),
      price: amount,
      money: amount,
      minimumMinutes: z.number().int(),
      minutesLeft,
      seats: z.number().int(),
      taken: z.number().int(),
      isRecorded: z.boolean(),
    })
    .nullable(),
});
export type ShowOffers = z.output<typeof showOffers>;

/** A paid minute. */
export const paidMinute = z.object({
  minute: z.number().int(),
  startedAt: instant,
  amount,
  isRefunded: z.boolean(),
  /** Why it was given back; null when it wasn't, or before reasons were stored. */
  refundReason: z.enum(REFUND_REASONS).nullable(),
  /** Seconds of media that were delivered for it; null for minutes charged before they were counted. */
  connectedSeconds: z.number().nullable(),
  protocols: z.array(z.enum(PLAYBACK_PROTOCOLS)),
});

/** What a paid show cost a fan, or brought its performer, by the minute; as in the ledger. */
export const showReceipt = z.object({
  _id: id,
  type: z.enum(['private', 'group']),
  title: z.string(),
  performer: itemAuthor,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  endReason: z.enum(STREAM_END_REASONS).nullable(),
  currency: z.string(),
  fans: z.array(
    z.object({
      fan: seatFan,
      price: amount,
      minutes: z.array(paidMinute),
      /** All seconds of media that were delivered to the fan. */
      connectedSeconds: z.number(),
      /** Minutes that an outage of the site missed, or that were due when the fan left: never charged. */
      missed: z.number().int(),
      /** Without what was given back. */
      total: amount,
      money: amount,
      /** Tips and gifts during the show. */
      tips: amount,
      /** The performer's share of the minutes. */
      net: seenBy('performer', amount.nullable()),
      /** The balance of the fan's wallet now. */
      balance: seenBy('fan', amount.nullable()),
      /** The balance before the first tokens were held for the show, and after the last movement of it; null before it is over for the fan. */
      walletBefore: seenBy('fan', amount.nullable()),
      walletAfter: seenBy('fan', amount.nullable()),
      leftReason: z.enum(LEFT_REASONS).nullable(),
    }),
  ),
});
export type ShowReceipt = z.output<typeof showReceipt>;

export const paidShows = endpoints({
  'POST /payment-wallet/send-private-chat/{id}': {
    summary: 'Pay the minute of a private show that is due, if one is; by its show, whose participant the caller is.',
    who: 'user',
    inShow: true,
    verified: true,
    params: idParams,
    output: minuteReceipt,
    errors: ['INSUFFICIENT_TOKENS', 'LIVE_NOT_ON_AIR', 'ACCOUNT_SUSPENDED', ...limitErrors],
    limit: 'money',
    // A minute is its own key.
    idempotency: 'none',
    logsRefusals: true,
  },
  'GET /streaming/offers/{id}': {
    summary: 'What private and group shows of a performer cost now, by id or username.',
    who: 'public',
    inShow: true,
    params: idOrUsernameParams,
    output: showOffers,
  },
  'GET /streaming/state/{id}': {
    summary: 'What a performer has on stage now, by id or username: `none`, `starting`, `public`, `paused`, `private` or `group`.',
    who: 'public',
    inShow: true,
    params: idOrUsernameParams,
    output: z.object({ _id: id, live: liveState }),
  },
  'POST /streaming/private-chat/{id}': {
    summary:
      'Ask a performer, by id or username, for a private show: the minimum is held, and nothing is charged. Again: the same request.',
    who: 'user',
    inShow: true,
    verified: true,
    params: idOrUsernameParams,
    body: z.object({ message: line(300).or(z.literal('')).default(''), withCamera: flag.default(false) }),
    output: showRequest,
    status: 201,
    errors: ['SHOWS_CLOSING', 'REQUEST_OPEN', 'LIVE_BUSY', 'INSUFFICIENT_TOKENS', 'OWN_ITEM', ...limitErrors],
    logsRefusals: true,
  },
  'GET /streaming/private-chat/check-stream/{id}': {
    summary: 'Whether a private show of the caller and another account is asked for or in progress.',
    who: 'user',
    params: idParams,
    output: z.object({
      isStreaming: z.boolean(),
      state: z.enum(REQUEST_STATES).nullable(),
      streamId: id.nullable(),
      conversationId: id.nullable(),
    }),
  },
  'GET /streaming/private-chat/{id}': {
    summary: 'A private show with its request and conversation, for its two.',
    who: 'user',
    inShow: true,
    params: idParams,
    output: privateShow,
  },
  'POST /streaming/private-chat/{id}/accept': {
    summary: 'Accept a request: the show begins to wait for both. A public show pauses meanwhile, or ends.',
    who: 'performer',
    inShow: true,
    verified: true,
    params: idParams,
    body: z.object({ publicShow: z.enum(['pause', 'end']).default('pause') }),
    output: z.object({ request: showRequest, session: streamSession, publishing }),
    status: 201,
    errors: ['SHOWS_CLOSING', 'REQUEST_STATE', 'LIVE_BUSY', 'UNAVAILABLE'],
    idempotency: 'none',
    logsRefusals: true,
  },
  'POST /streaming/private-chat/{id}/cancel': {
    summary: 'Take the own request back; what was held is returned.',
    who: 'user',
    inShow: true,
    params: idParams,
    output: showRequest,
    errors: ['REQUEST_STATE'],
    idempotency: 'none',
  },
  'POST /streaming/group-chat': {
    summary: 'Begin a group show, or go on with the one that is open; answers where to publish.',
    who: 'performer',
    inShow: true,
    verified: true,
    body: z.object({
      title: line(100),
      price: payableTokens(positiveAmount).optional(),
      seats: z.number().int().min(GROUP_SEATS.min).max(GROUP_SEATS.max),
      minimumMinutes: z.number().int().min(MINIMUM_MINUTES.min).max(MINIMUM_MINUTES.max).optional(),
      isRecorded: flag.default(false),
      audience: z.enum(GROUP_AUDIENCES).default('everyone'),
      /** As in `POST /streaming/live`. */
      fromEncoder: flag.default(false),
    }),
    output: z.object({ session: streamSession, publishing }),
    status: 201,
    errors: ['SHOWS_CLOSING', 'LIVE_BUSY', 'AMOUNT_OUT_OF_BOUNDS', 'UNAVAILABLE'],
    idempotency: 'none',
  },
  'GET /streaming/group-chat/{id}': {
    summary: 'A group show, by its id or its performer’s id or username; its conversation for those in it.',
    who: 'user',
    inShow: true,
    params: idOrUsernameParams,
    output: groupShow,
  },
  'POST /streaming/leave/{id}': {
    summary: 'Leave a group show, or end a private one: what is left of the hold is returned.',
    who: 'user',
    inShow: true,
    params: idParams,
    output: showReceipt,
    idempotency: 'none',
  },
  'GET /streaming/receipts/{id}': {
    summary: 'What a private or group show cost the caller, or brought its performer, minute by minute.',
    who: 'user',
    inShow: true,
    params: idParams,
    output: showReceipt,
  },
  'GET /streaming/receipts/{id}/export': {
    summary: 'The minutes of a private or group show as a signed file: the caller’s own, or everybody’s for its performer.',
    who: 'user',
    params: idParams,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'application/json', name: 'show-minutes.json' },
  },
  'GET /streaming/private/available-list': {
    summary: 'The requests that wait for the performer’s answer, oldest first.',
    who: 'performer',
    inShow: true,
    query: sortable(paging, ['createdAt', 'updatedAt'], 'asc'),
    output: listOf(showRequest),
  },
  'DELETE /streaming/private/available-list/{id}': {
    summary: 'Decline a request; what was held is returned.',
    who: 'performer',
    inShow: true,
    params: idParams,
    output: done,
    errors: ['REQUEST_STATE'],
    logsRefusals: true,
  },
});
