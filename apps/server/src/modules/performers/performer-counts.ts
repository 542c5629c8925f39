import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

const COUNTS = {
  follower_count: () => sql`(select count(*) from reactions r where r.object_id = p.account_id and r.action = 'follow')`,
  subscriber_count: (now) => sql`(select count(*) from subscriptions s where s.performer_id = p.account_id and s.expires_at > ${now})`,
  post_count: () => sql`(select count(*) from feeds f where f.performer_id = p.account_id and f.state = 'active')`,
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
  await sql`update performers p set ${set} where p.account_id = any(${performerIds as string[]}::uuid[])`.execute(executor);
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
