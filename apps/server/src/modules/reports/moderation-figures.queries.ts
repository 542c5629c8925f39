import type { ModerationFigures } from '@stagedoor/contract/reports';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';

/** From the first instant of a month to the first of the next, in UTC. */
const boundsOf = (month: string): { from: Date; to: Date } => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: new Date(Date.UTC(year, number - 1, 1)), to: new Date(Date.UTC(year, number, 1)) };
};

/** Of decisions: the median of the time since they were asked for, in hours. */
const medianHours = (since: RawBuilder<unknown>, decided: RawBuilder<unknown>, isCounted: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`round((percentile_cont(0.5) within group (order by extract(epoch from ${decided} - ${since})::float8 / 3600)
    filter (where ${isCounted}))::numeric, 1)::float8`;

type Row = ModerationFigures['rows'][number];

/**
 * What was reported and decided in a month, as the Digital Services Act asks sites to publish: received and decided are counted by their own
 * instants, so a report of one month may be decided in the next.
 */
export const getModerationFigures = async ({ database, clock }: Platform, asked: string | undefined): Promise<ModerationFigures> => {
  const month = asked ?? clock.now().toISOString().slice(0, 7);
  const { from, to } = boundsOf(month);
  const within = (instant: RawBuilder<unknown>) => sql`(${instant} >= ${from} and ${instant} < ${to})`;
  const isDecided = within(sql`x.decided_at`);
  const [{ rows }, { rows: appeals }, { rows: actions }] = await Promise.all([
    sql<Row>`
      select x.source, x.reason, count(*) filter (where ${within(sql`x.created_at`)})::int as received,
        count(*) filter (where ${isDecided} and x.state = 'upheld')::int as upheld,
        count(*) filter (where ${isDecided} and x.state = 'rejected')::int as rejected,
        count(*) filter (where x.created_at < ${to} and (x.decided_at is null or x.decided_at >= ${to}))::int as "open",
        ${medianHours(sql`x.created_at`, sql`x.decided_at`, isDecided)} as "medianHours"
      from (
        -- An appeal that was upheld made a report rejected after all: the first decision is what is counted here.
        select 'report' as source, r.reason, r.created_at, r.decided_at, case when m.appeal_state = 'upheld' then 'upheld' else r.state end as state
        from reports r left join restrictions m on m.id = r.restriction_id
        union all select 'notice', reason, created_at, decided_at, state from takedown_notices) x
      where x.created_at < ${to} and (x.decided_at is null or x.decided_at >= ${from})
      group by 1, 2 order by 1, 2`.execute(database),
    sql<ModerationFigures['appeals']>`
      select count(*) filter (where ${within(sql`appealed_at`)})::int as received,
        count(*) filter (where ${within(sql`appeal_decided_at`)} and appeal_state = 'upheld')::int as upheld,
        count(*) filter (where ${within(sql`appeal_decided_at`)} and appeal_state = 'rejected')::int as rejected,
        count(*) filter (where appealed_at < ${to} and (appeal_decided_at is null or appeal_decided_at >= ${to}))::int as "open",
        ${medianHours(sql`appealed_at`, sql`appeal_decided_at`, within(sql`appeal_decided_at`))} as "medianHours"
      from restrictions where appeal_state is not null`.execute(database),
    sql<ModerationFigures['actions']>`
      select (select count(distinct object_id)::int from reports where outcome = 'takenDown' and ${within(sql`decided_at`)}) as "takenDown",
        count(*) filter (where action = 'content.takenDown')::int as "takenDownUnasked",
        count(*) filter (where action = 'content.restored')::int as "restored",
        count(*) filter (where action = 'accounts.suspended')::int as "suspended"
      from audit_log where ${within(sql`created_at`)} and action in ('content.takenDown', 'content.restored', 'accounts.suspended')`.execute(
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
