import { KIND_TRAITS, PAGED_KINDS } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { PARSERS } from '../../platform/search/parsers.ts';
import type { Condition } from '../../platform/search/query.ts';

// How many items have a word decides how a search finds them (`find-items.queries.ts`). Words that few have aren't counted.

const MIN_COUNTED = 1000;
/** So many items of a kind are looked at. */
const SAMPLE = 100_000;
/** Longer beginnings are summed up from the words that begin so. */
const LONGEST_BEGINNING = 6;

/**
 * Counts the frequent words and beginnings of each kind, by a sample of its items.
 * @param least what fewer items have is left out
 */
export const countFrequencies = async (
  { database, background }: Pick<Platform, 'database' | 'background'>,
  least = MIN_COUNTED,
): Promise<void> => {
  for (const kind of PAGED_KINDS) {
    const { rows } = await sql<{ items: number }>`
      select count(*)::float8 as items from items where kind = ${kind} and state = 'active' and parent_id is null`.execute(background);
    const share = Math.min(1, SAMPLE / Math.max(1, rows[0]!.items));
    // By the first digits of their ids' hash: the same share of each kind, however its rows lie in the table.
    const sampled = `select coalesce(s.all_words, s.words) from items i join item_search s on s.item_id = i.id
      where i.kind = '${kind}' and i.state = 'active' and i.parent_id is null and (hashtext(i.id::text) & 65535) < ${Math.ceil(share * 65536)}`;
    const prefixes = PARSERS.map(({ letter }) => letter + KIND_TRAITS[kind].letter);
    await background.transaction().execute(async (trx) => {
      await sql`delete from search_frequencies where right(prefix, 1) = ${KIND_TRAITS[kind].letter}`.execute(trx);
      await sql`
        with counted as materialized (
          select left(word, 2) as prefix, substr(word, 3) as word, (ndoc / ${share}::float8)::int as items from ts_stat(${sampled}))
        insert into search_frequencies (prefix, word, is_beginning, item_count)
        select prefix, word, false, items from counted where items >= ${sql.lit(least)} and prefix = any(${prefixes}::text[])
        union all
        select c.prefix, left(c.word, n), true, least(sum(c.items), ${rows[0]!.items}::float8)::int
        from counted c cross join generate_series(1, ${sql.lit(LONGEST_BEGINNING)}) n
        where length(c.word) >= n and c.prefix = any(${prefixes}::text[])
        group by 1, 2 having sum(c.items) >= ${sql.lit(least)}`.execute(trx);
    });
  }
  forgetFrequencies(database);
};

type Token = Extract<Condition, { type: 'token' }>;
const tokensIn = (condition: Condition): Token[] => (condition.type === 'token' ? [condition] : condition.of.flatMap(tokensIn));
const keyOf = ({ token, isPrefix }: Token): string => `${isPrefix ? '*' : '='}${token}`;

/** A count of the night before is kept for so long, of so many words. */
const KEPT_MS = 60_000;
const MAX_KEPT = 20_000;
const caches = new WeakMap<Database, LRUCache<string, number>>();

/** Has the next search read the counts: after this process counted. */
export const forgetFrequencies = (database: Database): void => void caches.delete(database);

/** About how many items have each token, by its key. */
const countsOf = async (database: Database, prefix: string, tokens: ReadonlyMap<string, Token>): Promise<Map<string, number>> => {
  let known = caches.get(database);
  if (!known) caches.set(database, (known = new LRUCache({ max: MAX_KEPT, ttl: KEPT_MS })));
  const counts = new Map<string, number>();
  const missing: [string, Token][] = [];
  for (const [key, token] of tokens) {
    const kept = known.get(prefix + key);
    if (kept === undefined) missing.push([key, token]);
    else counts.set(key, kept);
  }
  if (missing.length === 0) return counts;
  const { rows } = await sql<{ items: number }>`
    select case
        when not t.is_prefix then coalesce((select f.item_count from search_frequencies f
          where f.prefix = ${prefix} and not f.is_beginning and f.word = t.token), 0)
        when length(t.token) <= ${sql.lit(LONGEST_BEGINNING)} then coalesce((select f.item_count from search_frequencies f
          where f.prefix = ${prefix} and f.is_beginning and f.word = t.token), 0)
        else coalesce((select sum(f.item_count) from search_frequencies f where f.prefix = ${prefix} and not f.is_beginning
          and f.word >= t.token collate "C" and f.word < (t.token || chr(1114111)) collate "C"), 0) end::float8 as items
    from unnest(${missing.map(([, { token }]) => token)}::text[], ${missing.map(([, { isPrefix }]) => isPrefix)}::boolean[])
      with ordinality t (token, is_prefix, nr)
    order by t.nr`.execute(database);
  for (const [at, [key]] of missing.entries()) {
    known.set(prefix + key, rows[at]!.items);
    counts.set(key, rows[at]!.items);
  }
  return counts;
};

/**
 * About how many items have what conditions ask for, by the last count; 0 for what few have.
 * @param prefix the letters of parser and kind
 */
export const estimateEach = async (database: Database, prefix: string, conditions: readonly Condition[]): Promise<number[]> => {
  const counts = await countsOf(database, prefix, new Map(conditions.flatMap(tokensIn).map((token) => [keyOf(token), token])));
  const estimate = (condition: Condition): number => {
    if (condition.type === 'token') return counts.get(keyOf(condition))!;
    const of = condition.of.map(estimate);
    return condition.type === 'all' ? Math.min(...of) : of.reduce((sum, one) => sum + one, 0);
  };
  return conditions.map(estimate);
};
