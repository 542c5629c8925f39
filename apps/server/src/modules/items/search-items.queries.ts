import type { ItemKind } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../platform/caller.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { Database } from '../../platform/database/database.ts';
import { type SearchWords, asTyped, searchQueryOf } from '../../platform/database/search.ts';
import { MAX_TOTAL, allOf } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { readingParser } from '../../platform/search/search-indexes.ts';
import { factJoins, isOpenItem, visiblePerformer } from '../access/index.ts';
import { type Correction, correct, expand } from '../words/index.ts';
import { findByWords } from './find-items.queries.ts';
import { ofPerformer } from './items.queries.ts';

// A search goes one of two ways. What few items have is found by the index over words, which answers all of them: then they are sorted by
// time. What many have is found by walking through items by time, until the page is full: the index would answer a million first. The index
// doesn't know kinds: of a kind with few items, all are looked at rather than those of other kinds that have a frequent word.

/** Up to so many matches are sorted. */
const MAX_SORTED = 20_000;
/** Words that fewer items have are not counted (`countWords`). */
const MIN_COUNTED = 1000;
/** So many items of a kind are looked at to count words. */
const SAMPLE = 100_000;

interface Search {
  q: string;
  kind: ItemKind;
  performerId?: string | undefined;
  /** Whether what is found is listed by time; in any other order only the newest can be sorted. */
  isByTime: boolean;
  /** What `q` may mean, when it finds nothing; of several searches for the same it is read once. */
  correction?: () => Promise<Correction | null>;
}

/** `ids`: of what was found, the newest `MAX_TOTAL`, newest first; or a condition over `items i` with `factJoins`, for what many have. */
export type FoundItems = ({ ids: string[] } | { condition: RawBuilder<boolean> }) & {
  /** Nothing has the words as they were typed. */
  isCorrected: boolean;
};

const document = sql`item_document(c.title, c.text, c.media_type)`;

/** Words of a text that is itself what is locked carry the weight D (`item_document`); all others are for everybody. */
const hasPublicWords = (words: SearchWords) => sql`${document} @@ to_tsquery('simple', ${searchQueryOf(words, 'AB')})`;

/** An item whose words match has them where everybody may read them: of most that is known without its document, which is made for each look. */
const isReadable = (
  { clock }: Pick<Platform, 'clock'>,
  { viewer }: Caller,
  mediaType: RawBuilder<unknown>,
  isPublic: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${mediaType} <> 'text' or ${isOpenItem(viewer, clock.now())} or ${isPublic})`;

/** The row of `item_words` that has the number of all items of a kind. */
const EVERY_WORD = '';
/** Looking at an item's words costs about so many times what the index takes to answer one. */
const LOOK_COST = 20;

/**
 * How the items with some words are found: by the index, by an index that answers many of other kinds too, by walking through the kind until enough are
 * found, or through all of it.
 */
type Way = 'index' | 'longIndex' | 'walk' | 'all';

/** Which way is the cheapest for words of items of a kind, as of the last count of words. */
const wayTo = async ({ database }: Pick<Platform, 'database'>, kind: ItemKind, words: SearchWords, query: string): Promise<Way> => {
  const spellings = words.flatMap((group, place) => group.map((word) => ({ word, place })));
  const { rows } = await sql<{ of_kind: number; of_all: number; kind_size: number | null }>`
    select min(rarest.of_kind) as of_kind, min(rarest.of_all) as of_all,
      (select size.item_count::float8 from item_words size where size.kind = ${kind} and size.word = ${EVERY_WORD}) as kind_size
    from (
      select coalesce(sum(found.of_kind), 0)::float8 as of_kind, coalesce(sum(found.of_all), 0)::float8 as of_all
      from unnest(${spellings.map(({ word }) => word)}::text[], ${spellings.map(({ place }) => place)}::int[]) typed (word, place)
      cross join lateral (
        select sum(w.item_count) filter (where w.kind = ${kind}) as of_kind, sum(w.item_count) as of_all from item_words w
        where case when length(typed.word) > 1 then w.word >= typed.word and w.word < typed.word || chr(1114111) else w.word = typed.word end) found
      group by typed.place) rarest`.execute(database);
  const { of_kind: ofKind, of_all: ofAll, kind_size: kindSize } = rows[0]!;
  if (ofAll <= MAX_SORTED) return 'index';
  if (ofKind <= MAX_SORTED) return kindSize !== null && kindSize * LOOK_COST < ofAll ? 'all' : 'longIndex';
  if (words.length === 1) return 'walk';
  // Each is frequent: whether items with all of them are, the index tells.
  const { rows: both } = await sql<{ items: number }>`
    select count(*)::int as items from (select from item_contents c where ${document} @@ to_tsquery('simple', ${query})
      limit ${sql.lit(MAX_SORTED + 1)}) matching`.execute(database);
  return both[0]!.items > MAX_SORTED ? 'walk' : 'longIndex';
};

/** How long what took many looks to find is known, and of how many searches. */
const FOUND_MS = 10_000;
const MAX_FOUND = 100;
const caches = new WeakMap<Database, LRUCache<string, Promise<string[]>>>();

/** The ids that took many looks to find, shared by all who search for the same within ten seconds: who may see them is asked afterwards. */
const sharedIds = (
  { database }: Pick<Platform, 'database'>,
  search: readonly (string | undefined)[],
  found: RawBuilder<unknown>,
): Promise<string[]> => {
  let known = caches.get(database);
  if (!known) caches.set(database, (known = new LRUCache({ max: MAX_FOUND, ttl: FOUND_MS })));
  const key = search.join(' ');
  let ids = known.get(key);
  if (!ids) {
    const read = async () => (await sql<{ id: string }>`select id from (${found}) found`.execute(database)).rows.map(({ id }) => id);
    known.set(key, (ids = read()));
    // Whoever asks next reads again.
    void ids.catch(() => known.delete(key));
  }
  return ids;
};

/** The items of a kind with all these words, each in one of its spellings. */
const findWords = async (
  platform: Pick<Platform, 'database' | 'clock'>,
  caller: Caller,
  words: SearchWords,
  { kind, performerId, isByTime }: Search,
): Promise<{ ids: string[] } | { condition: RawBuilder<boolean> }> => {
  const query = searchQueryOf(words);
  if (query === null) return { ids: [] };
  const { viewer, country } = caller;
  const hasWords = sql`${document} @@ to_tsquery('simple', ${query})`;
  /** Not a join: that would be made for all items before they are walked through. */
  const walked = (matches: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from item_contents c where c.item_id = i.id and ${matches} offset 0)`;
  const way = await wayTo(platform, kind, words, query);
  const isWalked = way === 'walk' || way === 'all';
  if (way === 'walk' && isByTime)
    return { condition: walked(sql`${hasWords} and ${isReadable(platform, caller, sql`c.media_type`, hasPublicWords(words))}`) };
  /** The account tells its username; without a performer it isn't read. */
  const account = performerId === undefined ? sql`` : sql`join accounts a on a.id = i.performer_id`;
  const isOfKind = allOf(
    sql`i.state = 'active' and i.parent_id is null and i.kind = ${sql.lit(kind)}`,
    performerId !== undefined && ofPerformer(performerId),
  );
  /** Whoever asks. */
  const newest = sql`
    select i.id, i.published_at, i.performer_id, i.audience, i.on_sale, ${
      isWalked
        ? sql`(select c.media_type from item_contents c where c.item_id = i.id) as media_type from items i ${account} where ${isOfKind} and ${walked(hasWords)}`
        : sql`c.media_type from item_contents c join items i on i.id = c.item_id ${account} where ${isOfKind} and ${hasWords}`
    }
    order by i.published_at desc, i.id desc limit ${sql.lit(MAX_TOTAL)}`;
  const found =
    way === 'all' || way === 'longIndex'
      ? sql`select i.id, i.published_at, i.performer_id, i.audience, i.on_sale, c.media_type
          from items i join item_contents c on c.item_id = i.id
          where i.id = any(${await sharedIds(platform, [kind, performerId, query], newest)}::uuid[]) and i.state = 'active'`
      : newest;
  const { rows } = await sql<{ id: string }>`
    with newest as materialized (${found})
    select i.id from newest i
    join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id ${factJoins(accountIdOf(viewer))}
    where ${visiblePerformer(viewer, country)} and ${isReadable(platform, caller, sql`i.media_type`, walked(hasPublicWords(words)))}
    order by i.published_at desc, i.id desc`.execute(platform.database);
  return { ids: rows.map(({ id }) => id) };
};

