import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { endDrainedShows } from './closing.ts';
import { isAlive } from './live-nodes.ts';
import { sweepRehearsals } from './rehearsal.ts';
import { sweepMinutes } from './sweep-minutes.ts';
import { RETURN_MS, endShows, interruptShows, startLimit } from './stream-state.ts';

/** Interval of the sweep in every worker. */
const SWEEP_MS = 5000;
/** Of paid minutes: who can't pay is out of the room within five seconds, of which a node's report takes two. */
const MINUTES_MS = 1000;

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
    await endShows(trx, sql`s.state = 'starting' and s.rehearsal is null and ${startLimit} <= ${now}::timestamptz`, 'neverStarted', now);
    await sweepRehearsals(trx, now);
    const isNoPerformer = sql`
      exists (select from accounts a join performers p on p.account_id = a.id
        where a.id = s.performer_id and (a.status <> 'active' or p.state <> 'approved'))`;
    await endShows(trx, isNoPerformer, 'moderator', now);
  });
};

type SweepingPlatform = Pick<Platform, 'database' | 'clock' | 'log' | 'settings'>;

/** Runs a sweep again and again, one at a time. Failures, such as an unavailable database, are retried. @returns stops it, and waits */
const repeat = (
  platform: SweepingPlatform,
  everyMs: number,
  sweep: (platform: SweepingPlatform) => Promise<unknown>,
): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= sweep(platform)
      .then(
        () => undefined,
        (error: unknown) => platform.log.debug({ err: error }, 'the shows could not be swept'),
      )
      .finally(() => (running = undefined));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};

/** Sweeps shows every few seconds, paid minutes and shows that maintenance ends each second, until the returned function is called, which waits for a running sweep. */
export const startSweeping = (platform: SweepingPlatform): (() => Promise<void>) => {
  const stops = [
    repeat(platform, SWEEP_MS, sweepShows),
    repeat(platform, MINUTES_MS, sweepMinutes),
    repeat(platform, MINUTES_MS, endDrainedShows),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
};
