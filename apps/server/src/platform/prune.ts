import { type RawBuilder, sql } from 'kysely';
import type { Platform } from './platform.ts';

/** Rows deleted in one statement. */
const BATCH = 5000;

/** Deletes in batches until none is left. @returns how many */
const deleteAll = async (
  { background }: Pick<Platform, 'background'>,
  statement: RawBuilder<unknown>,
  signal: AbortSignal | undefined,
): Promise<number> => {
  for (let total = 0; ; ) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await statement.execute(background);
    total += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return total;
  }
};

/**
 * Deletes what nobody asks for any more: events two weeks after they were dispatched; idempotency keys after thirty days, which is longer
 * than any client repeats a call; jobs that failed for good and have no key, after thirty days, and those of scheduled tasks at once: a
 * scheduled job loses its key to the next one while a worker that was killed still holds it. By the database's time, at which all were
 * written.
 */
export const pruneHistory = async (
  platform: Pick<Platform, 'background' | 'jobs'>,
  signal?: AbortSignal,
): Promise<{ events: number; keys: number; jobs: number }> => ({
  events: await deleteAll(
    platform,
    sql`delete from outbox where id in (
      select id from outbox where dispatched_at < now() - interval '14 days' order by id limit ${sql.lit(BATCH)})`,
    signal,
  ),
  keys: await deleteAll(
    platform,
    sql`delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where created_at < now() - interval '30 days' order by created_at limit ${sql.lit(BATCH)})`,
    signal,
  ),
  jobs: await deleteAll(
    platform,
    sql`delete from graphile_worker._private_jobs where id in (
      select id from graphile_worker._private_jobs
      where key is null and locked_at is null and attempts >= max_attempts
        and (updated_at < now() - interval '30 days' or task_id in (
          select id from graphile_worker._private_tasks where identifier = any(${[...platform.jobs.scheduled()]}::text[])))
      limit ${sql.lit(BATCH)})`,
    signal,
  ),
});

export const registerPruning = (platform: Pick<Platform, 'background' | 'jobs'>): void =>
  platform.jobs.schedule('platform:prune', '37 4 * * *', async (_, { signal }) => void (await pruneHistory(platform, signal)));
