import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAlive } from './live-nodes.ts';
import { RETURN_MS, endShows, interruptShows } from './stream-state.ts';

/** Interval of the sweep in every worker. */
const SWEEP_MS = 5000;

/**
 * Handles died processes and absent performers: interrupts shows of dead nodes, ends shows that waited too long, and shows whose performer
 * is no longer allowed to stream. Every statement is guarded by the source state, so any number of workers may run it concurrently.
 */
export const sweepShows = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const late = new Date(now.getTime() - RETURN_MS);
  await transact(database, undefined, async (trx) => {
    const isLost = sql`not exists (select from live_nodes n where n.id = s.node_id and ${isAlive(now)})`;
    await interruptShows(trx, isLost, now);
    await sql`
      update streams s set node_id = null, viewer_count = 0, updated_at = ${now}::timestamptz
      where s.id in (
        select x.id from streams x where x.ended_at is null and x.node_id is not null order by x.id for no key update) and ${isLost}`.execute(
      trx,
    );
    await endShows(trx, sql`s.state = 'interrupted' and s.interrupted_at <= ${late}::timestamptz`, 'dropped', now);
    await endShows(trx, sql`s.state = 'starting' and s.created_at <= ${late}::timestamptz`, 'neverStarted', now);
    const isNoPerformer = sql`
      exists (select from accounts a join performers p on p.account_id = a.id
        where a.id = s.performer_id and (a.status <> 'active' or p.state <> 'approved'))`;
    await endShows(trx, isNoPerformer, 'moderator', now);
  });
};

/**
 * Sweeps every few seconds until the returned function is called, which waits for a running sweep. Failures, such as an unavailable
 * database, are retried.
 */
export const startSweeping = (platform: Pick<Platform, 'database' | 'clock' | 'log'>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= sweepShows(platform)
      .catch((error: unknown) => platform.log.debug({ err: error }, 'the shows could not be swept'))
      .finally(() => (running = undefined));
  }, SWEEP_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
