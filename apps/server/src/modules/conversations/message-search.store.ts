import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { type Parser, writtenNow } from '../../platform/search/parsers.ts';
import { allOf, toTsquery } from '../../platform/search/query.ts';
import { type SearchIndex, below, idsOf } from '../../platform/search/search-indexes.ts';
import { storedWords } from '../../platform/search/stored-words.ts';

// Stored words of private messages: each word once for the sender and once for the recipient, by the end of the member's id. So a member's
// search reads nothing of others' messages. A deleted message has no words: a trigger takes them.

/** Stands in words for the end of a member's id; no word has it. */
const MEMBER = '|';

/** A message's words, for `messageVector`. */
export const wordsOfMessage = (text: string): string => storedWords([{ field: `${MEMBER} `, text, weight: 'C' }]);

const endOf = (accountId: RawBuilder<unknown>): RawBuilder<unknown> => sql`right(${accountId}::text, 12)`;

/** The stored words of a message, in a statement. @param words as `wordsOfMessage` returns them */
const messageVector = (
  words: RawBuilder<unknown>,
  senderId: RawBuilder<unknown>,
  recipientId: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const of = (member: RawBuilder<unknown>) => sql`replace(${words}, ${sql.lit(MEMBER)}, ${endOf(member)})`;
  return sql`strip((${of(senderId)} || ' ' || ${of(recipientId)})::tsvector)`;
};

/** Words and version of a row of `message_search`. */
export interface MessageWords {
  words: string;
  version: string;
}

export const messageWordsOf = (text: string): MessageWords => ({ words: wordsOfMessage(text), version: writtenNow() });

/** The CTE that stores the words of a message `m` that the same statement inserts. */
export const storeMessageWords = (words: RawBuilder<string>, version: RawBuilder<string>): RawBuilder<unknown> => sql`
  insert into message_search (message_id, conversation_id, version, words)
  select m.id, m.conversation_id, ${version}::text, ${messageVector(sql`${words}::text`, sql`m.sender_id`, sql`m.recipient_id`)}
  from m where m.recipient_id is not null`;

interface WordsRow {
  id: string;
  text: string;
  deleted_at: Date | null;
}

/**
 * Writes what messages are found by. Their rows are locked before their texts are read: whoever changes a text meanwhile waits, and writes after this.
 */
export const writeMessageSearch = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`
    insert into message_search (message_id, conversation_id)
    select m.id, m.conversation_id from messages m where m.id = any(${ids}::uuid[]) and m.recipient_id is not null
    on conflict do nothing`.execute(trx);
  const { rows: locked } = await sql<{ message_id: string }>`
    select message_id from message_search where message_id = any(${ids}::uuid[]) for update skip locked`.execute(trx);
  const { rows } = await sql<WordsRow>`
    select m.id, m.text, m.deleted_at from messages m where m.id = any(${locked.map(({ message_id: id }) => id)}::uuid[])`.execute(trx);
  const words = rows.map(({ text, deleted_at: deletedAt }) => (deletedAt === null ? wordsOfMessage(text) : ''));
  await sql`
    update message_search s set version = ${writtenNow()}, words = ${messageVector(sql`w.words`, sql`m.sender_id`, sql`m.recipient_id`)}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${words}::text[]) w (id, words) join messages m on m.id = w.id
    where s.message_id = w.id`.execute(trx);
};

export const MESSAGE_SEARCH: SearchIndex = {
  name: 'messages',
  idsBelow: (executor, id, limit) =>
    idsOf(executor, sql`select m.id from messages m where ${below(sql.ref('m.id'), id)} order by m.id desc limit ${sql.lit(limit)}`),
  dueIds: (executor, limit) =>
    idsOf(executor, sql`select message_id as id from message_search where version = '' order by message_id desc limit ${sql.lit(limit)}`),
  write: writeMessageSearch,
};

/** The words a member typed as text that PostgreSQL casts to `tsquery`, over `message_search`. Null without words. */
export const messageQueryOf = (parser: Parser, accountId: string, typed: string): string | null => {
  const conditions = parser.conditionsOf(typed);
  return conditions.length === 0 ? null : toTsquery(allOf(conditions), [`${parser.letter}${accountId.slice(-12)} `]);
};
