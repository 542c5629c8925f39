import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';

const RETRY_MS = 200;
const RECLAIM_MS = 5_000;

/**
 * Marks a worker pool as alive: it holds an advisory lock named by its id on a dedicated connection. When the process
 * dies, PostgreSQL releases the lock at once, and the next check of any node unlocks the pool's jobs.
 * graphile-worker itself would leave them locked for four hours.
 */
export interface WorkerLease {
  /** Acquires the lock of a pool, and reacquires it whenever the connection breaks. */
  hold(poolId: string): void;
  release(): Promise<void>;
}

/**
 * Unlocks jobs whose worker pool is dead.
 * @param database with the privileges of the jobs' owner
 */
export const reclaimJobs = (database: Database): Promise<unknown> =>
  sql`
    with holders as materialized (select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null),
    dead as materialized (select id from holders where pg_try_advisory_xact_lock(hashtextextended('jobs:' || id, 0)))
    select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`.execute(database);

export const createWorkerLease = (pool: pg.Pool, database: Database, log: Log): WorkerLease => {
  let held: { client: pg.PoolClient; releaseClient(): void } | undefined;
  let currentPoolId: string | undefined;
  let acquiring: Promise<void> | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let reclaimTimer: NodeJS.Timeout | undefined;

  /** Only while it holds its own lock: otherwise its own jobs would look abandoned. */
  const reclaim = (): void => {
    if (held) reclaimJobs(database).catch((error: unknown) => log.warn({ err: error }, 'abandoned jobs could not be reclaimed'));
  };

  const acquire = async (poolId: string): Promise<void> => {
    const client = await pool.connect();
    let isReleased = false;
    /** Runs once, whichever event reports the end. */
    const releaseClient = (): void => {
      if (isReleased) return;
      isReleased = true;
      client.release(true);
    };
    client.on('error', () => {
      if (isReleased) return;
      releaseClient();
      if (held?.client !== client) return;
      held = undefined;
      scheduleRetry(poolId);
    });
    try {
      await client.query(`select pg_advisory_lock(hashtextextended('jobs:' || $1, 0))`, [poolId]);
      if (isReleased) throw new Error('the connection was lost');
    } catch (error) {
      releaseClient();
      throw error;
    }
    if (currentPoolId !== poolId) return releaseClient();
    held = { client, releaseClient };
    reclaim();
  };

  const scheduleRetry = (poolId: string): void => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => startAcquiring(poolId), RETRY_MS);
  };

  const startAcquiring = (poolId: string): void => {
    if (currentPoolId !== poolId) return;
    acquiring = acquire(poolId).catch(() => scheduleRetry(poolId));
  };

  return {
    hold(poolId) {
      held?.releaseClient();
      held = undefined;
      currentPoolId = poolId;
      startAcquiring(poolId);
      reclaimTimer ??= setInterval(reclaim, RECLAIM_MS);
    },
    async release() {
      currentPoolId = undefined;
      clearInterval(reclaimTimer);
      reclaimTimer = undefined;
      clearTimeout(retryTimer);
      await acquiring;
      clearTimeout(retryTimer);
      // Closing the connection releases the lock.
      held?.releaseClient();
      held = undefined;
    },
  };
};
