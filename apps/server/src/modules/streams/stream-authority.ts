import type { StreamState, StreamType } from '@stagedoor/contract/streams';
import { id } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { LiveAuthority, LiveNode, NodeCommands, StreamGrant } from '../../live/live-authority.ts';
import type { HostedStream } from '../../live/live-engine.ts';
import { hashToken } from '../../platform/auth/sessions.ts';
import { type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { verifiesAge } from '../../platform/settings/age-levels.ts';
import { isRestrictedShow } from '../access/index.ts';
import { failRecording, finishRecording, listUnfinishedRecordings } from './recordings.ts';
import { runClocks } from './minute-clocks.ts';
import { showOf } from './live-nodes.ts';
import { goLive, interruptShows } from './stream-state.ts';
import { isExcluded } from './stream-grants.ts';
import { authorizeStreamKey } from './stream-keys.ts';
import { heartbeat, writeHostedStreams, writeViewers } from './stream-reports.ts';

/** The parts of the platform available in the live process. */
export type AuthorityPlatform = Pick<Platform, 'database' | 'clock' | 'settings' | 'storage' | 'log'>;

interface GrantRow {
  type: string;
  state: StreamState;
  is_recorded: boolean;
  is_rehearsal: boolean;
  is_restricted: boolean;
  /** Its performer is hidden from some countries. */
  is_local: boolean;
  /** The medium is a fan's camera. */
  is_camera: boolean;
  grant_id: string | null;
  seat_id: string | null;
  expires_at: Date | null;
}

/** @throws CodedError NOT_FOUND, LIVE_ENDED, LIVE_NOT_ON_AIR, LIVE_TOKEN_INVALID */
const findGrant = async (
  { database, clock, settings }: AuthorityPlatform,
  streamId: string,
  kind: 'publish' | 'play',
  token: string | undefined,
): Promise<StreamGrant> => {
  if (!id.safeParse(streamId).success) throw new CodedError('NOT_FOUND');
  const { rows } = await sql<GrantRow>`
    select s.type, s.state, s.is_recorded, s.rehearsal is not distinct from 'running' as is_rehearsal, ${isRestrictedShow} as is_restricted,
      exists (select from country_blocks c where c.performer_id = s.performer_id) as is_local,
      s.id <> ${streamId}::uuid as is_camera, r.id as grant_id, r.expires_at,
      case when r.kind = 'play' and r.media_id is null and s.type <> 'public' and r.account_id <> s.performer_id then r.account_id end as seat_id
    from streams s
    join items i on i.id = s.id
    join performers p on p.account_id = s.performer_id and p.state = 'approved'
    join accounts a on a.id = s.performer_id and a.status = 'active'
    left join stream_rights r on r.stream_id = s.id and coalesce(r.media_id, r.stream_id) = ${streamId}::uuid and r.kind = ${kind}
      and r.token_hash = ${hashToken(token ?? '')}
      and r.revoked_at is null and r.expires_at > ${clock.now()}::timestamptz and not ${isExcluded(clock.now())}
    where s.id = ${showOf(streamId)} and coalesce(s.addresses ->> 'engine', 'builtIn') = 'builtIn'`.execute(database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  // Nothing goes out to those who wait for the end of a private show.
  if (kind === 'publish' && (row.state === 'ended' || row.state === 'paused')) throw new CodedError('LIVE_NOT_ON_AIR');
  if (row.state === 'ended') throw new CodedError('LIVE_ENDED');
  const isForEveryone = !row.is_restricted && !settings.get('secureOption') && !verifiesAge(settings);
  const needsNoToken = !row.is_camera && kind === 'play' && row.type === 'public' && isForEveryone;
  if (row.grant_id === null && (token !== undefined || !needsNoToken)) throw new CodedError('LIVE_TOKEN_INVALID');
  return {
    grantId: row.grant_id,
    streamId,
    seatId: row.seat_id,
    isOpen: needsNoToken && !row.is_local,
    expiresAt: row.expires_at,
    isRecorded: row.is_recorded && !row.is_camera,
    isRehearsal: row.is_rehearsal,
  };
};

/** Makes the node the show's owner. A previous owner is told to end it with its next report. */
const claim = (platform: AuthorityPlatform, node: LiveNode, streamId: string): Promise<void> =>
  transact(platform.database, undefined, async (trx) => {
    await heartbeat(trx, node, platform.clock.now());
    // A fan's camera goes where the show is.
    const { numAffectedRows = 0n } = await sql`
      update streams set node_id = case when id = ${streamId}::uuid then ${node.id}::uuid else coalesce(node_id, ${node.id}::uuid) end
      where id = ${showOf(streamId)} and ended_at is null`.execute(trx);
    if (numAffectedRows === 0n) throw new CodedError('LIVE_NOT_ON_AIR');
  });

interface StoredShow {
  id: string;
  type: StreamType;
  state: StreamState;
  rehearsal: 'running' | 'ending' | null;
  is_recorded: boolean;
  node_id: string | null;
  /** Grants of stream keys that were replaced or removed. */
  ended_keys: readonly string[];
}

/** The shows a node reports, and those it owns according to the tables; locked until the commit. */
const lockShows = async (trx: Trx, node: LiveNode, hosted: readonly HostedStream[]): Promise<Map<string, StoredShow>> => {
  const { rows } = await sql<StoredShow>`
    select s.id, s.type, s.state, s.rehearsal, s.is_recorded, s.node_id,
      array(select r.id from stream_rights r where r.stream_id = s.id and r.by_key and r.revoked_at is not null) as ended_keys
    from streams s
    where s.id = any(${hosted.map(({ streamId }) => streamId)}::uuid[]) or (s.node_id = ${node.id}::uuid and s.ended_at is null)
    order by s.id for no key update`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Whether the node may update the show: it owns it, or the show has no owner and its publisher is connected to the node. */
const isOwn = (node: LiveNode, known: StoredShow | undefined, show: HostedStream): known is StoredShow =>
  known !== undefined && known.state !== 'ended' && (known.node_id === node.id || (known.node_id === null && show.isPublishing));

/**
 * Whether the node must end the show: it has ended, or another node owns it. A show without owner or publisher keeps its waiting viewers.
 */
const isForeign = (node: LiveNode, known: StoredShow | undefined): boolean =>
  known === undefined || known.state === 'ended' || (known.node_id !== null && known.node_id !== node.id);

/** Media that no show is known of, except the cameras of fans in shows that are here: what the node hosts in vain. */
const foreignMedia = async (trx: Trx, node: LiveNode, mediaIds: readonly string[]): Promise<string[]> => {
  if (mediaIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select p.camera_id as id from stream_participants p join streams s on s.id = p.stream_id
    where p.camera_id = any(${mediaIds}::uuid[]) and p.left_at is null and s.ended_at is null
      and (s.node_id is null or s.node_id = ${node.id}::uuid)`.execute(trx);
  const known = new Set(rows.map(({ id: mediaId }) => mediaId));
  return mediaIds.filter((mediaId) => !known.has(mediaId));
};

/** The grants with which shows were published until they were paused: their holders are disconnected, the viewers wait. */
const revokedPublishers = async (trx: Trx, streamIds: readonly string[], now: Date): Promise<{ streamId: string; grantId: string }[]> => {
  const { rows } = await sql<{ id: string; stream_id: string }>`
    select r.id, r.stream_id from stream_rights r
    where r.stream_id = any(${streamIds}::uuid[]) and r.kind = 'publish' and r.media_id is null and r.revoked_at is not null
      and r.expires_at > ${now}::timestamptz`.execute(trx);
  return rows.map((row) => ({ streamId: row.stream_id, grantId: row.id }));
};

const reconcile = (platform: AuthorityPlatform, node: LiveNode, hosted: readonly HostedStream[]): Promise<NodeCommands> =>
  transact(platform.database, undefined, async (trx) => {
    const now = platform.clock.now();
    const sinceMs = await heartbeat(trx, node, now);
    const known = await lockShows(trx, node, hosted);
    const own = hosted.filter((show) => isOwn(node, known.get(show.streamId), show));
    const ids = (shows: readonly HostedStream[]): string[] => shows.map(({ streamId }) => streamId);
    if (own.length > 0) await writeHostedStreams(trx, node, own, sinceMs, now);

    const stateOf = (streamId: string): StreamState | undefined => known.get(streamId)?.state;
    // A rehearsal goes live once the node hosts it as a show, which it is told here.
    const begin = own.filter(({ streamId, isRehearsal }) => isRehearsal && known.get(streamId)!.rehearsal !== 'running');
    const started = own.filter(
      ({ streamId, isPublishing, isRehearsal }) =>
        isPublishing && !isRehearsal && known.get(streamId)!.rehearsal !== 'running' && stateOf(streamId) !== 'live',
    );
    if (started.length > 0) await goLive(trx, sql`s.id = any(${ids(started)}::uuid[])`, now);
    const publishing = new Set(ids(own.filter(({ isPublishing }) => isPublishing)));
    const stopped = [...known.values()].filter((show) => show.state === 'live' && show.node_id === node.id && !publishing.has(show.id));
    if (stopped.length > 0) await interruptShows(trx, sql`s.id = any(${stopped.map((show) => show.id)}::uuid[])`, now);

    const revoked: { streamId: string; grantId: string }[] = known.size > 0 ? await writeViewers(trx, node, own, now) : [];
    const paused = ids(hosted.filter(({ streamId, isPublishing }) => isPublishing && stateOf(streamId) === 'paused'));
    if (paused.length > 0) revoked.push(...(await revokedPublishers(trx, paused, now)));
    for (const { streamId, isPublishing } of hosted)
      if (isPublishing) for (const grantId of known.get(streamId)?.ended_keys ?? []) revoked.push({ streamId, grantId });
    const paid = [...known.values()].filter((show) => show.type !== 'public' && !isForeign(node, show)).map((show) => show.id);
    if (paid.length > 0) await runClocks(trx, own, paid, now);
    const unknown = ids(hosted.filter(({ streamId }) => !known.has(streamId)));
    const foreign = ids(hosted.filter(({ streamId }) => known.has(streamId) && isForeign(node, known.get(streamId))));
    return {
      end: [...foreign, ...(await foreignMedia(trx, node, unknown))],
      begin: begin.map(({ streamId }) => ({ streamId, isRecorded: known.get(streamId)!.is_recorded })),
      revoked,
    };
  });

/** Unregisters a stopping node: its shows lose their owner and wait for their performers. */
const leave = (platform: AuthorityPlatform, node: LiveNode): Promise<void> =>
  transact(platform.database, undefined, async (trx) => {
    // The node first, then its shows: the order in which a report locks them.
    await sql`select from live_nodes where id = ${node.id}::uuid for update`.execute(trx);
    await interruptShows(trx, sql`s.node_id = ${node.id}::uuid`, platform.clock.now());
    await sql`update streams set viewer_count = 0 where node_id = ${node.id}::uuid and ended_at is null`.execute(trx);
    await trx.deleteFrom('live_nodes').where('id', '=', node.id).execute();
  });

/** The live process's authority, backed by this module's tables. One per process: it remembers its node. */
export const createStreamAuthority = (platform: AuthorityPlatform): LiveAuthority => {
  let nodeId: string | null = null;
  return {
    async authorize(node, streamId, kind, token) {
      const grant = await findGrant(platform, streamId, kind, token);
      if (kind === 'publish') await claim(platform, node, streamId);
      return grant;
    },
    authorizeKey: (node, keyHash) => authorizeStreamKey(platform, node, keyHash),
    reconcile(node, hosted) {
      nodeId = node.id;
      return reconcile(platform, node, hosted);
    },
    leave: (node) => leave(platform, node),
    unfinishedRecordings: () => listUnfinishedRecordings(platform, nodeId),
    recorded: (streamId, recording) => finishRecording(platform, streamId, recording),
    recordingFailed: (streamId, reason) => failRecording(platform, streamId, reason),
  };
};
