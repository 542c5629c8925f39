import type { ModerationYear } from '@stagedoor/contract/reports';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { CLAIMS, decisionColumns, touches, within } from './figures.ts';

type Decisions = ModerationYear['appeals'];

/** Appeals against measures, complaints about rejections, and files that look like something blocked: each with its decision. */
const DECIDED = {
  appeals: sql`(select appealed_at as created_at, appeal_decided_at as decided_at, appeal_state as state from restrictions
    where appealed_at is not null)`,
  complaints: sql`(select created_at, decided_at, state from complaints)`,
  copies: sql`(select created_at, decided_at, case state when 'copy' then 'upheld' when 'different' then 'rejected' else state end as state
    from copy_matches)`,
} as const;

/** A year's figures of moderation (DSA articles 15 and 24), in UTC; the current year unless said. */
export const getModerationYear = async ({ database, clock }: Platform, asked: string | undefined): Promise<ModerationYear> => {
  const year = asked ?? clock.now().toISOString().slice(0, 4);
  const period = { from: new Date(`${year}-01-01T00:00:00Z`), to: new Date(`${Number(year) + 1}-01-01T00:00:00Z`) };
  const columns = decisionColumns(period);
  const isMade = within(sql`created_at`, period);
  const isLifted = sql`(state = 'lifted' and ${within(sql`ended_at`, period)})`;
  const one = async (table: (typeof DECIDED)[keyof typeof DECIDED]): Promise<Decisions> => {
    const { rows } = await sql<Decisions>`select ${columns} from ${table} x`.execute(database);
    return rows[0]!;
  };
  const [reasons, contents, hidden, appeals, complaints, copies, measures, repeated] = await Promise.all([
    sql<ModerationYear['reasons'][number]>`
      select source, reason, ${columns} from ${CLAIMS} x where ${touches(period)} group by 1, 2 order by 1, 2`.execute(database),
    sql<ModerationYear['contents'][number]>`
      select source, object_type as content, ${columns} from ${CLAIMS} x where ${touches(period)} group by 1, 2 order by 1, 2 nulls last`.execute(
      database,
    ),
    sql<Decisions>`select ${columns} from ${CLAIMS} x where hiding = 'hidden'`.execute(database),
    one(DECIDED.appeals),
    one(DECIDED.complaints),
    one(DECIDED.copies),
    sql<ModerationYear['measures'][number]>`
      select measure, ground, source, count(*) filter (where ${isMade})::int as made,
        count(*) filter (where ${isMade} and is_automated)::int as automated, count(*) filter (where ${isLifted})::int as lifted
      from restrictions where ${isMade} or ${isLifted} group by 1, 2, 3 order by 1, 2, 3`.execute(database),
    sql<ModerationYear['repeated']>`
      select (select count(*)::int from restrictions where measure = 'suspended' and reason = 'strikes' and ${isMade}) as suspended,
        (select count(*)::int from restrictions where measure = 'suspended' and reason = 'strikes' and ${isLifted}) as "suspensionsLifted",
        (select count(*)::int from ${CLAIMS} x where hiding = 'unfounded' and ${isMade}) as unfounded`.execute(database),
  ]);
  return {
    year,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    reasons: reasons.rows,
    contents: contents.rows,
    measures: measures.rows,
    hidden: hidden.rows[0]!,
    copies,
    appeals,
    complaints,
    repeated: repeated.rows[0]!,
  };
};

const DECISION_KEYS = ['received', 'upheld', 'rejected', 'open', 'medianHours'] as const;
const MEASURE_KEYS = ['made', 'automated', 'lifted'] as const;
const REPEATED_KEYS = ['suspended', 'suspensionsLifted', 'unfounded'] as const;

type Line = readonly [part: string, of: string, detail: string, figure: string, value: number | null];

const linesOf = function* (figures: ModerationYear, locale: Locale): Generator<Line> {
  const decisions = function* (part: string, of: string, detail: string, row: Decisions): Generator<Line> {
    for (const key of DECISION_KEYS) yield [part, of, detail, translate(locale, `moderationYear.column.${key}`), row[key]];
  };
  for (const { source, reason, ...row } of figures.reasons)
    yield* decisions(
      translate(locale, 'moderationReport.byReason'),
      translate(locale, `moderationReport.source.${source}`),
      translate(locale, `takedowns.reason.${reason}`),
      row,
    );
  for (const { source, content, ...row } of figures.contents)
    yield* decisions(
      translate(locale, 'moderationYear.byContent'),
      translate(locale, `moderationReport.source.${source}`),
      translate(locale, content === null ? 'moderationYear.otherContent' : `reports.kind.${content}`),
      row,
    );
  for (const { measure, ground, source, ...row } of figures.measures)
    for (const key of MEASURE_KEYS)
      yield [
        translate(locale, 'moderationReport.actions'),
        translate(locale, `restrictions.measure.${measure}`),
        [translate(locale, `moderationYear.ground.${ground}`), translate(locale, `moderationYear.source.${source}`)].join(', '),
        translate(locale, `moderationYear.column.${key}`),
        row[key],
      ];
  for (const part of ['hidden', 'copies', 'appeals', 'complaints'] as const)
    yield* decisions(translate(locale, `moderationYear.part.${part}`), '', '', figures[part]);
  for (const key of REPEATED_KEYS)
    yield [
      translate(locale, 'moderationYear.part.repeated'),
      '',
      '',
      translate(locale, `moderationYear.column.${key}`),
      figures.repeated[key],
    ];
};

/** The same as CSV with a number in each line, names in a language; hours with a point, whatever the language. */
export const exportModerationYear = async (
  platform: Platform,
  year: string | undefined,
  locale: Locale,
): Promise<AsyncIterable<string>> => {
  const figures = await getModerationYear(platform, year);
  return (async function* () {
    yield CSV_BOM;
    yield csvLine(
      (['year', 'part', 'of', 'detail', 'figure', 'value'] as const).map((key) => translate(locale, `moderationYear.csv.${key}`)),
    );
    for (const line of linesOf(figures, locale)) yield csvLine([figures.year, ...line]);
  })();
};
