import { type RawBuilder, sql } from 'kysely';
import { type SearchWords, searchQueryOf } from '../../platform/database/search.ts';
import type { Parser } from '../../platform/search/parsers.ts';
import { type Condition, allOf, anyOf, toTsquery } from '../../platform/search/query.ts';
import { ACCOUNT_LETTERS } from '../accounts/index.ts';
import type { Expanded } from '../words/index.ts';

/** A condition and a rank, over `performers p`. */
export interface Matching {
  condition: RawBuilder<unknown>;
  /** How well they match: the higher, the better. */
  rank: RawBuilder<unknown>;
}

const { performer: NAME, told: TOLD, whole: WHOLE } = ACCOUNT_LETTERS;

/** Their row is looked up where the planner has no index to find it by. */
const has = (query: string): RawBuilder<boolean> =>
  sql<boolean>`p.account_id in (select s.account_id from account_search s where s.words @@ ${query}::tsquery)`;

/**
 * Approved performers that meet all conditions by what they tell of themselves. Who is called so comes first, then who has the words in the name, in
 * craft or city, in the biography; then who has other forms or synonyms of them.
 * @param words `typed`: what meets these ranks by where it has them
 * @param name the whole name that is looked for; none after a correction
 * @returns null without conditions: nobody
 */
export const matchingPerformers = (parser: Parser, { typed, conditions }: Expanded, name = ''): Matching | null => {
  if (conditions.length === 0) return null;
  const { letter } = parser;
  const all = allOf(typed);
  const names = parser.wholeTokensOf(name).map((token): Condition => ({ type: 'token', token, isPrefix: false }));
  const isWhole = names.length === 0 ? sql`false` : sql`s.words @@ ${toTsquery(anyOf(names), [letter + WHOLE])}::tsquery`;
  const fields = [letter + NAME, letter + TOLD];
  return {
    condition: has(toTsquery(allOf(conditions), fields)),
    rank: sql`(
      select case
        when ${isWhole} then 4 when s.words @@ ${toTsquery(all, [letter + NAME])}::tsquery then 3
        when s.words @@ ${toTsquery(all, fields, 'AB')}::tsquery then 2
        when s.words @@ ${toTsquery(all, fields)}::tsquery then 1 else 0 end::numeric
      from account_search s where s.account_id = p.account_id)`,
  };
};

/** Performers whose names meet all conditions. */
export const namedPerformers = ({ letter }: Parser, conditions: readonly Condition[]): RawBuilder<boolean> | null =>
  conditions.length === 0 ? null : has(toTsquery(allOf(conditions), [letter + NAME]));

/** `matchingPerformers` by the index of before. */
export const matchingWords = (words: SearchWords): Matching | null => {
  const query = searchQueryOf(words);
  if (query === null) return null;
  const matched = sql`to_tsquery('simple', ${query})`;
  return { condition: sql`p.words @@ ${matched}`, rank: sql`ts_rank(p.words, ${matched})::numeric` };
};

/** `namedPerformers` by the index of before. */
export const namedByWords = (words: SearchWords): RawBuilder<boolean> | null => {
  const query = searchQueryOf(words, 'A');
  return query === null ? null : sql<boolean>`p.words @@ to_tsquery('simple', ${query})`;
};
