import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { COMPLAINT_DAYS } from './duties.queries.ts';

const FIGURES = [
  'complaintsReceived',
  'complaintsUpheld',
  'complaintsRejected',
  'complaintsLate',
  'itemsReviewed',
  'itemsRefused',
  'itemsTakenDown',
  'accountsSuspended',
  'payments',
  'chargebacks',
  'refunds',
] as const;

/** From the first instant of a month to the first of the next, in UTC. */
const boundsOf = (month: string): { from: Date; to: Date } => {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
};

/**
 * The monthly report to the card companies as CSV: complaints and takedown notices, content looked at and removed, disputes. Counts only, no names. The
 * download is audited, which shows that the duty was met.
 */
export const exportSchemeReport = async (
  platform: Platform,
  adminId: string,
  locale: Locale,
  month: string,
): Promise<AsyncIterable<string>> => {
  const { from, to } = boundsOf(month);
  const { rows } = await sql<Record<(typeof FIGURES)[number], number>>`
    with complaints as (
      select created_at, decided_at, state from reports union all select created_at, decided_at, state from takedown_notices)
    select
      (select count(*)::int from complaints where created_at >= ${from} and created_at < ${to}) as "complaintsReceived",
      (select count(*)::int from complaints where decided_at >= ${from} and decided_at < ${to} and state = 'upheld') as "complaintsUpheld",
      (select count(*)::int from complaints where decided_at >= ${from} and decided_at < ${to} and state = 'rejected') as "complaintsRejected",
      (select count(*)::int from complaints where decided_at >= ${from} and decided_at < ${to}
        and (select count(*) from generate_series(created_at, decided_at, interval '1 day') day
          where day > created_at and extract(isodow from day at time zone 'UTC') < 6) > ${COMPLAINT_DAYS}) as "complaintsLate",
      (select count(*)::int from item_reviews where decided_at >= ${from} and decided_at < ${to}) as "itemsReviewed",
      (select count(*)::int from item_reviews where decided_at >= ${from} and decided_at < ${to} and decision = 'rejected') as "itemsRefused",
      (select count(*)::int from audit_log where created_at >= ${from} and created_at < ${to} and action = 'content.takenDown') as "itemsTakenDown",
      (select count(*)::int from audit_log where created_at >= ${from} and created_at < ${to} and action = 'accounts.suspended') as "accountsSuspended",
      (select count(distinct event_key)::int from gateway_events where received_at >= ${from} and received_at < ${to}
        and outcome in ('settled', 'renewed')) as "payments",
      (select count(distinct event_key)::int from gateway_events where received_at >= ${from} and received_at < ${to}
        and event = 'chargedBack' and outcome in ('reversed', 'repeated')) as "chargebacks",
      (select count(*)::int from gateway_refunds where done_at >= ${from} and done_at < ${to} and state = 'done') as "refunds"`.execute(
    platform.database,
  );
  const figures = rows[0]!;
  await transact(platform.database, undefined, (trx) =>
    recordAudit(trx, {
      actorId: adminId,
      action: 'orders.schemesReported',
      objectKind: 'list',
      objectId: null,
      detail: { month },
      at: platform.clock.now(),
    }),
  );
  return (async function* () {
    yield CSV_BOM;
    yield csvLine([
      translate(locale, 'gateways.report.month'),
      translate(locale, 'gateways.report.figure'),
      translate(locale, 'gateways.report.count'),
    ]);
    for (const figure of FIGURES) yield csvLine([month, translate(locale, `gateways.report.${figure}`), figures[figure]]);
  })();
};
