import type { EngineName } from '@stagedoor/contract/settings.values';
import { sql } from 'kysely';
import type { MediaNode } from '../../live/media-proxy.ts';
import type { Platform } from '../../platform/platform.ts';

/** A node reports every two seconds; without a report for this long it is considered dead. */
const NODE_TIMEOUT_MS = 10_000;

export interface LiveNodeRow {
  id: string;
  url: string;
}

type NodePlatform = Pick<Platform, 'database' | 'clock'>;

/** Whether a node is alive; a condition over `live_nodes n`. */
export const isAlive = (now: Date) => sql`n.seen_at > ${new Date(now.getTime() - NODE_TIMEOUT_MS)}::timestamptz`;

/** The show of a medium: its own id, or that of the private show a fan's camera belongs to. */
export const showOf = (mediaId: string) =>
  sql<string>`coalesce((select x.stream_id from stream_participants x where x.camera_id = ${mediaId}::uuid), ${mediaId}::uuid)`;

/** Live nodes of an engine, fewest open shows first. */
export const listLiveNodes = async ({ database, clock }: NodePlatform, engine: EngineName = 'builtIn'): Promise<LiveNodeRow[]> => {
  const { rows } = await sql<LiveNodeRow>`
    select n.id, n.url from live_nodes n
    where ${isAlive(clock.now())} and n.engine = ${engine}
    order by (select count(*) from streams s where s.node_id = n.id and s.ended_at is null), n.id`.execute(database);
  return rows;
};

/**
 * The URL of the node of a show, or of a fan's camera in it: its owner while alive; for a show not yet published, the node with fewest shows. Null when no
 * node is alive.
 */
export const findNodeUrl = async (platform: NodePlatform, streamId: string): Promise<string | null> =>
  (await findMediaNode(platform, streamId))?.url ?? null;

/** The same, with the application's name in the addresses of the running show. */
export const findMediaNode = async ({ database, clock }: NodePlatform, streamId: string): Promise<MediaNode | null> => {
  const { rows } = await sql<MediaNode>`
    select n.url, (select s.addresses ->> 'app' from streams s where s.id = ${showOf(streamId)} and s.ended_at is null) as "appName" from live_nodes n
    where ${isAlive(clock.now())} and n.engine = 'builtIn'
    order by n.id = (select s.node_id from streams s where s.id = ${showOf(streamId)}) desc nulls last,
      (select count(*) from streams s where s.node_id = n.id and s.ended_at is null), n.id
    limit 1`.execute(database);
  return rows[0] ?? null;
};
