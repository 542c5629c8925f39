import { kindsWith } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

// Which words there are. Only what everybody may find: of a text that is itself what is locked, none.

const searchedKinds = sql.join(kindsWith('isSearched').map((kind) => sql.lit(kind)));

/** A row for each use of a word: `spelling`, `performer_id`, and whether an item has it. */
const usesIn = (items: RawBuilder<unknown>, performers: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select w.spelling, i.performer_id, true as in_item
  from items i join item_contents c on c.item_id = i.id
  cross join lateral spelled_words(c.title || ' ' || case when c.media_type = 'text' then '' else c.text end) w (spelling)
  where i.state = 'active' and i.parent_id is null and i.kind in (${searchedKinds}) and ${items}
  union all
  select w.spelling, p.account_id, false
  from performers p join accounts a on a.id = p.account_id
  cross join lateral spelled_words(concat_ws(' ', a.name, translate(a.username, '._-', '   '), p.craft, p.city, p.bio)) w (spelling)
  where p.state = 'approved' and p.hidden_at is null and a.status = 'active' and ${performers}`;

/** The uses by word. Of several spellings the one with accents is shown: it sorts behind the one without. */
const countedIn = (uses: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select search_words(u.spelling) as word, max(u.spelling collate "C") as spelling, count(*) filter (where not u.in_item)::int as performers,
    count(*) filter (where u.in_item)::int as items,
    case when min(u.performer_id::text) = max(u.performer_id::text) then min(u.performer_id::text)::uuid end as performer_id
  from (${uses}) u group by 1`;

const KNOWN = sql`insert into known_words as k (word, spelling, performer_count, item_count, performer_id, variants)
  select c.word, c.spelling, c.performers, c.items, c.performer_id, word_variants(c.word) from counted c`;

/** Counts all words anew: those that nobody has any more are forgotten. Words that are added meanwhile are not of its snapshot, and stay. */
export const countAllWords = async ({ background }: Pick<Platform, 'background'>): Promise<void> => {
  await sql`
    with counted as materialized (${countedIn(usesIn(sql`true`, sql`true`))}),
    gone as (delete from known_words g where not exists (select from counted c where c.word = g.word))
    ${KNOWN}
    on conflict (word) do update set spelling = excluded.spelling, performer_count = excluded.performer_count,
      item_count = excluded.item_count, performer_id = excluded.performer_id
    where (k.spelling, k.performer_count, k.item_count, k.performer_id)
      is distinct from (excluded.spelling, excluded.performer_count, excluded.item_count, excluded.performer_id)`.execute(background);
};

/** Adds the words of items and performers that are not known yet. Most are, and then nothing is written. */
export const addWordsOf = async (trx: Trx, { items = [], performers = [] }: { items?: string[]; performers?: string[] }): Promise<void> => {
  await sql`
    with used as (${countedIn(usesIn(sql`i.id = any(${items}::uuid[])`, sql`p.account_id = any(${performers}::uuid[])`))}),
    counted as (
      select u.* from used u where not exists (select from known_words w where w.word = u.word
        and (u.items = 0 or w.item_count > 0) and (u.performers = 0 or w.performer_count > 0)
        and (w.performer_id is null or w.performer_id = u.performer_id)) order by u.word)
    ${KNOWN}
    on conflict (word) do update set performer_count = greatest(k.performer_count, excluded.performer_count),
      item_count = greatest(k.item_count, excluded.item_count),
      performer_id = case when k.performer_id = excluded.performer_id then k.performer_id end`.execute(trx);
};

/** What may have a word. */
export type WordScope = 'performers' | 'items';
const COUNT: Record<WordScope, RawBuilder<unknown>> = { performers: sql`w.performer_count`, items: sql`w.item_count` };

const begins = (typed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`w.word >= ${typed} collate "C" and w.word < (${typed} || chr(1114111)) collate "C"`;

export interface Candidate {
  word: string;
  spelling: string;
  uses: number;
}

/** From this length on a word may have two slips; parts of words find those. */
const TWO_SLIPS = 7;

/**
 * For each word that begins none of the scope's: words that are written much like it, the most frequent ones.
 * @returns by the place of the word; those without an entry begin a known one
 */
export const readCandidates = async (executor: Executor, words: readonly string[], scope: WordScope): Promise<Map<number, Candidate[]>> => {
  const { rows } = await sql<{ place: number; found: Candidate[] | null }>`
    select t.nr::int as place, (
      select json_agg(json_build_object('word', f.word, 'spelling', f.spelling, 'uses', f.uses)) from (
        (select w.word, w.spelling, ${COUNT[scope]} as uses from known_words w
          where w.variants && word_variants(t.word) and ${COUNT[scope]} > 0 order by 3 desc limit 40)
        union
        (select w.word, w.spelling, ${COUNT[scope]} from known_words w
          where length(t.word) >= ${sql.lit(TWO_SLIPS)} and w.word % t.word and ${COUNT[scope]} > 0
          order by similarity(w.word, t.word) desc limit 20)) f) as found
    from unnest(${words}::text[]) with ordinality t (word, nr)
    where not exists (select from known_words w where ${begins(sql`t.word`)} and ${COUNT[scope]} > 0)`.execute(executor);
  return new Map(rows.map(({ place, found }) => [place - 1, found ?? []]));
};

/**
 * The most frequent words of items that begin with what is typed.
 * @param isVisible whether the viewer sees `performers p` with `accounts a`, asked of words that one performer alone has
 */
export const readCompletions = async (
  executor: Executor,
  typed: string,
  isVisible: RawBuilder<boolean>,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ spelling: string }>`
    select w.spelling from known_words w where ${begins(sql`${typed}::text`)} and w.item_count > 0
      and (w.performer_id is null or exists (
        select from performers p join accounts a on a.id = p.account_id where p.account_id = w.performer_id and ${isVisible}))
    order by w.item_count desc, w.word limit ${sql.lit(limit)}`.execute(executor);
  return rows.map(({ spelling }) => spelling);
};
