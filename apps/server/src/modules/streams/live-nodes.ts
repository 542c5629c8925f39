import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

/** A node writes every two seconds; one that was silent for this long is dead. */
const SILENCE_MS = 10_000;

export interface LiveNodeRow {
  id: string;
  url: string;
}

type NodePlatform = Pick<Platform, 'database' | 'clock'>;

/** The node is alive, as a condition over `live_nodes n`. */
export const isAlive = (now: Date) => sql`n.seen_at > ${new Date(now.getTime() - SILENCE_MS)}::timestamptz`;

/** The live processes that are alive, those with fewest open shows first. */
export const listLiveNodes = async ({ database, clock }: NodePlatform): Promise<LiveNodeRow[]> => {
  const { rows } = await sql<LiveNodeRow>`
    select n.id, n.url from live_nodes n
    where ${isAlive(clock.now())}
    order by (select count(*) from streams s where s.node_id = n.id and s.ended_at is null), n.id`.execute(database);
  return rows;
};

/**
 * Where a show's media is: its owner node while that is alive; for one that nobody publishes yet, the node with fewest shows. Null when no
 * live process is alive.
 */
export const findNodeUrl = async ({ database, clock }: NodePlatform, streamId: string): Promise<string | null> => {
  const { rows } = await sql<{ url: string }>`
    select n.url from live_nodes n
    where ${isAlive(clock.now())}
    order by n.id = (select s.node_id from streams s where s.id = ${streamId}::uuid) desc nulls last,
      (select count(*) from streams s where s.node_id = n.id and s.ended_at is null), n.id
    limit 1`.execute(database);
  return rows[0]?.url ?? null;
};
