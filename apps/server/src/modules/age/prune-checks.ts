import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { AGE_CHECK_MINUTES } from '../../platform/auth/age-cookies.ts';

/** How long checks stay after they ended without a result, or stopped counting, so that the site can answer for them. */
export const KEPT_DAYS = 30;

/**
 * Ends checks that nobody came back from, and deletes those whose time is over: 30 days after they began without a result, or after a passed one
 * stopped counting.
 * @returns how many were deleted
 */
export const pruneChecks = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> => {
  const now = clock.now();
  await sql`update age_checks set state = 'expired', decided_at = ${now}
    where state = 'begun' and begun_at < ${now}::timestamptz - make_interval(mins => ${sql.lit(AGE_CHECK_MINUTES)})`.execute(database);
  const limit = sql`${now}::timestamptz - make_interval(days => ${sql.lit(KEPT_DAYS)})`;
  await sql`delete from age_assurances where valid_until < ${limit}`.execute(database);
  const { numAffectedRows = 0n } = await sql`delete from age_checks c
    where coalesce(c.valid_until, c.begun_at) < ${limit} and not exists (select from age_assurances a where a.check_id = c.id)`.execute(
    database,
  );
  return Number(numAffectedRows);
};
