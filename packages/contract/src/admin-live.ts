import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { itemAuthor } from './items.ts';
import { amount, done, id, idParams, instant, line, listOf, paging, sortable } from './shapes.ts';
import { STREAM_STATES, STREAM_TYPES } from './streams.ts';

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
  'POST /admin/live/{id}/stop': {
    summary: 'Stop a show, with a reason that its performer is told. Audited.',
    who: 'admin',
    permission: 'moderation',
    params: idParams,
    body: z.object({ reason: line(300) }),
    output: done,
    errors: ['LIVE_NOT_ON_AIR'],
  },
});
