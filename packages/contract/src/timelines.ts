import { isOneOf } from './keys.values.ts';
import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { feedView } from './feeds.ts';
import { galleryView } from './galleries.ts';
import { reelView } from './reels.ts';
import { videoView } from './videos.ts';
import { MEDIA_TYPES, kindsWith } from './items.values.ts';
import { cursorListOf, cursorPaging, flag, id, instant, sortable } from './shapes.ts';

/** An item in a home feed, by its kind: one view for each kind that is published into home feeds (`KIND_TRAITS`). */
export const timelineItem = z.discriminatedUnion('kind', [feedView, galleryView, videoView, reelView]);
export type TimelineItem = z.output<typeof timelineItem>;

const TIMELINE_KINDS = kindsWith('isInTimelines');
const isTimelineKind = (kind: string): boolean => isOneOf(TIMELINE_KINDS, kind);

/** Which of the items at home: of these kinds, of a media type, with a poll, of performers the viewer subscribes to or follows. */
const homeFilters = {
  /** Joined by commas; all of them unless given. */
  kinds: z
    .string()
    .max(100)
    .transform((value) => value.split(','))
    .refine((kinds) => kinds.every(isTimelineKind), { params: { rule: 'choice' } })
    .optional(),
  type: z.enum(MEDIA_TYPES).optional(),
  polls: flag.optional(),
  from: z.enum(['subscriptions', 'following']).optional(),
};

/** What the performers that an account follows and subscribes to have published. */
export const timelines = endpoints({
  'GET /feeds/home-feeds': {
    summary: 'The viewer’s home: what the performers they follow and subscribe to published, of every kind, newest first.',
    who: 'user',
    // Timelines are stored in this order alone: any other would read and sort all of them for each page.
    query: sortable(cursorPaging, ['publishedAt']).extend({ sort: z.enum(['desc']).default('desc'), ...homeFilters }),
    output: cursorListOf(timelineItem),
    hot: true,
  },
  'GET /feeds/home-feeds/new': {
    summary: 'How many items came to the viewer’s home after the newest one they have: at most 100 are counted.',
    who: 'user',
    query: z.object({ ...homeFilters, since: instant, sinceId: id.optional() }),
    output: z.object({ count: z.number().int() }),
    hot: true,
  },
});
