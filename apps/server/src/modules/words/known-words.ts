import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

// Which words there are (`count-words.ts` writes them). Only what everybody may find: of a text that is itself what is locked, none.

/** What may have a word. */
export type WordScope = 'performers' | 'items';
/** How many of a scope have `known_words w`. */
export const countIn = (scope: WordScope): RawBuilder<unknown> => (scope === 'items' ? sql`w.item_count` : sql`w.performer_count`);

/** Known words that begin so, by the table's key. */
export const beginsWith = (typed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`w.word >= ${typed} collate "C" and w.word < (${typed} || chr(1114111)) collate "C"`;

export interface Candidate {
  word: string;
  spelling: string;
  uses: number;
}

/** A word that may be misspelt. */
export interface Misspelt {
  word: string;
  variants: readonly string[];
  /** It may have two slips: parts of words find those. */
  isLong: boolean;
}

/**
 * For each word that begins none of the scope's: words that are written much like it, the most frequent ones.
 * @returns by word; those without an entry begin a known one
 */
export const readCandidates = async (
  executor: Executor,
  words: readonly Misspelt[],
  scope: WordScope,
): Promise<Map<string, readonly Candidate[]>> => {
  const { rows } = await sql<{ word: string; found: Candidate[] | null }>`
    select t.word, (
      select json_agg(json_build_object('word', f.word, 'spelling', f.spelling, 'uses', f.uses)) from (
        (select w.word, w.spelling, ${countIn(scope)} as uses from known_words w
          where w.variants && t.variants and ${countIn(scope)} > 0 order by 3 desc limit 40)
        union
        (select w.word, w.spelling, ${countIn(scope)} from known_words w
          where t.is_long and w.word % t.word and not starts_with(w.word, '#') and ${countIn(scope)} > 0
          order by similarity(w.word, t.word) desc limit 20)) f) as found
    from jsonb_to_recordset(${JSON.stringify(words.map(({ isLong, ...word }) => ({ ...word, is_long: isLong })))}::jsonb)
      t (word text, variants text[], is_long boolean)
    where not exists (select from known_words w where ${beginsWith(sql`t.word`)} and ${countIn(scope)} > 0)`.execute(executor);
  return new Map(rows.map(({ word, found }) => [word, found ?? []]));
};

/** A known word as it is shown, and how many items have it. */
export interface Completion {
  spelling: string;
  items: number;
}

/**
 * The most frequent words or tags of items that begin with what is typed.
 * @param typed folded; tags with their sign
 * @param isVisible whether the viewer sees `performers p` with `accounts a`, asked of words that one performer alone has
 */
export const readCompletions = async (
  executor: Executor,
  typed: string,
  isVisible: RawBuilder<boolean>,
  limit: number,
): Promise<Completion[]> => {
  const { rows } = await sql<Completion>`
    select w.spelling, w.item_count as items from known_words w where ${beginsWith(sql`${typed}::text`)} and w.item_count > 0
      and (w.performer_id is null or exists (
        select from performers p join accounts a on a.id = p.account_id where p.account_id = w.performer_id and ${isVisible}))
    order by w.item_count desc, w.word limit ${sql.lit(limit)}`.execute(executor);
  return rows;
};
