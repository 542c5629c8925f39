import { type ItemKind, KIND_TRAITS, isTextLocked } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { type SearchIndex, below, idsOf } from '../../platform/search/search-indexes.ts';
import { writtenNow } from '../../platform/search/parsers.ts';
import { type Field, storedWords } from '../../platform/search/stored-words.ts';

// The words that find items.

interface WordsRow {
  id: string;
  kind: ItemKind;
  parent_id: string | null;
  audience: string;
  title: string;
  text: string;
  media_type: string;
  tags: string[];
}

interface Stored {
  words: string;
  allWords: string | null;
}
const NOTHING: Stored = { words: '', allWords: null };

/** A text by itself is what is locked; beside a picture or a film it is for everybody. */
const storedOf = ({ kind, parent_id: parentId, audience, title, text, media_type: mediaType, tags }: WordsRow): Stored => {
  if (parentId !== null || KIND_TRAITS[kind].path === null) return NOTHING;
  const field = KIND_TRAITS[kind].letter;
  const open: Field[] = [
    // A title often has a name.
    { field, text: title, weight: 'A', isName: true },
    { field, text: tags.map((tag) => `#${tag}`).join(' '), weight: 'B' },
  ];
  const all: Field[] = [...open, { field, text, weight: 'C' }];
  const isLocked = text !== '' && isTextLocked({ mediaType, audience });
  return isLocked ? { words: storedWords(open), allWords: storedWords(all) } : { words: storedWords(all), allWords: null };
};

/**
 * Writes what items are found by. Their rows are locked before their texts are read: whoever changes a text meanwhile waits, and writes after this.
 */
export const writeItemSearch = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`insert into item_search (item_id) select i.id from items i where i.id = any(${ids}::uuid[]) on conflict do nothing`.execute(
    trx,
  );
  const { rows: locked } = await sql<{ item_id: string }>`
    select item_id from item_search where item_id = any(${ids}::uuid[]) for update skip locked`.execute(trx);
  const { rows } = await sql<WordsRow>`
    select i.id, i.kind, i.parent_id, i.audience, c.title, c.text, c.media_type, c.tags
    from items i join item_contents c on c.item_id = i.id where i.id = any(${locked.map(({ item_id: id }) => id)}::uuid[])`.execute(trx);
  const stored = rows.map(storedOf);
  await sql`
    update item_search s set version = ${writtenNow()}, words = w.words::tsvector, all_words = w.all_words::tsvector
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${stored.map(({ words }) => words)}::text[], ${stored.map(({ allWords }) => allWords)}::text[])
      w (id, words, all_words)
    where s.item_id = w.id`.execute(trx);
};

export const ITEM_SEARCH: SearchIndex = {
  name: 'items',
  idsBelow: (executor, id, limit) =>
    idsOf(
      executor,
      sql`select c.item_id as id from item_contents c where ${below(sql.ref('c.item_id'), id)} order by c.item_id desc limit ${sql.lit(limit)}`,
    ),
  dueIds: (executor, limit) =>
    idsOf(executor, sql`select item_id as id from item_search where version = '' order by item_id desc limit ${sql.lit(limit)}`),
  write: writeItemSearch,
};
