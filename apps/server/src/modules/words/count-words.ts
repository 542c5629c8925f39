import { isTextLocked, kindsWith } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { PARSERS } from '../../platform/search/parsers.ts';
import { spellingsOf, tagWordOf, variantsOf } from './spellings.ts';

// Writes which words there are: new ones with their texts, their counts each night. The counts come from the words that are stored for searches, the
// spellings from the texts.

const searchedKinds = sql.join(kindsWith('isSearched').map((kind) => sql.lit(kind)));
const isShown = sql`i.state = 'active' and i.parent_id is null and i.kind in (${searchedKinds})`;

/** A word's use in texts: how many performers and items have it, and the performer if only one has it. */
interface Use {
  spelling: string;
  performers: number;
  items: number;
  performerId: string | null;
}
type Uses = Map<string, Use>;

const addUses = (uses: Uses, words: ReadonlyMap<string, string>, kind: 'performers' | 'items', performerId: string): void => {
  for (const [word, spelling] of words) {
    const known = uses.get(word);
    if (!known) uses.set(word, { spelling, performers: 0, items: 0, performerId, [kind]: 1 });
    else {
      known[kind] += 1;
      if (spelling > known.spelling) known.spelling = spelling;
      if (known.performerId !== performerId) known.performerId = null;
    }
  }
};

const addItemUses = async (executor: Executor, ids: readonly string[], uses: Uses): Promise<void> => {
  const { rows } = await sql<{ performer_id: string; audience: string; title: string; text: string; media_type: string; tags: string[] }>`
    select i.performer_id, i.audience, c.title, c.text, c.media_type, c.tags from items i join item_contents c on c.item_id = i.id
    where ${isShown} and i.id = any(${ids}::uuid[])`.execute(executor);
  for (const { performer_id: performerId, audience, title, text, media_type: mediaType, tags } of rows) {
    const words = spellingsOf(isTextLocked({ mediaType, audience }) ? title : `${title} ${text}`);
    for (const tag of tags) {
      const word = tagWordOf(tag);
      if (word !== null) words.set(word, tag);
    }
    addUses(uses, words, 'items', performerId);
  }
};

interface PerformerRow {
  id: string;
  words: string;
}
const readPerformers = async (executor: Executor, condition: RawBuilder<unknown>, limit?: number): Promise<PerformerRow[]> => {
  const { rows } = await sql<PerformerRow>`
    select p.account_id as id, concat_ws(' ', a.name, a.username, p.craft, p.city, p.bio) as words
    from performers p join accounts a on a.id = p.account_id
    where p.state = 'approved' and p.hidden_at is null and a.status = 'active' and ${condition}
    order by p.account_id ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}`.execute(executor);
  return rows;
};

/** Adds words that aren't known yet, or not as used so. Most are, and then nothing is written. */
const writeUses = async (executor: Executor, uses: Uses): Promise<void> => {
  if (uses.size === 0) return;
  const given = [...uses].map(([word, { performers, items, performerId }]) => ({ word, performers, items, performer_id: performerId }));
  const { rows: unknown } = await sql<{ word: string }>`
    select u.word from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) u (word text, performers int, items int, performer_id uuid)
    where not exists (select from known_words w where w.word = u.word
      and (u.items = 0 or w.item_count > 0) and (u.performers = 0 or w.performer_count > 0)
      and (w.performer_id is null or w.performer_id = u.performer_id)) order by u.word collate "C"`.execute(executor);
  if (unknown.length === 0) return;
  const added = unknown.map(({ word }) => {
    const { spelling, performers, items, performerId } = uses.get(word)!;
    return { word, spelling, performers, items, performer_id: performerId, variants: word.startsWith('#') ? [] : variantsOf(word) };
  });
  await sql`
    insert into known_words as k (word, spelling, performer_count, item_count, performer_id, variants)
    select u.word, u.spelling, u.performers, u.items, u.performer_id, u.variants
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      u (word text, spelling text, performers int, items int, performer_id uuid, variants text[])
    order by u.word collate "C"
    on conflict (word) do update set performer_count = greatest(k.performer_count, excluded.performer_count),
      item_count = greatest(k.item_count, excluded.item_count), seen_at = now(),
      performer_id = case when k.performer_id = excluded.performer_id then k.performer_id end`.execute(executor);
};

