import { sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { endShows } from './stream-state.ts';

/**
 * Ends a performer's show; an ended one stays unchanged. The engine is notified afterwards; if that fails, the reconciliation ends it.
 * @throws CodedError NOT_FOUND also for another performer's show
 */
export const endShow = async (platform: Platform, engine: LiveEngine, performerId: string, streamId: string): Promise<void> => {
  const { database, clock, log } = platform;
  const mine = sql`s.id = ${streamId}::uuid and s.performer_id = ${performerId}::uuid`;
  const { rows } = await sql<{ id: string }>`select s.id from streams s where ${mine}`.execute(database);
  if (rows.length === 0) throw new CodedError('NOT_FOUND');
  const ended = await transact(database, undefined, (trx) => endShows(trx, mine, 'performer', clock.now()));
  if (ended.length > 0)
    engine
      .end(streamId)
      .catch((error: unknown) => log.warn({ err: error, streamId }, 'the engine could not be notified of the end of a show'));
};

/**
 * Stops a performer's show at once, and with it one that is paused beside it, so that nothing of theirs goes on by itself. Ended as by the
 * performer: a running minute is given back. The recording is withheld from others until the performer shows or deletes it. Repeatable.
 * @throws CodedError NOT_FOUND also for another performer's show
 */
export const stopOwnShows = async (platform: Platform, engine: LiveEngine, performerId: string, streamId: string): Promise<void> => {
  const { database, clock, log } = platform;
  const own = await database
    .selectFrom('streams')
    .select('id')
    .where('id', '=', streamId)
    .where('performer_id', '=', performerId)
    .executeTakeFirst();
  if (!own) throw new CodedError('NOT_FOUND');
  const ended = await transact(database, undefined, async (trx) => {
    const now = clock.now();
    // The private show last: its end would set the paused one going again.
    const isOpen = sql`s.performer_id = ${performerId}::uuid and s.ended_at is null`;
    const ids = [
      ...(await endShows(trx, sql`${isOpen} and s.type = 'public'`, 'performer', now)),
      ...(await endShows(trx, isOpen, 'performer', now)),
    ];
    await sql`
      update stream_recordings set is_withheld = true, updated_at = ${now}::timestamptz
      where stream_id = any(${ids}::uuid[])`.execute(trx);
    return ids;
  });
  for (const id of ended)
    engine
      .end(id)
      .catch((error: unknown) => log.warn({ err: error, streamId: id }, 'the engine could not be notified of the end of a show'));
};
