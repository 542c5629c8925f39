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
/** The owner's words, and what is searched for again and again. */
const MAX_STEMMED = 20_000;
/** The known words of so many beginnings are kept with their stems. */
const MAX_FAMILIES = 1000;
/** Words that another node added show after so long. */
const FAMILY_MS = 10_000;

export interface Stems {
  /** Known words that are other forms of a word. */
  forms: ReadonlyMap<string, readonly string[]>;
  /** The stems of a word, by all stemmers. */
  of: ReadonlyMap<string, readonly string[]>;
}

/** A known word with its stems. */
interface Relative {
  word: string;
  stems: readonly string[];
}
/** Known words with the same first letters, the most frequent first. */
type Family = readonly Relative[];

interface Caches {
  /** Stems never change. */
  stems: LRUCache<string, readonly string[]>;
  families: LRUCache<string, Promise<Family>>;
}
const caches = new WeakMap<Database, Caches>();
const cachesOf = (database: Database): Caches => {
  let known = caches.get(database);
  if (!known)
    caches.set(
      database,
      (known = {
        stems: new LRUCache({ max: MAX_STEMMED }),
        families: new LRUCache({ max: MAX_FAMILIES, ttl: FAMILY_MS }),
      }),
    );
  return known;
};

/** Has the next search read which words there are: after this process added some. */
export const forgetFamilies = (database: Database): void => caches.get(database)?.families.clear();

/** The stems of a word by each stemmer, behind the stemmer's name; none of words such as articles. */
const stemsOf = (word: RawBuilder<unknown>, stemmers: readonly string[]): RawBuilder<unknown> =>
  sql`array(select d.name || ' ' || (ts_lexize(d.name::regdictionary, ${word}))[1] from unnest(${stemmers}::text[]) d (name)
    where cardinality(ts_lexize(d.name::regdictionary, ${word})) > 0)`;

const stemsOfWords = async (database: Database, words: readonly string[], stemmers: readonly string[]) => {
  const { stems: known } = cachesOf(database);
  const key = (word: string) => `${stemmers.join(' ')} ${word}`;
  const stems = new Map<string, readonly string[]>();
  const missing = words.filter((word) => {
    const kept = known.get(key(word));
    if (kept) stems.set(word, kept);
    return !kept;
  });
  if (missing.length > 0) {
    const { rows } = await sql<Relative>`
      select t.word, ${stemsOf(sql`t.word`, stemmers)} as stems from unnest(${missing}::text[]) t (word)`.execute(database);
    for (const row of rows) {
      known.set(key(row.word), row.stems);
      stems.set(row.word, row.stems);
    }
  }
  return stems;
};

const readFamily = async (database: Database, beginning: string, stemmers: readonly string[], scope: WordScope): Promise<Family> => {
  const { rows } = await sql<Relative>`
    select w.word, ${stemsOf(sql`w.spelling`, stemmers)} as stems from (
      select w.word, w.spelling, ${countIn(scope)} as uses from known_words w
      where ${beginsWith(sql`${beginning}::text`)} and ${countIn(scope)} > 0 limit ${sql.lit(MAX_LOOKED_AT)}) w
    order by w.uses desc, w.word`.execute(database);
  return rows;
};

/** The known words of a scope that begin so. Searches that wait for the same, such as those of several kinds, read it once. */
const familyOf = (database: Database, beginning: string, stemmers: readonly string[], scope: WordScope): Promise<Family> => {
  const { families } = cachesOf(database);
  const key = `${scope} ${stemmers.join(' ')} ${beginning}`;
  let family = families.get(key);
  if (!family) {
    families.set(key, (family = readFamily(database, beginning, stemmers, scope)));
    void family.catch(() => families.delete(key));
  }
  return family;
};

const beginningOf = (word: string): string => Array.from(word).slice(0, SAME_LETTERS).join('');

/** Other forms of typed words among those that a scope has, and the stems of these words and of those that mean the same. */
export const readStems = async (
  { database }: Pick<Platform, 'database'>,
  typed: readonly TypedWord[],
  groups: Groups,
  stemmers: readonly string[],
  scope: WordScope,
): Promise<Stems> => {
  const words = typed.filter(({ text, cut }) => cut === 'whole' && text.length >= SAME_LETTERS).map(({ text }) => text);
  if (words.length === 0 || stemmers.length === 0) return { forms: new Map(), of: new Map() };
  const [of, ...families] = await Promise.all([
    stemsOfWords(database, [...new Set([...groups.flat(2), ...words])], stemmers),
    ...words.map((word) => familyOf(database, beginningOf(word), stemmers, scope)),
  ]);
  const formsOf = (word: string, family: Family): string[] => {
    const own = of.get(word) ?? [];
    // The typed word is a prefix search: words that begin with it need no alternative.
    return family
      .filter((known) => !known.word.startsWith(word) && known.stems.some((stem) => own.includes(stem)))
      .slice(0, MAX_FORMS)
      .map((known) => known.word);
  };
  return { forms: new Map(words.map((word, at) => [word, formsOf(word, families[at]!)])), of };
};