/**
 * The items of a kind with these words that this viewer may find. Words of a text that is locked are found by nobody whom it is locked for.
 * When nothing has them, items with words that are written much like them.
 */
export const findItems = async (platform: Pick<Platform, 'database' | 'clock'>, caller: Caller, search: Search): Promise<FoundItems> => {
  const parser = await readingParser(platform, 'items');
  const found = parser
    ? await findByWords(platform, caller, parser, (await expand(platform, caller, parser, search.q, 'items')).conditions, search)
    : await findWords(platform, caller, asTyped(search.q), search);
  if (!('ids' in found) || found.ids.length > 0) return { ...found, isCorrected: false };
  const correction = await (search.correction ?? (() => correct(platform, search.q, 'items')))();
  if (!correction) return { ...found, isCorrected: false };
  const corrected = parser
    ? await findByWords(platform, caller, parser, correction.conditions(parser), search)
    : await findWords(platform, caller, correction.words, search);
  return { ...corrected, isCorrected: true };
};

/**
 * Counts how many items of each kind have which word, by a sample of them, for `findItems`.
 * @param least words of fewer items are left out
 */
export const countWords = async (
  { background }: Pick<Platform, 'background'>,
  kinds: readonly ItemKind[],
  least = MIN_COUNTED,
): Promise<void> => {
  for (const kind of kinds) {
    const { rows } = await sql<{ items: number }>`
      select count(*)::float8 as items from items where kind = ${kind} and state = 'active' and parent_id is null`.execute(background);
    const share = Math.min(1, SAMPLE / Math.max(1, rows[0]!.items));
    // By the first digits of their ids' hash: the same share of each kind, however its rows lie in the table.
    const sampled = `select item_document(c.title, c.text, c.media_type) from items i join item_contents c on c.item_id = i.id
      where i.kind = '${kind}' and i.state = 'active' and i.parent_id is null and (hashtext(i.id::text) & 65535) < ${Math.ceil(share * 65536)}`;
    await background.transaction().execute(async (trx) => {
      await sql`delete from item_words where kind = ${kind}`.execute(trx);
      await sql`
        insert into item_words (kind, word, item_count)
        select ${kind}, ${EVERY_WORD}, ${rows[0]!.items}::int
        union all select ${kind}, word, (ndoc / ${share}::float8)::int from ts_stat(${sampled}) where ndoc / ${share}::float8 >= ${sql.lit(least)}`.execute(
        trx,
      );
    });
  }
};
