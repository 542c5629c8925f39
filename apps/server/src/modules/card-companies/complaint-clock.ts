import { DECISION_DAYS } from '@stagedoor/contract/reports.values';
import { type RawBuilder, sql } from 'kysely';
import { businessDaysBefore } from '../../platform/business-days.ts';
import type { Platform } from '../../platform/platform.ts';
import { CLAIMS } from '../reports/index.ts';

const DAY_MS = 86_400_000;
/** Decisions of the last days show whether complaints are answered in time now. */
const SHOWN_DAYS = 30;

/** Returns true for rows with `created_at` and `decided_at` whose decision took more business days than card schemes give. */
export const isLateDecision: RawBuilder<boolean> = sql<boolean>`(
  (select count(*) from generate_series(created_at, decided_at, interval '1 day') day
    where day > created_at and extract(isodow from day at time zone 'UTC') < 6) > ${sql.lit(DECISION_DAYS)})`;

/** The instant before which an open complaint or copy waits too long. */
export const lateSince = (now: Date): Date => businessDaysBefore(now, DECISION_DAYS);

interface Row {
  open: number;
  late: number;
  oldest: Date | null;
  decidedInTime: number;
  decidedLate: number;
}

/** Reports and notices by the clock of the card schemes: those that wait, and those decided within the last 30 days. */
export const readComplaintClock = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>) => {
  const now = clock.now();
  const isRecent = sql`decided_at >= ${new Date(now.getTime() - SHOWN_DAYS * DAY_MS)}`;
  const { rows } = await sql<Row>`
    select count(*) filter (where decided_at is null)::int as open,
      count(*) filter (where decided_at is null and created_at < ${lateSince(now)})::int as late,
      min(created_at) filter (where decided_at is null) as oldest,
      count(*) filter (where ${isRecent} and not ${isLateDecision})::int as "decidedInTime",
      count(*) filter (where ${isRecent} and ${isLateDecision})::int as "decidedLate"
    from ${CLAIMS} x`.execute(database);
  const { oldest, ...counts } = rows[0]!;
  return { days: DECISION_DAYS, ...counts, oldestAt: oldest?.toISOString() ?? null };
};
