import type { CardSchemeDuty } from '@stagedoor/contract/duties';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { lateSince, readComplaintClock } from './complaint-clock.ts';

/** Identity records are kept for as long as 28 CFR 75.4 asks. */
const LEAST_RECORD_YEARS = 7;
/** Months that a report can be made of. */
const REPORT_MONTHS = 12;

/** The months before that of an instant, as `YYYY-MM`, newest first. */
const monthsBefore = (at: Date, count: number): string[] =>
  Array.from({ length: count }, (_none, n) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1 - n, 1)).toISOString().slice(0, 7),
  );

interface Duty {
  duty: CardSchemeDuty;
  isMet: boolean;
  open: number;
}

const COUNTS = [
  'unconsented',
  'unidentified',
  'waiting',
  'moderators',
  'objections',
  'lateObjections',
  'copies',
  'lateCopies',
  'reported',
] as const;

const listDuties = async (
  { database, clock, settings }: Pick<Platform, 'database' | 'clock' | 'settings'>,
  complaints: { open: number; late: number },
): Promise<Duty[]> => {
  const now = clock.now();
  const since = lateSince(now);
  const { rows } = await sql<Record<(typeof COUNTS)[number], number>>`
    with objections as (
      select appeal_due_at as due_at from restrictions where appeal_state = 'open'
      union all select due_at from complaints where state = 'open'),
    copies as (
      select min(created_at) as created_at from copy_matches where state = 'open' and file_id is not null group by file_id)
    select
      (select count(distinct i.id)::int from items i join item_participants x on x.item_id = i.id join participants p on p.id = x.participant_id
        where i.state = 'active' and p.state <> 'approved') as unconsented,
      (select count(*)::int from performers p join accounts a on a.id = p.account_id
        where a.status = 'active' and p.state <> 'approved'
          and exists (select from items i where i.performer_id = p.account_id and i.state = 'active')) as unidentified,
      (select count(*)::int from items where state = 'review') as waiting,
      (select count(*)::int from accounts where role = 'admin' and status = 'active' and admin_role in ('owner', 'moderator')) as moderators,
      (select count(*)::int from objections) as objections,
      (select count(*)::int from objections where due_at <= ${now}) as "lateObjections",
      (select count(*)::int from copies) as copies,
      (select count(*)::int from copies where created_at < ${since}) as "lateCopies",
      (select count(*)::int from audit_log where action = 'orders.schemesReported' and detail ->> 'month' = ${monthsBefore(now, 1)[0]}) as reported`.execute(
    database,
  );
  const counts = rows[0]!;
  return [
    { duty: 'consent', isMet: counts.unconsented === 0, open: counts.unconsented },
    { duty: 'identity', isMet: counts.unidentified === 0, open: counts.unidentified },
    { duty: 'review', isMet: settings.get('reviewBeforePublishing'), open: counts.waiting },
    { duty: 'liveModeration', isMet: counts.moderators > 1, open: 0 },
    { duty: 'complaints', isMet: complaints.late === 0, open: complaints.open },
    { duty: 'appeals', isMet: counts.lateObjections === 0, open: counts.objections },
    { duty: 'copies', isMet: counts.lateCopies === 0, open: counts.copies },
    { duty: 'repeated', isMet: settings.get('strikeLimit') > 0, open: 0 },
    { duty: 'records', isMet: settings.get('recordYears') >= LEAST_RECORD_YEARS, open: 0 },
    { duty: 'report', isMet: counts.reported > 0, open: counts.reported > 0 ? 0 : 1 },
  ];
};

/** The card schemes' duties with their state, and the clock of complaints. */
export const readDuties = async (platform: Platform) => {
  const complaints = await readComplaintClock(platform);
  return {
    months: monthsBefore(platform.clock.now(), REPORT_MONTHS),
    duties: await listDuties(platform, complaints),
    complaints,
  };
};
