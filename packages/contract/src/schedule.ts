import { z } from 'zod';
import { seenBy } from './audience.ts';
import { endpoints } from './endpoint.ts';
import { itemAuthor } from './items.ts';
import { SHOW_AUDIENCES } from './schedule.values.ts';
import { id, idOrUsernameParams, idParams, instant, line, listOf, paging, sortable } from './shapes.ts';

/** A coming show of a performer. */
export const plannedShow = z.object({
  _id: id,
  performer: itemAuthor,
  title: z.string(),
  category: z.object({ _id: id, slug: z.string(), name: z.string() }).nullable(),
  audience: z.enum(SHOW_AUDIENCES),
  startsAt: instant,
  state: z.enum(['planned', 'begun', 'missed', 'cancelled']),
  cover: z.string().nullable(),
  /** The caller is told ten minutes before. */
  isReminded: z.boolean(),
  /** How many accounts are reminded. */
  reminders: seenBy('performer', z.number().int().nullable()),
  createdAt: instant,
  updatedAt: instant,
});
export type PlannedShow = z.output<typeof plannedShow>;

const fields = z.object({
  title: line(100),
  categoryId: id.nullable().default(null),
  audience: z.enum(SHOW_AUDIENCES).default('everyone'),
  /** In the future, at most 180 days ahead. */
  startsAt: instant,
});

/** Coming shows, and reminders of them. */
export const schedule = endpoints({
  'GET /streaming/schedule': {
    summary: 'Coming shows, the next first; of one performer with `performer`, an id or a username.',
    who: 'public',
    query: sortable(paging, ['startsAt', 'createdAt', 'updatedAt'], 'asc').extend({ performer: idOrUsernameParams.shape.id.optional() }),
    output: listOf(plannedShow),
  },
  'POST /performer/schedule': {
    summary: 'Plan an own show; at most 20 ahead.',
    who: 'performer',
    verified: true,
    body: fields,
    output: plannedShow,
    status: 201,
    errors: ['SCHEDULE_FULL'],
  },
  'PUT /performer/schedule/{id}': {
    summary: 'Change an own planned show; who is reminded of it is told of another time.',
    who: 'performer',
    params: idParams,
    body: fields,
    output: plannedShow,
    errors: ['SCHEDULE_STATE'],
  },
  'DELETE /performer/schedule/{id}': {
    summary: 'Cancel an own planned show; who is reminded of it is told.',
    who: 'performer',
    params: idParams,
    output: plannedShow,
    errors: ['SCHEDULE_STATE'],
  },
  'PUT /streaming/schedule/{id}/reminder': {
    summary: 'Be told ten minutes before a coming show, or no longer.',
    who: 'user',
    params: idParams,
    body: z.object({ on: z.boolean() }),
    output: plannedShow,
    errors: ['SCHEDULE_STATE', 'OWN_ITEM'],
    idempotency: 'none',
  },
  'GET /streaming/schedule/{id}/calendar': {
    summary: 'A coming show for a calendar (iCalendar, RFC 5545).',
    who: 'public',
    params: idParams,
    output: z.custom<AsyncIterable<string>>(),
    download: { contentType: 'text/calendar', name: 'show.ics' },
  },
});
