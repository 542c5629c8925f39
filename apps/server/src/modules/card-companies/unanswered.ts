import { type RawBuilder, sql } from 'kysely';

/** An open order of this age counts as unanswered: a buyer has typed a card by then. */
const ANSWER_WITHIN_MS = 600_000;

/** The condition of orders `o` by card that nobody has said the end of. */
export const isUnanswered = (now: Date): RawBuilder<unknown> =>
  sql`o.state = 'created' and o.gateway is not null and o.created_at < ${new Date(now.getTime() - ANSWER_WITHIN_MS)}`;
