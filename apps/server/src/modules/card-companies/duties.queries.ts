import type { CardSchemeDuty } from '@stagedoor/contract/admin-gateways';
import { sql } from 'kysely';
import { businessDaysBefore } from '../../platform/business-days.ts';
import { listDisputes } from './disputes.queries.ts';
import type { Companies } from './gateway-cards.queries.ts';

/** Card schemes give a site this long to decide a complaint: seven business days. */
export const COMPLAINT_DAYS = 7;
/** Months of disputes that are shown, with the current one. */
const MONTHS = 6;

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

const listDuties = async ({ platform }: Companies): Promise<Duty[]> => {
  const { database, clock, settings } = platform;
  const now = clock.now();
  const { rows } = await sql<Record<'unconsented' | 'unidentified' | 'waiting' | 'moderators' | 'late' | 'reported', number>>`
    select
      (select count(distinct i.id)::int from items i join item_participants x on x.item_id = i.id join participants p on p.id = x.participant_id
        where i.state = 'active' and p.state <> 'approved') as unconsented,
      (select count(*)::int from performers p join accounts a on a.id = p.account_id
        where a.status = 'active' and p.state <> 'approved'
          and exists (select from items i where i.performer_id = p.account_id and i.state = 'active')) as unidentified,
      (select count(*)::int from items where state = 'review') as waiting,
      (select count(*)::int from accounts where role = 'admin' and status = 'active' and admin_role in ('owner', 'moderator')) as moderators,
      (select count(*)::int from (
        select created_at from reports where state = 'open' union all select created_at from takedown_notices where state = 'open') c
        where c.created_at < ${businessDaysBefore(now, COMPLAINT_DAYS)}) as late,
      (select count(*)::int from audit_log where action = 'orders.schemesReported' and detail ->> 'month' = ${monthsBefore(now, 1)[0]}) as reported`.execute(
    database,
  );
  const { unconsented, unidentified, waiting, moderators, late, reported } = rows[0]!;
  return [
    { duty: 'consent', isMet: unconsented === 0, open: unconsented },
    { duty: 'identity', isMet: unidentified === 0, open: unidentified },
    { duty: 'review', isMet: settings.get('reviewBeforePublishing'), open: waiting },
    { duty: 'liveModeration', isMet: moderators > 1, open: 0 },
    { duty: 'complaints', isMet: late === 0, open: late },
    { duty: 'report', isMet: reported > 0, open: reported > 0 ? 0 : 1 },
  ];
};

/** The card schemes' duties with their state, and the disputes of the last months. */
export const readDuties = async (companies: Companies) => ({
  months: monthsBefore(companies.platform.clock.now(), 12),
  duties: await listDuties(companies),
  disputes: await listDisputes(companies.platform, MONTHS),
});
