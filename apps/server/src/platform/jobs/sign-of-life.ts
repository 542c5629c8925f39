import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../telemetry/log.ts';

const RETRY_MS = 200;
const RECLAIM_MS = 5_000;

/**
 * Says which pools of workers live. Each holds an advisory lock named by its id on a connection of its own: when its
 * process dies, PostgreSQL lets go of the lock at once, and whoever looks next gives the jobs back that it had begun.
 * graphile-worker itself would leave them locked for four hours.
 */
export interface SignOfLife {
  /** Takes the lock of a pool, and takes it again whenever its connection breaks. */
  hold(poolId: string): void;
  release(): Promise<void>;
}

/**
 * Unlocks jobs whose pool of workers lives no more.
 * @param database with the rights of the jobs' owner
 */
export const reclaimJobs = (database: Database): Promise<unknown> =>
  sql`
    with holders as materialized (select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null),
    dead as materialized (select id from holders where pg_try_advisory_xact_lock(hashtextextended('jobs:' || id, 0)))
    select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`.execute(database);

export const createSignOfLife = (pool: pg.Pool, database: Database, log: Log): SignOfLife => {
  let held: { client: pg.PoolClient; giveBack(): void } | undefined;
  let wanted: string | undefined;
  let taking: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let reclaiming: NodeJS.Timeout | undefined;

  /** Not while its own lock is missing: its own jobs would look abandoned. */
  const reclaim = (): void => {
    if (held) reclaimJobs(database).catch((error: unknown) => log.warn({ err: error }, 'abandoned jobs could not be looked for'));
  };

  const take = async (poolId: string): Promise<void> => {
    const taken = await pool.connect();
    let given = false;
    /** Once, however its end is heard of. */
    const giveBack = (): void => {
      if (given) return;
      given = true;
      taken.release(true);
    };
    taken.on('error', () => {
      if (given) return;
      giveBack();
      if (held?.client !== taken) return;
      held = undefined;
      again(poolId);
    });
    try {
      await taken.query(`select pg_advisory_lock(hashtextextended('jobs:' || $1, 0))`, [poolId]);
      if (given) throw new Error('the connection was lost');
    } catch (error) {
      giveBack();
      throw error;
    }
    if (wanted !== poolId) return giveBack();
    held = { client: taken, giveBack };
    reclaim();
  };

  const again = (poolId: string): void => {
    clearTimeout(retry);
    retry = setTimeout(() => begin(poolId), RETRY_MS);
  };

  const begin = (poolId: string): void => {
    if (wanted !== poolId) return;
    taking = take(poolId).catch(() => again(poolId));
  };

  return {
    hold(poolId) {
      held?.giveBack();
      held = undefined;
      wanted = poolId;
      begin(poolId);
      reclaiming ??= setInterval(reclaim, RECLAIM_MS);
    },
    async release() {
      wanted = undefined;
      clearInterval(reclaiming);
      reclaiming = undefined;
      clearTimeout(retry);
      await taking;
      clearTimeout(retry);
      // The lock goes with the connection.
      held?.giveBack();
      held = undefined;
    },
  };
};
