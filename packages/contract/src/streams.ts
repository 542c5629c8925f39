import { z } from 'zod';
import { seenBy } from './audience.ts';
import { endpoints } from './endpoint.ts';
import {
  amount,
  boundedAmount,
  cursorListOf,
  cursorPaging,
  done,
  flag,
  id,
  idOrUsernameParams,
  idParams,
  instant,
  line,
  listOf,
  paging,
  sortable,
  payableTokens,
} from './shapes.ts';
import { access } from './entitlement.ts';
import { itemAuthor } from './items.ts';
import { SHOW_AUDIENCES } from './schedule.values.ts';
import { counterparty, limitErrors } from './wallet.ts';

export const STREAM_TYPES = ['public', 'private', 'group'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

/**
 * starting: announced, no media yet · live: media flows · interrupted: it ceased, the performer has until `returnBy` to come back
 * into the same show · paused: a public show, while its performer gives a private one · ended.
 */
export const STREAM_STATES = ['starting', 'live', 'interrupted', 'paused', 'ended'] as const;
export type StreamState = (typeof STREAM_STATES)[number];

export const STREAM_END_REASONS = [
  'performer',
  'dropped',
  'neverStarted',
  'moderator',
  'fan',
  'outOfTokens',
  'privateShow',
  'rehearsalOver',
  'maintenance',
] as const;
export const RECORDING_STATES = ['recording', 'processing', 'ready', 'failed', 'deleted'] as const;

import { ACT_LENGTH, MAX_ACTS, MAX_GOALS } from './streams.values.ts';

export { PREPARED_SECONDS, RETURN_SECONDS } from './streams.values.ts';

/** Where a show is played: the specification's address and, where the engine has it, WHEP. */
export const playback = z.object({
  format: z.enum(['hls', 'mp4']),
  /** `{viewerURL}/{AntMediaAppname}/streams/{id}.m3u8` or `.mp4`, with `?token=` when `secureOption` is on. */
  url: z.string(),
  /** Takes an SDP offer, with the play token as bearer; null where the engine has none. */
  whep: z.string().nullable(),
  /** WebSocket of Ant Media's signalling, where `play` is sent with the token; null of shows that the site's own engine carries. */
  signalling: z.string().nullable(),
});
export type Playback = z.output<typeof playback>;

/** A show as its viewers see it. */
export const streamSession = z.object({
  _id: id,
  type: z.enum(STREAM_TYPES),
  state: z.enum(STREAM_STATES),
  title: z.string(),
  performer: itemAuthor,
  conversationId: id,
  /** Who a public or group show is for; null of a private one. */
  audience: z.enum(SHOW_AUDIENCES).nullable(),
  /** Whether the caller may watch a public show, or its recording, and else how; null of private and group shows, which have calls of their own. */
  access: access.nullable(),
  categoryId: id.nullable(),
  /** Nobody but its performer knows of it, until it goes live. */
  isRehearsal: z.boolean(),
  /** Viewers see a notice. */
  isRecorded: z.boolean(),
  /** Watching now, and the most there were. */
  viewers: z.number().int(),
  peakViewers: z.number().int(),
  /** The goal that tips are for now: the next one begins when one is reached. `raised` is what it has. */
  goal: seenBy('granted', z.object({ title: z.string(), amount, raised: amount }).nullable()),
  /** How many goals are reached, of how many. */
  goals: seenBy('granted', z.object({ reached: z.number().int(), total: z.number().int() })),
  /** The three who tipped most during the show, most first. */
  topTippers: seenBy('granted', z.array(z.object({ fan: counterparty, amount }))),
  /** Null once the show is over. */
  playback: seenBy('granted', playback.nullable()),
  /** Null when the show wasn't recorded, or its recording isn't ready. */
  recording: seenBy('granted', z.object({ url: z.string(), durationSeconds: z.number() }).nullable()),
  /** When the first picture came. */
  startedAt: instant.nullable(),
  /** The same, moved on by each silence since, as in the performer's live state: a clock that starts then shows the time on air. */
  since: instant.nullable(),
  /** While there is no picture: when it ceased, where that clock stands still. */
  silentSince: instant.nullable(),
  /** How long media flowed, as far as nodes have reported it. */
  durationSeconds: z.number(),
  /** While starting: until when the show waits for its first picture. */
  startBy: instant.nullable(),
  /** While interrupted: until when the show waits for its performer. */
  returnBy: instant.nullable(),
  /** When maintenance ends the show, if it is on. */
  closesAt: instant.nullable(),
  endedAt: instant.nullable(),
  endReason: z.enum(STREAM_END_REASONS).nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type StreamSession = z.output<typeof streamSession>;

/** A show in the list of live shows. `performer.live` has what a seat in a group show costs. */
export const liveCard = z.object({
  _id: id,
  type: z.enum(['public', 'group']),
  title: z.string(),
  state: z.enum(STREAM_STATES),
  performer: itemAuthor,
  cover: z.string().nullable(),
  category: z.object({ _id: id, slug: z.string(), name: z.string() }).nullable(),
  audience: z.enum(SHOW_AUDIENCES),
  /** In a group show: tells if it is for the caller. */
  access,
  viewers: z.number().int(),
  startedAt: instant.nullable(),
});
export type LiveCard = z.output<typeof liveCard>;

/** As in RTCIceServer. */
export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServerView = z.output<typeof iceServer>;

/** Publishing credentials, for the performer only. */
export const publishing = z.object({
  /** WHIP endpoint (RFC 9725): takes an SDP offer, with the token as bearer. Null where the engine has none. */
  whip: z.string().nullable(),
  /** WebSocket of Ant Media's signalling, where `publish` is sent with the token; null of shows that the site's own engine carries. */
  signalling: z.string().nullable(),
  /** The stream's id there. */
  streamId: id,
  token: z.string(),
  /** Goes with the token where there is signalling. */
  subscriberId: id.nullable(),
  iceServers: z.array(iceServer),
});
export type Publishing = z.output<typeof publishing>;

/** A stream token, in the words of Ant Media's REST interface. */
export const streamToken = z.object({
  tokenId: z.string(),
  streamId: id,
  type: z.enum(['play', 'publish']),
  expireDate: instant,
  /** Goes with the token to an external media server, and renews it here. Null where the site's own engine checks the token. */
  subscriberId: id.nullable(),
});
export type StreamToken = z.output<typeof streamToken>;

/** What a show's tips, gifts and emoji come to, after refunds. `net` is the performer's share. */
const streamTips = z.object({ count: z.number().int(), tokens: amount, net: amount, currency: z.string() });

/** A show's recording, for its performer. The address is null unless it is ready. */
const ownRecording = z.object({
  state: z.enum(RECORDING_STATES),
  url: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  /** The show was stopped at once: nobody else sees the recording until its performer shows it. */
  isWithheld: z.boolean(),
});

/** What a show brought, for its performer. */
export const streamSummary = z.object({
  session: streamSession,
  /** How long media flowed. */
  durationSeconds: z.number(),
  /** Unique viewers, visitors counted per visit; and their total watch time. */
  viewers: z.number().int(),
  watchedMinutes: z.number(),
  messages: z.number().int(),
  tips: streamTips,
  /** Paid minutes of a private or group show, without those given back. */
  minutes: streamTips,
  recording: ownRecording.nullable(),
  /** The reason that an admin gave for stopping it; empty otherwise. */
  endNote: z.string(),
});
export type StreamSummary = z.output<typeof streamSummary>;

/** An own show that is over. */
export const pastShow = z.object({
  _id: id,
  type: z.enum(STREAM_TYPES),
  title: z.string(),
  isRecorded: z.boolean(),
  /** How long media flowed. */
  durationSeconds: z.number(),
  /** The most who watched at once. */
  peakViewers: z.number().int(),
  tips: streamTips,
  minutes: streamTips,
  recording: ownRecording.nullable(),
  /** Null when no media ever arrived. */
  startedAt: instant.nullable(),
  endedAt: instant,
  endReason: z.enum(STREAM_END_REASONS),
  createdAt: instant,
  updatedAt: instant,
});
export type PastShow = z.output<typeof pastShow>;

/** An instant, or Ant Media's seconds since 1970. */
const expireDate = z.union([
  instant.transform((value) => new Date(value)),
  z
    .number()
    .int()
    .positive()
    .transform((seconds) => new Date(seconds * 1000)),
]);

const goal = z.object({ title: line(60), amount: boundedAmount });

/** What a performer does for a tip of that much. */
export const tipMenu = z.object({ acts: z.array(z.object({ _id: id, title: z.string(), price: amount })) });
export type TipMenu = z.output<typeof tipMenu>;

export const streams = endpoints({
  'GET /streaming/tip-menu/{id}': {
    summary: 'What a performer does for a tip, by the performer’s id or username.',
    who: 'public',
    inShow: true,
    params: idOrUsernameParams,
    output: tipMenu,
  },
  'PUT /performer/tip-menu': {
    summary: 'Set the own tip menu, in its order; at most 12 acts.',
    who: 'performer',
    body: z.object({ acts: z.array(z.object({ title: line(ACT_LENGTH), price: payableTokens(boundedAmount) })).max(MAX_ACTS) }),
    output: tipMenu,
    idempotency: 'none',
  },
  'POST /streaming/live': {
    summary: 'Begin a public show, or go on with the one that is open; answers where to publish.',
    who: 'performer',
    inShow: true,
    verified: true,
    body: z.object({
      /** The performer's name by default. */
      title: line(100).optional(),
      /** Who may watch it, and its recording. It stays as the show began. */
      audience: z.enum(SHOW_AUDIENCES).default('everyone'),
      categoryId: id.nullable().default(null),
      isRecorded: z.boolean().default(false),
      /** Nobody else knows of the show until `POST /streaming/live/{id}/begin`; it ends after 30 minutes. */
      isRehearsal: z.boolean().default(false),
      /** An encoder publishes it, by the performer's stream key: a new show waits ten minutes for its first picture, not 90 seconds. */
      fromEncoder: z.boolean().default(false),
      goal: goal.nullable().default(null),
      /** The goals after it, each of which begins when the one before is reached. */
      nextGoals: z
        .array(goal)
        .max(MAX_GOALS - 1)
        .default([]),
    }),
    output: z.object({ session: streamSession, publishing }),
    status: 201,
    errors: ['SHOWS_CLOSING', 'LIVE_BUSY', 'LIVE_SERVER_AWAY'],
    idempotency: 'none',
  },
  'POST /streaming/network-check': {
    summary: 'Where to measure the own connection before a show: once, within a minute, over a WebRTC data channel to a live node.',
    who: 'performer',
    verified: true,
    output: z.object({
      /** Takes an SDP offer of one data channel, with the token as bearer. */
      url: z.string(),
      token: z.string(),
      iceServers: z.array(iceServer),
    }),
    status: 201,
    errors: ['UNAVAILABLE'],
    limit: 'measure',
    idempotency: 'none',
  },
  'POST /streaming/live/{id}/begin': {
    summary: 'Go live with the own rehearsal, over the connection that publishes it. One that is live stays so.',
    who: 'performer',
    inShow: true,
    verified: true,
    params: idParams,
    output: streamSession,
    errors: ['SHOWS_CLOSING', 'LIVE_NOT_ON_AIR'],
    idempotency: 'none',
  },
  'POST /streaming/join/{id}': {
    summary:
      'Join a show, by its id or by its performer’s id or username: checks access, answers session and play token. In a group show it takes a seat: the rate is frozen and the minimum held.',
    who: 'public',
    inShow: true,
    params: idOrUsernameParams,
    output: z.object({ session: streamSession, token: streamToken, iceServers: z.array(iceServer) }),
    status: 201,
    errors: [
      'SHOWS_CLOSING',
      'LIVE_NOT_ON_AIR',
      'LIVE_SERVER_AWAY',
      'LOCKED',
      'LIVE_SEATS_TAKEN',
      'INSUFFICIENT_TOKENS',
      'EMAIL_NOT_VERIFIED',
      ...limitErrors,
    ],
    idempotency: 'none',
  },
  'GET /streaming/session/{id}/{type}': {
    summary: 'The open show of a type, or the last one, by its id or by its performer’s id or username.',
    who: 'user',
    inShow: true,
    params: idOrUsernameParams.extend({ type: z.enum(STREAM_TYPES) }),
    output: streamSession,
  },
  'POST /streaming/token': {
    summary:
      'A token to play or publish one show, after the access check. `expireDate` can only shorten. Also by the id of the fan’s camera in a private show, which the fan publishes and the performer plays. With `subscriberId`, a later token in place of that one: in a paid show it is valid for longer only once the next minute is charged.',
    who: 'public',
    inShow: true,
    body: z.object({ id, type: z.enum(['play', 'publish']), expireDate: expireDate.optional(), subscriberId: id.optional() }),
    output: streamToken,
    status: 201,
    errors: ['SHOWS_CLOSING', 'LIVE_NOT_ON_AIR', 'LOCKED', 'LIVE_TOKEN_INVALID', 'LIVE_SERVER_AWAY'],
    idempotency: 'none',
    logsRefusals: true,
  },
  'GET /streaming/open': {
    summary: 'The own shows that are open: one, and a public one that is paused beside a private one.',
    who: 'performer',
    inShow: true,
    output: z.object({ shows: z.array(streamSession) }),
  },
  'GET /streaming/live': {
    summary: 'Public and group shows on air, most watched first; also those that the caller may not watch, with what it takes.',
    who: 'public',
    query: sortable(paging, ['viewers', 'createdAt', 'updatedAt']).extend({
      /** Without those whom the caller muted. */
      unmuted: flag.optional(),
      categoryId: id.optional(),
    }),
    output: listOf(liveCard),
  },
  'GET /streaming/view/{id}': {
    summary:
      'A show as anybody may see it, the end included, by its id or by its performer’s id or username (then the open one, or the last).',
    who: 'public',
    inShow: true,
    params: idOrUsernameParams,
    output: streamSession,
  },
  'POST /streaming/end/{id}': {
    summary: 'End the own show, for good.',
    who: 'performer',
    inShow: true,
    params: idParams,
    output: streamSummary,
    idempotency: 'none',
  },
  'POST /streaming/stop/{id}': {
    summary:
      'Stop the own show at once, with a paused one beside it. The recording is withheld from others until its performer shows or deletes it.',
    who: 'performer',
    inShow: true,
    params: idParams,
    output: streamSummary,
    idempotency: 'none',
  },
  'POST /streaming/recordings/{id}/show': {
    summary: 'Show a withheld recording of the own show to those the show was for.',
    who: 'performer',
    params: idParams,
    output: streamSummary,
    idempotency: 'none',
  },
  'GET /streaming/summary/{id}': {
    summary: 'What the own show brought.',
    who: 'performer',
    inShow: true,
    params: idParams,
    output: streamSummary,
  },
  'GET /streaming/shows': {
    summary: 'The own shows that are over, newest first, with what each brought and its recording.',
    who: 'performer',
    query: sortable(cursorPaging, ['createdAt', 'updatedAt']),
    output: cursorListOf(pastShow),
  },
  'DELETE /streaming/recordings/{id}': {
    summary: 'Delete the recording of the own show.',
    who: 'performer',
    params: idParams,
    output: done,
  },
});
