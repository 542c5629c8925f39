import { type RawBuilder, sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { sumDifferences } from '../../platform/differences.ts';
import type { Platform } from '../../platform/platform.ts';

const COUNTS = {
  follower_count: () => sql`(select count(*) from reactions r where r.object_id = n.performer_id and r.action = 'follow')`,
  subscriber_count: (now) => sql`(select count(*) from subscriptions s where s.performer_id = n.performer_id and s.expires_at > ${now})`,
} as const satisfies Record<string, (now: Date) => RawBuilder<unknown>>;

/** A count shown on a performer's profile. */
export type PerformerCount = keyof typeof COUNTS;

/**
 * Recounts from the rows, so that repetitions are harmless. The cost grows with the counted rows, so only counts that may have changed are
 * requested.
 */
export const recount = async (
  executor: Executor,
  performerIds: readonly string[],
  counts: readonly PerformerCount[],
  now: Date,
): Promise<void> => {
  if (performerIds.length === 0) return;
  const set = sql.join(counts.map((name) => sql`${sql.ref(name)} = ${COUNTS[name](now)}`));
  await sql`update performer_counters n set ${set} where n.performer_id = any(${performerIds}::uuid[])`.execute(executor);
};

/** Adds differences to the followers of performers, once for each of them. */
export const addFollowers = async (trx: Trx, changes: readonly { id: string; by: number }[]): Promise<void> => {
  const { ids, by } = sumDifferences(changes);
  if (ids.length === 0) return;
  await sql`
    update performer_counters n set follower_count = n.follower_count + d.by
    from unnest(${ids}::uuid[], ${by}::int[]) d (id, by) where n.performer_id = d.id`.execute(trx);
};

/** More than a day, to include subscriptions that ended while no job ran. */
const ENDED_WITHIN = '3 days';

/** Expiring subscriptions emit no event: every night, recounts the subscribers of performers with recently ended subscriptions. */
export const countEndedSubscriptions = async ({ background, clock }: Pick<Platform, 'background' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    select distinct performer_id as id from subscriptions
    where expires_at <= ${now} and expires_at > ${now}::timestamptz - ${ENDED_WITHIN}::interval`.execute(background);
  for (const { id } of rows) await recount(background, [id], ['subscriber_count'], now);
};
