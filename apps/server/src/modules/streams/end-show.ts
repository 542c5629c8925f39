import { sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { endShows } from './stream-state.ts';

/**
 * Ends the own show for good; one that has ended stays as it is. The engine is told afterwards: should it not hear of it, the reconciler
 * says it again.
 * @throws CodedError NOT_FOUND also for another's show
 */
export const endShow = async (platform: Platform, engine: LiveEngine, performerId: string, streamId: string): Promise<void> => {
  const { database, clock, log } = platform;
  const mine = sql`s.id = ${streamId}::uuid and s.performer_id = ${performerId}::uuid`;
  const { rows } = await sql<{ id: string }>`select s.id from streams s where ${mine}`.execute(database);
  if (rows.length === 0) throw new CodedError('NOT_FOUND');
  const ended = await transact(database, undefined, (trx) => endShows(trx, mine, 'performer', clock.now()));
  if (ended.length > 0)
    engine.end(streamId).catch((error: unknown) => log.warn({ err: error, streamId }, 'the engine did not hear of a show’s end'));
};
