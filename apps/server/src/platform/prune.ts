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
 * Deletes what nobody asks for any more: events two weeks after they were dispatched, and idempotency keys after thirty days, which is longer
 * than any client repeats a call. By the database's time, at which both were written.
 */
export const pruneHistory = async (
  platform: Pick<Platform, 'background'>,
  signal?: AbortSignal,
): Promise<{ events: number; keys: number }> => ({
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
});

export const registerPruning = (platform: Pick<Platform, 'background' | 'jobs'>): void =>
  platform.jobs.schedule('platform:prune', '37 4 * * *', async (_, { signal }) => void (await pruneHistory(platform, signal)));
