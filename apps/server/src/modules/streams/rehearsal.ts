import { REHEARSAL_MINUTES } from '@stagedoor/contract/streams.values';
import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertMayBegin } from './closing.ts';
import { endShows, startLimit } from './stream-state.ts';

// A rehearsal is a public show in the state `starting` that nobody but its performer knows of. Its media reaches the performer alone and is
// kept nowhere: the node that hosts it makes neither segments nor a recording. Going live is a handshake with that node:
//
//   rehearsal = running ── begin ──▶ ending ── the node, told by its report, hosts it as a show ──▶ null, and the show is live
//
// Until then the show stays hidden, so that nobody sees what was rehearsed. An ended rehearsal keeps the mark.

/**
 * Has a rehearsal go live, with the next report of the node that hosts it. A show that is live already stays so.
 * @throws CodedError NOT_FOUND also for another performer's show, LIVE_NOT_ON_AIR once it has ended, SHOWS_CLOSING
 */
export const beginRehearsed = (
  platform: Pick<Platform, 'database' | 'clock' | 'settings'>,
  performerId: string,
  streamId: string,
): Promise<void> =>
  transact(platform.database, undefined, async (trx) => {
    const { rows } = await sql<{ state: string; rehearsal: string | null }>`
      select state, rehearsal from streams where id = ${streamId}::uuid and performer_id = ${performerId}::uuid for no key update`.execute(
      trx,
    );
    const show = rows[0];
    if (!show) throw new CodedError('NOT_FOUND');
    if (show.state === 'ended') throw new CodedError('LIVE_NOT_ON_AIR');
    if (show.rehearsal !== 'running') return;
    assertMayBegin(platform);
    await sql`
      update streams set rehearsal = 'ending', updated_at = ${platform.clock.now()}::timestamptz
      where id = ${streamId}::uuid`.execute(trx);
  });

/** Ends rehearsals that nobody publishes (any longer), and those that took too long. */
export const sweepRehearsals = async (trx: Trx, now: Date): Promise<void> => {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  await endShows(trx, sql`s.state = 'starting' and s.rehearsal is not null and ${startLimit} <= ${now}::timestamptz`, 'neverStarted', now);
  await endShows(
    trx,
    sql`s.state = 'starting' and s.rehearsal is not null and s.created_at <= ${ago(REHEARSAL_MINUTES * 60_000)}::timestamptz`,
    'rehearsalOver',
    now,
  );
};
