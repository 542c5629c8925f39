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
