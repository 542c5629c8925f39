import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Parser, writtenNow } from '../../platform/search/parsers.ts';
import { type Condition, allOf, toTsquery } from '../../platform/search/query.ts';
import { type SearchIndex, below, idsOf, readingParser } from '../../platform/search/search-indexes.ts';
import { type Field, storedWords } from '../../platform/search/stored-words.ts';

// Stored words of accounts. A letter before each word tells fields apart. Names of approved performers are stored twice: a search for performers
// reads them without those of all fans.

/** The letters before the words of a field. */
export const ACCOUNT_LETTERS = {
  /** Names of all accounts. */
  name: 'n',
  /** Names of approved performers. */
  performer: 'p',
  /** Whole names of approved performers, each as one word. */
  whole: 'w',
  /** Craft, city and biography of approved performers. */
  told: 'o',
} as const;

interface WordsRow {
  id: string;
  name: string;
  username: string;
  status: string;
  is_approved: boolean;
  craft: string | null;
  city: string | null;
  bio: string | null;
}

/** Nothing of an erased account, which has a number instead of its name. */
const storedOf = ({ name, username, status, is_approved: isApproved, craft, city, bio }: WordsRow): string => {
  if (status === 'deleted') return '';
  const named = (field: string): Field[] => [
    { field, text: name, weight: 'A', isName: true },
    { field, text: `@${username}`, weight: 'A' },
  ];
  if (!isApproved) return storedWords(named(ACCOUNT_LETTERS.name));
  const { performer, whole, told } = ACCOUNT_LETTERS;
  return storedWords([
    ...named(ACCOUNT_LETTERS.name),
    ...named(performer),
    { field: whole, text: name, weight: 'A', isWhole: true },
    { field: whole, text: username, weight: 'A', isWhole: true },
    { field: told, text: craft ?? '', weight: 'B' },
    { field: told, text: city ?? '', weight: 'B' },
    { field: told, text: bio ?? '', weight: 'C' },
  ]);
};

/**
 * Writes what accounts are found by. Their rows are locked before their texts are read: whoever changes a text meanwhile waits, and writes after this.
 * To be called after each change of a name, a username or a performer's state, craft, city or biography.
 */
export const writeAccountSearch = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`
    insert into account_search (account_id) select a.id from accounts a where a.id = any(${ids}::uuid[]) on conflict do nothing`.execute(
    trx,
  );
  const { rows: locked } = await sql<{ account_id: string }>`
    select account_id from account_search where account_id = any(${ids}::uuid[]) for update skip locked`.execute(trx);
  const { rows } = await sql<WordsRow>`
    select a.id, a.name, a.username, a.status, coalesce(p.state = 'approved', false) as is_approved, p.craft, p.city, p.bio
    from accounts a left join performers p on p.account_id = a.id
    where a.id = any(${locked.map(({ account_id: id }) => id)}::uuid[])`.execute(trx);
  await sql`
    update account_search s set version = ${writtenNow()}, words = w.words::tsvector
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(storedOf)}::text[]) w (id, words)
    where s.account_id = w.id`.execute(trx);
};

export const ACCOUNT_SEARCH: SearchIndex = {
  name: 'accounts',
  idsBelow: (executor, id, limit) =>
    idsOf(executor, sql`select a.id from accounts a where ${below(sql.ref('a.id'), id)} order by a.id desc limit ${sql.lit(limit)}`),
  dueIds: (executor, limit) =>
    idsOf(executor, sql`select account_id as id from account_search where version = '' order by account_id desc limit ${sql.lit(limit)}`),
  write: writeAccountSearch,
};

const isLetter = (condition: Condition): boolean =>
  condition.type === 'token' && !condition.isPrefix && /^\p{L}\p{M}*$/u.test(condition.token);

/** The conditions of a typed name. A single letter at its end begins a word that is still being typed. */
const nameConditionsOf = (parser: Parser, typed: string): Condition[] => {
  const conditions = parser.conditionsOf(typed);
  return conditions.length > 1 && isLetter(conditions.at(-1)!) ? conditions.slice(0, -1) : conditions;
};

/** The words of a typed name as text that PostgreSQL casts to `tsquery`, over `account_search`. Null without words. */
export const nameQueryOf = (parser: Parser, typed: string): string | null => {
  const conditions = nameConditionsOf(parser, typed);
  return conditions.length === 0 ? null : toTsquery(allOf(conditions), [parser.letter + ACCOUNT_LETTERS.name]);
};

/** More accounts of a name than these are not looked up by the index. */
const MAX_NAMED = 500;

/**
 * The condition of a list: an account's name has all words typed, each as a beginning. Accounts of a rare name are found by their ids; a list finds
 * rows of a frequent one soon by going through all in its order.
 * @param otherwise the condition while searches read the indexes of before
 */
export const hasName = async (
  platform: Pick<Platform, 'database'>,
  accountId: RawBuilder<unknown>,
  typed: string,
  otherwise: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> => {
  const parser = await readingParser(platform, 'accounts');
  if (!parser) return otherwise;
  const query = nameQueryOf(parser, typed);
  if (query === null) return sql`false`;
  const ids = await idsOf(
    platform.database,
    sql`select account_id as id from account_search where words @@ ${query}::tsquery limit ${sql.lit(MAX_NAMED + 1)}`,
  );
  if (ids.length === 0) return sql`false`;
  if (ids.length <= MAX_NAMED) return sql`${accountId} = any(${ids}::uuid[])`;
  // A function, not the operator: the index isn't asked.
  return sql`(select ts_match_vq(n.words, ${query}::tsquery) from account_search n where n.account_id = ${accountId})`;
};
