import type { Audience } from '@stagedoor/contract/entitlement';
import { rm } from 'node:fs/promises';
import { id } from '@stagedoor/contract/shapes';
import type { StreamState, StreamType } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import { hashToken } from '../../platform/auth/sessions.ts';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Recording, storeRecording, removeFile } from '../files/index.ts';
import { isAlive } from './live-nodes.ts';
import { announceStreams } from './stream-state.ts';
import { isExcluded } from './stream-grants.ts';
import { needsToken } from './streams.view.ts';

/** Recordings listed at a time for a node to finish. */
const UNFINISHED_LIMIT = 100;

/**
 * Ended shows whose recording a node should finish, oldest first: its own, and those of dead nodes. Recordings of other live nodes are left
 * to them, since they have the segments.
 */
export const listUnfinishedRecordings = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  nodeId: string | null,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from stream_recordings r join streams s on s.id = r.stream_id
    where r.state in ('recording', 'processing') and s.ended_at is not null and coalesce(s.addresses ->> 'engine', 'builtIn') = 'builtIn'
      and (s.node_id = ${nodeId}::uuid or not exists (select from live_nodes n where n.id = s.node_id and ${isAlive(clock.now())}))
    order by r.created_at limit ${sql.lit(UNFINISHED_LIMIT)}`.execute(database);
  return rows.map((row) => row.id);
};

/**
 * Moves a finished recording into storage. It is discarded when no longer expected (deleted meanwhile, or reported twice).
 */
export const finishRecording = async (
  platform: Pick<Platform, 'database' | 'clock' | 'storage'>,
  streamId: string,
  recording: Recording,
): Promise<void> => {
  const { database, clock } = platform;
  const show = await database
    .selectFrom('stream_recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select(['s.performer_id'])
    .where('r.stream_id', '=', streamId)
    .where('r.state', 'in', ['recording', 'processing'])
    .executeTakeFirst();
  if (show) {
    const stored = await storeRecording(platform, show.performer_id, recording);
    const isExpected = await transact(database, undefined, async (trx) => {
      const { rows } = await sql<{ state: string; performer_id: string; show_state: 'ended' }>`
        select r.state, s.performer_id, s.state as show_state from stream_recordings r join streams s on s.id = r.stream_id
        where r.stream_id = ${streamId}::uuid for update of r`.execute(trx);
      const row = rows[0];
      if (!row || !['recording', 'processing'].includes(row.state)) return false;
      const fileId = await stored.insert(trx);
      await trx
        .updateTable('stream_recordings')
        .set({ state: 'ready', file_id: fileId, failure: null, updated_at: clock.now() })
        .where('stream_id', '=', streamId)
        .execute();
      await announceStreams(trx, [{ id: streamId, performer_id: row.performer_id }], row.show_state);
      return true;
    });
    if (!isExpected) await stored.discard();
  }
  await rm(recording.path, { force: true });
};

/**
 * Shows a recording that was withheld when its show was stopped at once. Repeatable.
 * @throws CodedError NOT_FOUND also for another performer's show, and for one that was not recorded
 */
export const showRecording = (platform: Pick<Platform, 'database' | 'clock'>, performerId: string, streamId: string): Promise<void> =>
  transact(platform.database, undefined, async (trx) => {
    const { rows } = await sql<{ is_withheld: boolean; show_state: StreamState }>`
      select r.is_withheld, s.state as show_state from stream_recordings r join streams s on s.id = r.stream_id
      where s.id = ${streamId}::uuid and s.performer_id = ${performerId}::uuid for update of r`.execute(trx);
    const row = rows[0];
    if (!row) throw new CodedError('NOT_FOUND');
    if (!row.is_withheld) return;
    await trx
      .updateTable('stream_recordings')
      .set({ is_withheld: false, updated_at: platform.clock.now() })
      .where('stream_id', '=', streamId)
      .execute();
    await announceStreams(trx, [{ id: streamId, performer_id: performerId }], row.show_state);
  });

/** Marks a show's recording as failed. */
export const failRecording = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  streamId: string,
  reason: string,
): Promise<void> => {
  await database
    .updateTable('stream_recordings')
    .set({ state: 'failed', failure: reason.slice(0, 500), updated_at: clock.now() })
    .where('stream_id', '=', streamId)
    .where('state', 'in', ['recording', 'processing'])
    .execute();
};

/**
 * Deletes the recording of a performer's show. One still being processed is discarded when finished. Idempotent.
 * @throws CodedError NOT_FOUND also for another performer's show, and for one that was not recorded
 */
export const deleteRecording = async (
  platform: Platform,
  performerId: string,
  streamId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const { rows } = await sql<{ state: string; file_id: string | null; show_state: 'ended' }>`
      select r.state, r.file_id, s.state as show_state from stream_recordings r join streams s on s.id = r.stream_id
      where s.id = ${streamId}::uuid and s.performer_id = ${performerId}::uuid for update of r`.execute(trx);
    const row = rows[0];
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.state === 'deleted') return;
    await trx
      .updateTable('stream_recordings')
      .set({ state: 'deleted', file_id: null, updated_at: platform.clock.now() })
      .where('stream_id', '=', streamId)
      .execute();
    // A video may have been made of it.
    const use = row.file_id && (await trx.selectFrom('item_files').select('item_id').where('file_id', '=', row.file_id).executeTakeFirst());
    if (row.file_id && !use) await removeFile(platform, trx, row.file_id);
    await announceStreams(trx, [{ id: streamId, performer_id: performerId }], row.show_state);
  });
};

/**
 * The storage key of an ended show's recording, for a request at the playback address with or without a token.
 * @throws CodedError NOT_FOUND (no such show, no recording), LIVE_TOKEN_INVALID (missing though required, foreign, expired, revoked)
 */
export const authorizeRecording = async (
  { database, clock, settings }: Pick<Platform, 'database' | 'clock' | 'settings'>,
  streamId: string,
  token: string | undefined,
): Promise<{ key: string }> => {
  if (!id.safeParse(streamId).success) throw new CodedError('NOT_FOUND');
  const { rows } = await sql<{ type: StreamType; audience: Audience; variants: Variant[]; is_granted: boolean }>`
    select s.type, i.audience, f.variants,
      exists (select from stream_rights r where r.stream_id = s.id and r.kind = 'play' and r.token_hash = ${hashToken(token ?? '')}
        and r.revoked_at is null and r.expires_at > ${clock.now()}::timestamptz and not ${isExcluded(clock.now())}) as is_granted
    from streams s
    join performers p on p.account_id = s.performer_id and p.state = 'approved'
    join accounts a on a.id = s.performer_id and a.status = 'active'
    join stream_recordings k on k.stream_id = s.id and k.state = 'ready' and not k.is_withheld
    join files f on f.id = k.file_id
    join items i on i.id = s.id
    where s.id = ${streamId}::uuid and s.ended_at is not null`.execute(database);
  const row = rows[0];
  const key = row?.variants.find(({ name }) => name === 'mp4')?.key;
  if (!row || !key) throw new CodedError('NOT_FOUND');
  if (!row.is_granted && (needsToken(settings, row) || token !== undefined)) throw new CodedError('LIVE_TOKEN_INVALID');
  return { key };
};
