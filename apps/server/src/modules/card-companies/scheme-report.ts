import { SCHEME_FIGURES, type SchemeFigure, type SchemePart, type SchemeReport } from '@stagedoor/contract/duties';
import { keysOf } from '@stagedoor/contract/keys.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { CLAIMS, periodOfMonth, readOutcomes, within } from '../reports/index.ts';
import { isLateDecision } from './complaint-clock.ts';

type Counted =
  | 'complaintsLate'
  | 'itemsReviewed'
  | 'itemsRefused'
  | 'itemsTakenDown'
  | 'accountsSuspended'
  | 'payments'
  | 'chargebacks'
  | 'refunds';

/**
 * A month's report to the card companies: complaints, what was hidden, content looked at and removed, copies, accounts, appeals, disputes. Counts only,
 * no names.
 */
export const readSchemeReport = async ({ database }: Pick<Platform, 'database'>, month: string): Promise<SchemeReport> => {
  const period = periodOfMonth(month);
  const isDecided = within(sql`decided_at`, period);
  const isReceived = within(sql`received_at`, period);
  const isLogged = within(sql`created_at`, period);
  const [{ rows }, { claims, hidden, copies, appeals, complaints, repeated }] = await Promise.all([
    sql<Record<Counted, number>>`
      select
        (select count(*)::int from ${CLAIMS} x where ${isDecided} and ${isLateDecision}) as "complaintsLate",
        (select count(*)::int from item_reviews where ${isDecided}) as "itemsReviewed",
        (select count(*)::int from item_reviews where ${isDecided} and decision = 'rejected') as "itemsRefused",
        (select count(*)::int from audit_log where ${isLogged} and action = 'content.takenDown') as "itemsTakenDown",
        (select count(*)::int from audit_log where ${isLogged} and action = 'accounts.suspended') as "accountsSuspended",
        (select count(distinct event_key)::int from gateway_events where ${isReceived} and outcome in ('settled', 'renewed')) as "payments",
        (select count(distinct event_key)::int from gateway_events where ${isReceived}
          and event = 'chargedBack' and outcome in ('reversed', 'repeated')) as "chargebacks",
        (select count(*)::int from gateway_refunds where ${within(sql`done_at`, period)} and state = 'done') as "refunds"`.execute(
      database,
    ),
    readOutcomes(database, period),
  ]);
  const counts: Record<SchemeFigure, number> = {
    ...rows[0]!,
    complaintsReceived: claims.received,
    complaintsUpheld: claims.upheld,
    complaintsRejected: claims.rejected,
    complaintsOpen: claims.open,
    hiddenAtOnce: hidden.received,
    hiddenConfirmed: hidden.upheld,
    hiddenReversed: hidden.rejected,
    copiesFound: copies.received,
    copiesConfirmed: copies.upheld,
    repeatedSuspended: repeated.suspended,
    unfounded: repeated.unfounded,
    appealsReceived: appeals.received,
    appealsUpheld: appeals.upheld,
    appealsRejected: appeals.rejected,
    objectionsReceived: complaints.received,
    objectionsUpheld: complaints.upheld,
    objectionsRejected: complaints.rejected,
  };
  const figuresOf = (part: SchemePart) => SCHEME_FIGURES[part].map((figure) => ({ part, figure, count: counts[figure] }));
  return {
    month,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    figures: keysOf(SCHEME_FIGURES).flatMap(figuresOf),
  };
};

/** The same as CSV. The download is audited, which shows that the duty was met. */
export const exportSchemeReport = async (
  platform: Platform,
  adminId: string,
  locale: Locale,
  month: string,
): Promise<AsyncIterable<string>> => {
  const { figures } = await readSchemeReport(platform, month);
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
    for (const { figure, count } of figures) yield csvLine([month, translate(locale, `gateways.report.${figure}`), count]);
  })();
};