/** Adds the words of items and performers that aren't known yet. */
export const addWordsOf = async (trx: Trx, { items = [], performers = [] }: { items?: string[]; performers?: string[] }): Promise<void> => {
  const uses: Uses = new Map();
  if (items.length > 0) await addItemUses(trx, items, uses);
  if (performers.length > 0)
    for (const { id, words } of await readPerformers(trx, sql`p.account_id = any(${performers}::uuid[])`))
      addUses(uses, spellingsOf(words), 'performers', id);
  await writeUses(trx, uses);
};

const BATCH = 200;

/** The words of all performers, read in batches. */
const usesOfPerformers = async (executor: Executor): Promise<Uses> => {
  const uses: Uses = new Map();
  let after: string | undefined;
  do {
    const rows = await readPerformers(executor, after === undefined ? sql`true` : sql`p.account_id > ${after}::uuid`, BATCH);
    for (const { id, words } of rows) addUses(uses, spellingsOf(words), 'performers', id);
    after = rows.length === BATCH ? rows.at(-1)!.id : undefined;
  } while (after !== undefined);
  return uses;
};

/** So many words without a spelling get one in a night, the most frequent first. */
const MAX_MISSING = 100_000;

interface Missing {
  word: string;
  items: number;
  performer_id: string | null;
  item_id: string;
}

/**
 * Recounts all known words and removes unused ones, except words that were written after `begun`.
 * @returns words of items that have no spelling yet, each with an item that has it
 */
const countStored = async (executor: Executor, letter: string, people: Uses, begun: Date): Promise<Missing[]> => {
  const given = [...people].map(([word, { performers, performerId }]) => ({ word, performers, performer_id: performerId }));
  const { rows } = await sql<Missing>`
    with stored as materialized (
      select substr(u.lexeme, 3) as word, count(*)::int as items, min(i.performer_id::text) as first_id, max(i.performer_id::text) as last_id,
        min(i.id::text) as item_id
      from item_search s join items i on i.id = s.item_id cross join lateral unnest(s.words) u
      where ${isShown} and starts_with(u.lexeme, ${letter}) group by 1),
    people as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) p (word text, performers int, performer_id text)),
    counted as materialized (
      select coalesce(s.word, p.word) as word, coalesce(s.items, 0) as items, coalesce(p.performers, 0) as performers, s.item_id,
        case when s.word is null then p.performer_id
          when s.first_id = s.last_id and (p.word is null or p.performer_id = s.first_id) then s.first_id end::uuid as performer_id
      from stored s full join people p on p.word = s.word),
    gone as (
      delete from known_words g where g.seen_at < ${begun} and not exists (select from counted c where c.word = g.word)),
    changed as (
      update known_words k set performer_count = c.performers, item_count = c.items, performer_id = c.performer_id
      from counted c where c.word = k.word and k.seen_at < ${begun}
        and (k.performer_count, k.item_count, k.performer_id) is distinct from (c.performers, c.items, c.performer_id))
    select c.word, c.items, c.performer_id, c.item_id from counted c
    where c.items > 0 and not exists (select from known_words k where k.word = c.word)
    order by c.items desc limit ${sql.lit(MAX_MISSING)}`.execute(executor);
  return rows;
};

/** Gives words their spelling from a text that has them, and their counts. */
const addMissing = async (executor: Executor, missing: readonly Missing[]): Promise<void> => {
  const spelled = missing.filter(({ word }) => word.startsWith('#') || spellingsOf(word).has(word));
  for (let at = 0; at < spelled.length; at += BATCH) {
    const batch = spelled.slice(at, at + BATCH);
    const uses: Uses = new Map();
    await addItemUses(executor, [...new Set(batch.map((one) => one.item_id))], uses);
    await writeUses(executor, uses);
    await sql`
      update known_words k set item_count = greatest(k.item_count, c.items), performer_id = c.performer_id
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) c (word text, items int, performer_id uuid) where c.word = k.word`.execute(
      executor,
    );
  }
};

/** Recounts all words. While the search index of items is being filled, existing counts stay: it doesn't have all words yet. */
export const countAllWords = async ({ background }: Pick<Platform, 'background'>): Promise<void> => {
  const { rows } = await sql<{ begun: Date; written: string }>`
    select clock_timestamp() as begun, written from search_indexes where name = 'items'`.execute(background);
  const { begun, written } = rows[0]!;
  const people = await usesOfPerformers(background);
  const { letter } = PARSERS.find((parser) => written.includes(parser.letter)) ?? {};
  const missing = letter === undefined ? [] : await countStored(background, letter, people, begun);
  await writeUses(background, people);
  await addMissing(background, missing);
};
