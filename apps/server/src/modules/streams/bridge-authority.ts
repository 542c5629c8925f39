import { id } from '@stagedoor/contract/shapes';
import type { StreamState, StreamType } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { BridgeAuthority, BridgedShow, HoldingSeat, NamedGrant } from '../../live/bridge-authority.ts';
import type { LiveNode } from '../../live/live-authority.ts';
import { transact } from '../../platform/database/database.ts';
import { type AuthorityPlatform, createStreamAuthority } from './stream-authority.ts';
import { heartbeat } from './stream-reports.ts';

interface BridgedRow {
  id: string;
  type: StreamType;
  state: StreamState;
  server: string;
  app: string;
  is_rehearsal: boolean;
  is_recorded: boolean;
  awaits_recording: boolean;
  width: number | null;
  height: number | null;
  cameras: string[];
}

const listShows = async ({ database }: AuthorityPlatform): Promise<BridgedShow[]> => {
  const { rows } = await sql<BridgedRow>`
    select s.id, s.type, s.state, s.addresses ->> 'server' as server, s.addresses ->> 'app' as app,
      s.rehearsal is not distinct from 'running' as is_rehearsal, s.is_recorded,
      coalesce(k.state in ('recording', 'processing'), false) as awaits_recording, s.width, s.height,
      array(select p.camera_id from stream_participants p where p.stream_id = s.id and p.camera_id is not null) as cameras
    from streams s left join stream_recordings k on k.stream_id = s.id
    where s.addresses ->> 'server' is not null and s.released_at is null
    order by s.id`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    serverId: row.server,
    app: row.app,
    hasEnded: row.state === 'ended',
    isWaiting: row.state === 'starting' || row.state === 'interrupted',
    isRehearsal: row.is_rehearsal,
    isRecorded: row.state === 'ended' ? row.awaits_recording : row.is_recorded,
    width: row.width,
    height: row.height,
    cameraIds: row.cameras,
  }));
};

interface GrantRow {
  id: string;
  media_id: string;
  kind: 'publish' | 'play';
  created_at: Date;
  seat_id: string | null;
  is_performer: boolean;
  is_valid: boolean;
}

const findGrants = async ({ database, clock }: AuthorityPlatform, grantIds: readonly string[]): Promise<NamedGrant[]> => {
  // The names are those that clients gave the media server.
  const known = grantIds.filter((one) => id.safeParse(one).success);
  if (known.length === 0) return [];
  const { rows } = await sql<GrantRow>`
    select r.id, coalesce(r.media_id, r.stream_id) as media_id, r.kind, r.created_at,
      coalesce(r.account_id = s.performer_id, false) as is_performer,
      case when r.kind = 'play' and r.media_id is null and s.type <> 'public' and r.account_id <> s.performer_id then r.account_id end as seat_id,
      r.revoked_at is null and r.expires_at > ${clock.now()}::timestamptz as is_valid
    from stream_rights r join streams s on s.id = r.stream_id
    where r.id = any(${known}::uuid[])`.execute(database);
  return rows.map((row) => ({
    grantId: row.id,
    mediaId: row.media_id,
    kind: row.kind,
    createdAt: row.created_at,
    seatId: row.seat_id,
    isPerformer: row.is_performer,
    isValid: row.is_valid,
  }));
};

const findHoldingSeats = async ({ database, clock }: AuthorityPlatform, showIds: readonly string[]): Promise<HoldingSeat[]> => {
  if (showIds.length === 0) return [];
  const now = clock.now();
  const { rows } = await sql<{ id: string; stream_id: string; account_id: string }>`
    select r.id, r.stream_id, r.account_id from stream_rights r
    join stream_participants p on p.stream_id = r.stream_id and p.account_id = r.account_id and p.left_at is null
    where r.stream_id = any(${showIds}::uuid[]) and r.kind = 'play' and r.media_id is null and r.revoked_at is null
      and r.expires_at > ${now}::timestamptz and r.media_until > ${now}::timestamptz`.execute(database);
  return rows.map((row) => ({ showId: row.stream_id, grantId: row.id, accountId: row.account_id }));
};

const countViewerTokens = async ({ database, clock }: AuthorityPlatform, showIds: readonly string[]): Promise<Map<string, number>> => {
  if (showIds.length === 0) return new Map();
  const { rows } = await sql<{ stream_id: string; tokens: number }>`
    select r.stream_id, count(distinct coalesce(r.account_id, r.id))::int as tokens from stream_rights r
    join streams s on s.id = r.stream_id
    where r.stream_id = any(${showIds}::uuid[]) and r.kind = 'play' and r.media_id is null and r.revoked_at is null
      and r.expires_at > ${clock.now()}::timestamptz and r.account_id is distinct from s.performer_id
    group by r.stream_id`.execute(database);
  return new Map(rows.map(({ stream_id: showId, tokens }) => [showId, tokens]));
};

const takeOver = ({ database, clock }: AuthorityPlatform, node: LiveNode): Promise<void> =>
  transact(database, undefined, async (trx) => {
    await heartbeat(trx, node, clock.now());
    await sql`select from live_nodes where engine = 'antMedia' order by id for update`.execute(trx);
    await sql`
      update streams u set node_id = ${node.id}::uuid
      from (select s.id from streams s where s.addresses ->> 'server' is not null and s.released_at is null and s.ended_at is null
        and s.node_id is not null order by s.id for no key update) as chosen
      where u.id = chosen.id and u.node_id <> ${node.id}::uuid`.execute(trx);
    await sql`delete from live_nodes where engine = 'antMedia' and id <> ${node.id}::uuid`.execute(trx);
  });

/** The bridge's authority, backed by this module's tables. */
export const createBridgeAuthority = (platform: AuthorityPlatform): BridgeAuthority => {
  const { reconcile, recorded, recordingFailed } = createStreamAuthority(platform);
  return {
    reconcile,
    recorded,
    recordingFailed,
    takeOver: (node) => takeOver(platform, node),
    shows: () => listShows(platform),
    grants: (grantIds) => findGrants(platform, grantIds),
    holdingSeats: (showIds) => findHoldingSeats(platform, showIds),
    viewerTokens: (showIds) => countViewerTokens(platform, showIds),
    async released(showId) {
      await sql`
        update streams set released_at = ${platform.clock.now()}::timestamptz
        where id = ${showId}::uuid and ended_at is not null and released_at is null`.execute(platform.database);
    },
  };
};
