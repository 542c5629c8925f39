import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type Bucket, type Count, LOG_IN_LIMITS, pauseOf } from './log-in.rules.ts';

/** The table's key of a bucket; it reveals no name and no address. */
export const hashOf = ({ key }: Bucket): Buffer => createHash('sha256').update(key).digest();

/** Failures that still count, by bucket. */
export const readFailures = async (
  executor: Executor,
  buckets: readonly Bucket[],
  now: Date,
): Promise<(bucket: Bucket) => Count | undefined> => {
  const rows = await executor
    .selectFrom('log_in_failures')
    .select(['bucket', 'failures', 'window_ends_at'])
    .where('bucket', '=', sql<Buffer>`any(${buckets.map(hashOf)}::bytea[])`)
    .where('window_ends_at', '>', now)
    .execute();
  const counts = new Map(rows.map((row) => [row.bucket.toString('hex'), { failures: row.failures, windowEndsAt: row.window_ends_at }]));
  return (bucket) => counts.get(hashOf(bucket).toString('hex'));
};

/** Counts one failure against each bucket. A window begins with its first failure. */
export const countFailure = async (executor: Executor, buckets: readonly Bucket[], now: Date): Promise<void> => {
  // Sorted, so that concurrent calls can't deadlock.
  const sorted = buckets.map((bucket) => ({ limit: bucket.limit, hash: hashOf(bucket) })).toSorted((a, b) => a.hash.compare(b.hash));
  await executor
    .insertInto('log_in_failures')
    .values(
      sorted.map(({ hash, limit }) => ({
        bucket: hash,
        failures: 1,
        window_ends_at: new Date(now.getTime() + LOG_IN_LIMITS[limit].seconds * 1000),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        failures: sql<number>`case when log_in_failures.window_ends_at <= ${now} then 1 else log_in_failures.failures + 1 end`,
        window_ends_at: sql<Date>`case when log_in_failures.window_ends_at <= ${now} then excluded.window_ends_at else log_in_failures.window_ends_at end`,
      }),
    )
    .execute();
};

/** The statement that deletes the failures of some buckets. */
export const clearFailuresStatement = (buckets: readonly Bucket[]): RawBuilder<unknown> =>
  sql`delete from log_in_failures where bucket = any(${buckets.map(hashOf)}::bytea[])`;

/** @throws CodedError LOG_IN_PAUSED with `retryAfterSeconds` while a bucket is exhausted */
export const assertAttemptsLeft = async (executor: Executor, buckets: readonly Bucket[], now: Date): Promise<void> => {
  const retryAfterSeconds = pauseOf(buckets, await readFailures(executor, buckets, now), now);
  if (retryAfterSeconds > 0) throw new CodedError('LOG_IN_PAUSED', { retryAfterSeconds });
};

/** Deletes expired windows. */
export const sweepFailures = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('log_in_failures').where('window_ends_at', '<=', now).execute();
};
