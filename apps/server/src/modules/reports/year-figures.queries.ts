import type { ModerationYear } from '@stagedoor/contract/reports';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { CLAIMS, decisionColumns, measureConditions, readOutcomes, touches } from './figures.ts';

type Decisions = ModerationYear['appeals'];

/** A year's figures of moderation (DSA articles 15 and 24), in UTC; the current year unless said. */
export const getModerationYear = async ({ database, clock }: Platform, asked: string | undefined): Promise<ModerationYear> => {
  const year = asked ?? clock.now().toISOString().slice(0, 4);
  const period = { from: new Date(`${year}-01-01T00:00:00Z`), to: new Date(`${Number(year) + 1}-01-01T00:00:00Z`) };
  const columns = decisionColumns(period);
  const { isMade, isLifted } = measureConditions(period);
  const [reasons, contents, measures, outcomes] = await Promise.all([
    sql<ModerationYear['reasons'][number]>`
      select source, reason, ${columns} from ${CLAIMS} x where ${touches(period)} group by 1, 2 order by 1, 2`.execute(database),
    sql<ModerationYear['contents'][number]>`
      select source, object_type as content, ${columns} from ${CLAIMS} x where ${touches(period)} group by 1, 2 order by 1, 2 nulls last`.execute(
      database,
    ),
    sql<ModerationYear['measures'][number]>`
      select measure, ground, source, count(*) filter (where ${isMade})::int as made,
        count(*) filter (where ${isMade} and is_automated)::int as automated, count(*) filter (where ${isLifted})::int as lifted
      from restrictions where ${isMade} or ${isLifted} group by 1, 2, 3 order by 1, 2, 3`.execute(database),
    readOutcomes(database, period),
  ]);
  const { hidden, copies, appeals, complaints, repeated } = outcomes;
  return {
    year,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    reasons: reasons.rows,
    contents: contents.rows,
    measures: measures.rows,
    hidden,
    copies,
    appeals,
    complaints,
    repeated,
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
