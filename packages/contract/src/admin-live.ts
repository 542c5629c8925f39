import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { itemAuthor } from './items.ts';
import { STOP_REASONS } from './reasons.values.ts';
import { amount, done, id, idParams, instant, line, listOf, paging, sortable } from './shapes.ts';
import { STREAM_STATES, STREAM_TYPES } from './streams.ts';

/** A picture of a show at one moment. */
export const showStill = z.object({
  /** For a session of this admin alone, for some minutes; null when there was no picture to be had. */
  url: z.string().nullable(),
  takenAt: instant,
  /** It looked like something that was taken down. */
  isAlike: z.boolean(),
});
export type ShowStill = z.output<typeof showStill>;

/** An open show on the admins' live wall. Who is in a paid show isn't told, nor is its picture shown. */
export const wallShow = z.object({
  _id: id,
  type: z.enum(STREAM_TYPES),
  state: z.enum(STREAM_STATES),
  title: z.string(),
  performer: itemAuthor,
  /** The performer's cover; null of private shows. */
  cover: z.string().nullable(),
  viewers: z.number().int(),
  /** Tips, gifts, emoji and paid minutes so far, after refunds. */
  tokens: amount,
  /** Reports about the performer, or a message in the show, that wait for a decision. */
  reports: z.number().int(),
  /** The last still; null of private shows, before the first one, and for admins without the permission `content`. */
  still: showStill.nullable(),
  /** Stills have failed for five minutes. */
  isUnseen: z.boolean(),
  /** A still of it looks like something that was taken down. */
  isAlike: z.boolean(),
  startedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type WallShow = z.output<typeof wallShow>;

/** The live wall: what is on now, and stopping it. */
export const adminLive = endpoints({
  'GET /admin/live': {
    summary: 'Every open show, most watched first: public, private and group.',
    who: 'admin',
    permission: 'moderation',
    query: sortable(paging, ['viewers', 'createdAt', 'updatedAt']),
    output: listOf(wallShow),
  },
  'GET /admin/maintenance': {
    summary: 'How many shows run, which maintenance would end; in maintenance also when it ends them.',
    who: 'admin',
    permission: 'settings',
    output: z.object({ shows: z.number().int(), closesAt: instant.nullable() }),
  },
  'GET /admin/live/{id}/snapshot': {
    summary: 'A still picture of a public or group show that is on air, at most ten seconds old. Private shows and others: NOT_FOUND.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    output: z.object({
      /** A JPEG as a data URL; null while there is none. */
      picture: z.string().nullable(),
    }),
  },
  'GET /admin/live/{id}/stills': {
    summary:
      'Stills of a public or group show, one a minute: the last thirty, or those around an instant. Private shows and others: NOT_FOUND.',
    who: 'admin',
    permission: 'content',
    params: idParams,
    query: z.object({ at: instant.optional() }),
    output: z.object({
      /** In the order of time. */
      stills: z.array(showStill),
    }),
  },
  'POST /admin/live/{id}/stop': {
    summary: 'Stop a show. Its performer is told the reason and the facts. Audited.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    body: z.object({ reason: z.enum(STOP_REASONS), facts: line(300) }),
    output: done,
    errors: ['LIVE_NOT_ON_AIR'],
  },
});
