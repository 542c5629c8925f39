import type { ModerationFigures } from '@stagedoor/contract/reports';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { CLAIMS, decisionColumns, periodOfMonth, touches, within } from './figures.ts';

type Row = ModerationFigures['rows'][number];

/**
 * What was reported and decided in a month, as the Digital Services Act asks sites to publish: received and decided are counted by their own
 * instants, so a report of one month may be decided in the next.
 */
export const getModerationFigures = async ({ database, clock }: Platform, asked: string | undefined): Promise<ModerationFigures> => {
  const month = asked ?? clock.now().toISOString().slice(0, 7);
  const period = periodOfMonth(month);
  const { from, to } = period;
  const [{ rows }, { rows: appeals }, { rows: actions }] = await Promise.all([
    sql<Row>`
      select source, reason, ${decisionColumns(period)} from ${CLAIMS} x where ${touches(period)} group by 1, 2 order by 1, 2`.execute(
      database,
    ),
    sql<ModerationFigures['appeals']>`
      select ${decisionColumns(period)} from (
        select appealed_at as created_at, appeal_decided_at as decided_at, appeal_state as state from restrictions where appealed_at is not null) x`.execute(
      database,
    ),
    sql<ModerationFigures['actions']>`
      select (select count(distinct object_id)::int from reports where outcome = 'takenDown' and ${within(sql`decided_at`, period)}) as "takenDown",
        count(*) filter (where action = 'content.takenDown')::int as "takenDownUnasked",
        count(*) filter (where action = 'content.restored')::int as "restored",
        count(*) filter (where action = 'accounts.suspended')::int as "suspended"
      from audit_log where ${within(sql`created_at`, period)} and action in ('content.takenDown', 'content.restored', 'accounts.suspended')`.execute(
      database,
    ),
  ]);
  return {
    month,
    from: from.toISOString(),
    to: to.toISOString(),
    rows: rows.map((row) => ({ ...row })),
    appeals: appeals[0]!,
    actions: actions[0]!,
  };
};

const COLUMNS = ['source', 'reason', 'received', 'upheld', 'rejected', 'open', 'medianHours'] as const;

/** The same as CSV, headings and names in a language; hours with a point, whatever the language. */
export const exportModerationFigures = async (
  platform: Platform,
  month: string | undefined,
  locale: Locale,
): Promise<AsyncIterable<string>> => {
  const { rows, appeals, actions, ...of } = await getModerationFigures(platform, month);
  const line = (source: string, reason: string, row: Omit<Row, 'source' | 'reason'>) =>
    csvLine([of.month, source, reason, row.received, row.upheld, row.rejected, row.open, row.medianHours]);
  const action = (name: keyof typeof actions) =>
    csvLine([of.month, translate(locale, `moderationReport.action.${name}`), '', actions[name], '', '', '', '']);
  return (async function* () {
    yield CSV_BOM;
    yield csvLine([
      translate(locale, 'moderationReport.month'),
      ...COLUMNS.map((column) => translate(locale, `moderationReport.column.${column}`)),
    ]);
    for (const { source, reason, ...row } of rows)
      yield line(translate(locale, `moderationReport.source.${source}`), translate(locale, `takedowns.reason.${reason}`), row);
    yield line(translate(locale, 'moderationReport.appeals'), '', appeals);
    for (const name of ['takenDown', 'takenDownUnasked', 'restored', 'suspended'] as const) yield action(name);
  })();
};
