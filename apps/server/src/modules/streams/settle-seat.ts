import { sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { runClocks } from './minute-clocks.ts';
import { chargeDue, isBroke } from './paid-minutes.ts';
import { findParticipant } from './participants.queries.ts';

/**
 * Counts what a seat got since the node's last report, and charges what is due by it: a burst of segments just before leaving would cost
 * nothing otherwise. While no node answers, the last report counts.
 */
export const settleSeat = async (platform: Platform, engine: LiveEngine, streamId: string, accountId: string): Promise<void> => {
  const { database, clock, log } = platform;
  const hosted = await engine.hostedStreams().catch((error: unknown) => {
    log.warn({ err: error, streamId }, 'what a fan got before leaving could not be counted');
    return [];
  });
  const show = hosted.find((one) => one.streamId === streamId && one.isPublishing);
  if (!show) return;
  await transact(database, undefined, async (trx) => {
    await sql`select from streams where id = ${streamId}::uuid for no key update`.execute(trx);
    // Another count is that of a node that had the show before.
    const { rows } = await sql`
      select from stream_participants where stream_id = ${streamId}::uuid and account_id = ${accountId}::uuid and left_at is null
        and coalesce(counted_by, ${show.countId}::uuid) = ${show.countId}::uuid`.execute(trx);
    if (rows.length > 0) await runClocks(trx, [show], [streamId], clock.now(), accountId);
  });
  const row = await findParticipant(database, streamId, accountId, clock.now());
  try {
    if (row) await chargeDue(platform, streamId, accountId, row, clock.now());
  } catch (error) {
    if (!isBroke(error)) throw error;
  }
};
