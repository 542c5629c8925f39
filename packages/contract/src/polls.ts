import { z } from 'zod';
import { seenBy } from './audience.ts';
import { POLL_LENGTH, POLL_OPTIONS } from './polls.values.ts';
import { id, idParams, instant, line } from './shapes.ts';

export { POLL_LENGTH, POLL_OPTIONS } from './polls.values.ts';

/** A poll as a viewer sees it: results are visible after voting, or once it is closed. */
export const poll = z.object({
  _id: id,
  question: z.string(),
  options: z.array(z.object({ _id: id, text: z.string(), votes: seenBy('caller', z.number().int().nullable()) })),
  totalVotes: z.number().int(),
  endsAt: instant.nullable(),
  isClosed: z.boolean(),
  /** What the viewer chose. */
  votedFor: seenBy('caller', id.nullable()),
});
export type Poll = z.output<typeof poll>;

export const pollInput = z.object({
  question: line(POLL_LENGTH.question),
  options: z.array(line(POLL_LENGTH.option)).min(POLL_OPTIONS.least).max(POLL_OPTIONS.most),
  endsAt: instant.nullable().default(null),
});

/** Belongs to the calls of feeds. */
export const pollCalls = {
  'POST /performer/feeds/polls': {
    summary: 'Write a poll; a post then names it.',
    who: 'performer',
    verified: true,
    body: pollInput,
    output: poll,
    status: 201,
  },
  'POST /feeds/vote/{id}': {
    summary: 'Vote in a poll of a post that the caller may see, by the poll’s id or the post’s: once.',
    who: 'user',
    params: idParams,
    body: z.object({ optionId: id }),
    output: poll,
    errors: ['POLL_CLOSED', 'ALREADY_VOTED', 'LOCKED', 'BLOCKED_PAIR'],
  },
} as const;
