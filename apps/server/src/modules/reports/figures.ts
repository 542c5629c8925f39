import type { ModerationYear } from '@stagedoor/contract/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

/** A half-open period, in UTC. */
export interface Period {
  from: Date;
  to: Date;
}

/** From the first instant of a month (`2026-11`) to the first of the next, in UTC. */
export const periodOfMonth = (month: string): Period => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: new Date(Date.UTC(year, number - 1, 1)), to: new Date(Date.UTC(year, number, 1)) };
};

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

type Decisions = ModerationYear['appeals'];

/** Appeals against measures, complaints about rejections, and files that look like something blocked: each with its decision. */
const DECIDED = {
  appeals: sql`(select appealed_at as created_at, appeal_decided_at as decided_at, appeal_state as state from restrictions
    where appealed_at is not null)`,
  complaints: sql`(select created_at, decided_at, state from complaints)`,
  copies: sql`(select created_at, decided_at, case state when 'copy' then 'upheld' when 'different' then 'rejected' else state end as state
    from copy_matches)`,
  claims: CLAIMS,
  hidden: sql`(select * from ${CLAIMS} h where hiding = 'hidden')`,
} as const;

/** Measures that began in a period, and that were lifted in it; over `restrictions`. */
export const measureConditions = (period: Period): { isMade: RawBuilder<boolean>; isLifted: RawBuilder<boolean> } => ({
  isMade: within(sql`created_at`, period),
  isLifted: sql<boolean>`(state = 'lifted' and ${within(sql`ended_at`, period)})`,
});

/**
 * A period's decisions without their reasons: `claims` are all reports and notices, `hidden` those that hid content at once. The reports by year and to
 * the card schemes count them here.
 */
export const readOutcomes = async (
  executor: Executor,
  period: Period,
): Promise<Record<keyof typeof DECIDED, Decisions> & Pick<ModerationYear, 'repeated'>> => {
  const { isMade, isLifted } = measureConditions(period);
  const one = async (table: RawBuilder<unknown>): Promise<Decisions> => {
    const { rows } = await sql<Decisions>`select ${decisionColumns(period)} from ${table} x`.execute(executor);
    return rows[0]!;
  };
  const [appeals, complaints, copies, claims, hidden, repeated] = await Promise.all([
    one(DECIDED.appeals),
    one(DECIDED.complaints),
    one(DECIDED.copies),
    one(DECIDED.claims),
    one(DECIDED.hidden),
    sql<ModerationYear['repeated']>`
      select (select count(*)::int from restrictions where measure = 'suspended' and reason = 'strikes' and ${isMade}) as suspended,
        (select count(*)::int from restrictions where measure = 'suspended' and reason = 'strikes' and ${isLifted}) as "suspensionsLifted",
        (select count(*)::int from ${CLAIMS} x where hiding = 'unfounded' and ${isMade}) as unfounded`.execute(executor),
  ]);
  return { appeals, complaints, copies, claims, hidden, repeated: repeated.rows[0]! };
};
