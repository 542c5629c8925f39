import { sql } from 'kysely';
import type { Outbox } from '../../platform/events/outbox.ts';

/** Votes are counted after they are committed. */
export const registerFeedEvents = (outbox: Outbox): void => {
  outbox.onBatch('polls.voted', async (events, trx) => {
    const pollIds = [...new Set(events.map(({ payload: { pollId } }) => pollId))];
    await sql`
      update poll_options o set vote_count = (select count(*) from poll_votes v where v.option_id = o.id)
      where o.poll_id = any(${pollIds}::uuid[])`.execute(trx);
  });
};
