import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TypedWord } from '../../platform/search/query.ts';
import { type WordScope, beginsWith, countIn } from './known-words.ts';
import type { Groups } from './synonyms.store.ts';

// Forms of a word have the same stem. PostgreSQL's stemmers tell it; they are asked when somebody searches, never when a text is stored.

/** PostgreSQL's dictionary of each language that has one. */
const STEMMERS: Readonly<Record<string, string>> = {
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  hu: 'hungarian_stem',
  it: 'italian_stem',
  nl: 'dutch_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sv: 'swedish_stem',
  tr: 'turkish_stem',
};

/** The stemmers of languages; those without one have none. */
export const stemmersOf = (locales: readonly string[]): string[] => [
  ...new Set(locales.flatMap((locale) => STEMMERS[locale.split('-')[0]!] ?? [])),
];

/** Shorter words have no other forms; forms begin with the same letters. */
const SAME_LETTERS = 4;
const MAX_FORMS = 8;
/** Further words with the same first letters aren't compared; a large site has some hundred. */
const MAX_LOOKED_AT = 1000;
/** A site has a few hundred words that mean the same. */
const MAX_KNOWN = 5000;

export interface Stems {
  /** Known words that are other forms of a word. */
  forms: ReadonlyMap<string, readonly string[]>;
  /** The stems of a word, by all stemmers. */
  of: ReadonlyMap<string, readonly string[]>;
}

const caches = new WeakMap<Database, LRUCache<string, readonly string[]>>();

/** The stems of a word by each stemmer, behind the stemmer's name; none of words such as articles. */
const stemsOf = (word: RawBuilder<unknown>, stemmers: readonly string[]): RawBuilder<unknown> =>
  sql`array(select d.name || ' ' || (ts_lexize(d.name::regdictionary, ${word}))[1] from unnest(${stemmers}::text[]) d (name)
    where cardinality(ts_lexize(d.name::regdictionary, ${word})) > 0)`;

/** Stems of the owner's words: they don't change. */
const stemsOfMembers = async (database: Database, words: readonly string[], stemmers: readonly string[]) => {
  let known = caches.get(database);
  if (!known) caches.set(database, (known = new LRUCache({ max: MAX_KNOWN })));
  const key = (word: string) => `${stemmers.join(' ')} ${word}`;
  const missing = words.filter((word) => !known.has(key(word)));
  if (missing.length > 0) {
    const { rows } = await sql<{ word: string; stems: string[] }>`
      select t.word, ${stemsOf(sql`t.word`, stemmers)} as stems from unnest(${missing}::text[]) t (word)`.execute(database);
    for (const { word, stems } of rows) known.set(key(word), stems);
  }
  return new Map(words.map((word) => [word, known.get(key(word)) ?? []]));
};

/** Other forms of typed words among those that a scope has, and the stems of these words and of those that mean the same. */
export const readStems = async (
  { database }: Pick<Platform, 'database'>,
  typed: readonly TypedWord[],
  groups: Groups,
  stemmers: readonly string[],
  scope: WordScope,
): Promise<Stems> => {
  const stemmed = typed.filter(({ text, cut }) => cut === 'whole' && text.length >= SAME_LETTERS).map(({ text }) => text);
  if (stemmed.length === 0 || stemmers.length === 0) return { forms: new Map(), of: new Map() };
  const members = await stemsOfMembers(database, [...new Set(groups.flat(2))], stemmers);
  // The typed word is a prefix search: words that begin with it need no alternative.
  const { rows } = await sql<{ word: string; stems: string[]; forms: string[] }>`
    select t.word, s.stems, array(
      select w.word from (
        select w.* from known_words w
        where ${beginsWith(sql`left(t.word, ${sql.lit(SAME_LETTERS)})`)} and ${countIn(scope)} > 0 and not starts_with(w.word, t.word)
        limit ${sql.lit(MAX_LOOKED_AT)}) w
      where ${stemsOf(sql`w.spelling`, stemmers)} && s.stems
      order by ${countIn(scope)} desc, w.word limit ${sql.lit(MAX_FORMS)}) as forms
    from unnest(${stemmed}::text[]) t (word) cross join lateral (select ${stemsOf(sql`t.word`, stemmers)} as stems) s`.execute(database);
  return {
    forms: new Map(rows.map(({ word, forms }) => [word, forms])),
    of: new Map([...members, ...rows.map(({ word, stems }) => [word, stems] as const)]),
  };
};
