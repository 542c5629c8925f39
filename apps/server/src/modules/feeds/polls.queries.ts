import type { Poll } from '@stagedoor/contract/polls';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

interface PollRow {
  id: string;
  performer_id: string;
  question: string;
  ends_at: Date | null;
  options: { id: string; text: string; votes: number }[];
  voted_for: string | null;
}

/**
 * Polls by their ids, as a viewer sees them. Results are visible to those who have voted, to the performer, and to everyone after the poll
 * closed.
 * @param isExact counts the votes themselves, for a viewer who has just voted; lists use the stored counts
 */
export const pollsOf = async (
  executor: Executor,
  viewerId: string | null,
  pollIds: readonly string[],
  now: Date,
  { isExact = false } = {},
): Promise<Map<string, Poll>> => {
  if (pollIds.length === 0) return new Map();
  const votes = isExact ? sql`(select count(*)::int from poll_votes v where v.option_id = o.id)` : sql`o.vote_count`;
  const { rows } = await sql<PollRow>`
    select p.id, p.performer_id, p.question, p.ends_at,
      (select json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', ${votes}) order by o.position) from poll_options o where o.poll_id = p.id) as options,
      (select v.option_id from poll_votes v where v.poll_id = p.id and v.account_id = ${viewerId}::uuid) as voted_for
    from polls p where p.id = any(${pollIds}::uuid[])`.execute(executor);
  return new Map(
    rows.map((row): [string, Poll] => {
      const isClosed = row.ends_at !== null && row.ends_at <= now;
      const isResultVisible = isClosed || row.voted_for !== null || row.performer_id === viewerId;
      return [
        row.id,
        {
          _id: row.id,
          question: row.question,
          options: row.options.map(({ id, text, votes: count }) => ({ _id: id, text, votes: isResultVisible ? count : null })),
          totalVotes: row.options.reduce((sum, { votes: count }) => sum + count, 0),
          endsAt: row.ends_at?.toISOString() ?? null,
          isClosed,
          votedFor: row.voted_for,
        },
      ];
    }),
  );
};
