import { z } from 'zod';
import { amount, id, instant } from './shapes.ts';

/** A show that others may know of. */
const show = {
  streamId: id,
  title: z.string(),
  /** When it went on air, moved on by each silence since: the time from then on is the time on air. Null before its first picture. */
  since: instant.nullable(),
  /** The page of the show. */
  link: z.string(),
};

/**
 * A performer's live state, as others may know of it.
 *
 * none · starting: a show was announced and has no picture yet · public: a show with a room, also while its performer is reconnecting ·
 * paused: a public show waits while its performer gives a private one · private: busy; with whom and with what isn't told · group: seats
 * that are paid by the minute.
 */
export const liveState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('private') }),
  z.object({ state: z.literal('starting'), ...show }),
  z.object({ state: z.literal('public'), ...show }),
  z.object({ state: z.literal('paused'), ...show }),
  z.object({
    state: z.literal('group'),
    ...show,
    /** Price of a minute, in tokens and in money. */
    rate: amount,
    money: amount,
    seats: z.number().int(),
    taken: z.number().int(),
  }),
]);
export type LiveState = z.output<typeof liveState>;
