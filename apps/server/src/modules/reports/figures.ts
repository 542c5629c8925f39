import { type RawBuilder, sql } from 'kysely';

/** A half-open period, in UTC. */
export interface Period {
  from: Date;
  to: Date;
}

/** Returns true for instants within a period. */
export const within = (instant: RawBuilder<unknown>, { from, to }: Period): RawBuilder<boolean> =>
  sql<boolean>`(${instant} >= ${from} and ${instant} < ${to})`;

/**
 * Reports and notices as one table, to be used with an alias. `state` is the first decision: an upheld appeal makes a report rejected after all. One
 * that an appeal ended before anybody decided it was rejected at the appeal's instant.
 */
export const CLAIMS = sql`(
  select 'report' as source, r.reason, r.object_type, r.hiding, r.created_at, r.decided_at,
    case when m.appeal_state = 'upheld' and r.decided_at < m.appeal_decided_at then 'upheld' else r.state end as state
  from reports r left join restrictions m on m.id = r.restriction_id
  union all
  select 'notice', n.reason, n.object_type, n.hiding, n.created_at, n.decided_at,
    case when m.appeal_state = 'upheld' and n.decided_at < m.appeal_decided_at then 'upheld' else n.state end
  from takedown_notices n left join restrictions m on m.id = n.restriction_id)`;

/**
 * The columns received, upheld, rejected, open (at the end of the period) and medianHours (to a decision) of rows with `created_at`, `decided_at` and
 * `state`. Received and decided are counted by their own instants: what came in one period may be decided in the next.
 */
export const decisionColumns = (period: Period): RawBuilder<unknown> => {
  const isDecided = within(sql`decided_at`, period);
  return sql`count(*) filter (where ${within(sql`created_at`, period)})::int as received,
    count(*) filter (where ${isDecided} and state = 'upheld')::int as upheld,
    count(*) filter (where ${isDecided} and state = 'rejected')::int as rejected,
    count(*) filter (where created_at < ${period.to} and (decided_at is null or decided_at >= ${period.to}))::int as "open",
    round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)::float8 / 3600)
      filter (where ${isDecided}))::numeric, 1)::float8 as "medianHours"`;
};

/** Leaves out rows that neither came, nor were decided, nor waited in a period. */
export const touches = ({ from, to }: Period): RawBuilder<boolean> =>
  sql<boolean>`(created_at < ${to} and (decided_at is null or decided_at >= ${from}))`;
