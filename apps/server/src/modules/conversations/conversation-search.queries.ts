import type { FoundConversation } from '@stagedoor/contract/conversations';
import { type RawBuilder, sql } from 'kysely';
import { prefixPattern } from '../../platform/lists.ts';
import { excerptOf } from '../../platform/search/highlight.ts';
import type { Parser } from '../../platform/search/parsers.ts';
import type { Condition } from '../../platform/search/query.ts';
import { nameQueryOf } from '../accounts/index.ts';
import { messageQueryOf } from './message-search.store.ts';

// Conversations by what was typed: names of the other side, and words of messages. What an index finds is bounded (decision 61), so that a
// search costs the same however many conversations, messages and accounts there are.

/** More messages with the words than this aren't gone through. */
const MAX_SAID = 2000;
/** More accounts of such a name than this aren't gone through. */
const MAX_NAMED = 2000;
/** Of names and words that more have, the newest conversations are looked at, */
const NEWEST = 1000;
/** and of each its newest messages. */
const NEWEST_MESSAGES = 5;

const USERNAME = sql`a.username`;
/** The index of before finds accounts by these, each in its order: username, name, and the name from its second and its third word. */
const NAMES = [
  USERNAME,
  sql`lower(a.name)`,
  sql`substring(lower(a.name) from '^[^ ]* (.*)$')`,
  sql`substring(lower(a.name) from '^[^ ]* [^ ]* (.*)$')`,
] as const;

/** The first accounts with such a beginning, in the order of an index: however many have it, no more are read. */
const accountsNamed = (start: string, names: readonly RawBuilder<unknown>[] = NAMES): RawBuilder<unknown> =>
  sql.join(
    names.map(
      (name) => sql`(select a.id from accounts a where ${name} ~>=~ ${start} and ${name} ~<~ ${`${start}\u{10ffff}`}
        order by ${name} using ~<~ limit ${sql.lit(MAX_NAMED + 1)})`,
    ),
    sql` union all `,
  );

/** The other side by its name: the first accounts of it, and whether `accounts a` has it. */
interface Named {
  accounts: RawBuilder<unknown>;
  isNamed: RawBuilder<unknown>;
}

const namedBefore = (q: string): Named => {
  const pattern = prefixPattern(q);
  return {
    accounts: accountsNamed(q.toLowerCase()),
    isNamed: sql`(${sql.join(
      NAMES.map((name) => sql`${name} like ${pattern}`),
      sql` or `,
    )})`,
  };
};

const namedBy = (parser: Parser, q: string): Named => {
  const query = nameQueryOf(parser, q);
  // A username is found by any beginning, also by one that ends at a dot.
  const usernames = accountsNamed(q.toLowerCase(), [USERNAME]);
  const isUsername = sql`${USERNAME} like ${prefixPattern(q.toLowerCase())}`;
  if (query === null) return { accounts: usernames, isNamed: isUsername };
  return {
    accounts: sql`
      (select s.account_id as id from account_search s where s.words @@ ${query}::tsquery limit ${sql.lit(MAX_NAMED + 1)}) union ${usernames}`,
    // A function, not the operator: the index isn't asked.
    isNamed: sql`(${isUsername} or (select ts_match_vq(s.words, ${query}::tsquery) from account_search s where s.account_id = a.id))`,
  };
};

/** Messages with the words: all of a member, and which of `messages y` have them. */
interface Said {
  messages: RawBuilder<unknown>;
  hasWords: RawBuilder<unknown>;
}

const saidBefore = (member: RawBuilder<unknown>, q: string): Said => {
  const query = sql`message_query(${member}, ${q})`;
  return {
    messages: sql`
      select w.conversation_id, w.id from messages w
      where message_document(w.sender_id, w.recipient_id, w.text) @@ ${query}
        and w.recipient_id is not null and w.deleted_at is null and w.text <> '' limit ${sql.lit(MAX_SAID + 1)}`,
    hasWords: sql`message_document(${member}, ${member}, y.text) @@ ${query}`,
  };
};

const saidBy = (parser: Parser, accountId: string, q: string): Said => {
  const query = messageQueryOf(parser, accountId, q);
  if (query === null) return { messages: sql`select null::uuid as conversation_id, null::uuid as id where false`, hasWords: sql`false` };
  return {
    messages: sql`
      select s.conversation_id, s.message_id as id from message_search s where s.words @@ ${query}::tsquery limit ${sql.lit(MAX_SAID + 1)}`,
    // A function, not the operator: the index isn't asked.
    hasWords: sql`(select ts_match_vq(s.words, ${query}::tsquery) from message_search s where s.message_id = y.id)`,
  };
};

/** The parsers whose words a search reads; null for the indexes of before. */
export interface SearchParsers {
  names: Parser | null;
  messages: Parser | null;
}

/**
 * The conversations of a member that a search finds, as the common table expressions of a statement. `found` has the member's rows of
 * `conversation_members`, each with the newest message that has the words (`matched_id`). `bounds` tells if not all conversations were looked at
 * (`is_partial`). Rows are looked up one by one, by a limit: the plan is made for an account with few conversations, and would otherwise read all of
 * one with many.
 */
export const searchedConversations = (accountId: string, q: string, parsers: SearchParsers): RawBuilder<unknown> => {
  const member = sql`${accountId}::uuid`;
  const { accounts, isNamed } = parsers.names ? namedBy(parsers.names, q) : namedBefore(q);
  const { messages, hasWords } = parsers.messages ? saidBy(parsers.messages, accountId, q) : saidBefore(member, q);
  return sql`
    with said as materialized (${messages}),
    named as materialized (${accounts}),
    many as materialized (
      select (select count(*) from said) > ${sql.lit(MAX_SAID)} as said, (select count(*) from named) > ${sql.lit(MAX_NAMED)} as named),
    newest as materialized (
      select m.conversation_id, m.peer_id from conversation_members m
      where m.account_id = ${member} and (select said or named from many)
      order by m.pinned_at desc nulls last, m.last_message_at desc nulls last, m.conversation_id desc limit ${sql.lit(NEWEST + 1)}),
    looked as materialized (select * from newest limit ${sql.lit(NEWEST)}),
    bounds as materialized (
      select said or (named and (select count(*) from newest) > ${sql.lit(NEWEST)}) as is_partial from many),
    matches (conversation_id, message_id) as (
      select conversation_id, id from said where not (select said from many)
      union all
      select m.conversation_id, null from named n cross join lateral (
        select x.conversation_id from conversation_members x where x.peer_id = n.id and x.account_id = ${member} limit 1) m
      where not (select named from many)
      union all
      select m.conversation_id, null from looked m join accounts a on a.id = m.peer_id where (select named from many) and ${isNamed}
      union all
      select m.conversation_id, w.id from looked m cross join lateral (
        select y.id from (
          select x.id, x.text from messages x where x.conversation_id = m.conversation_id and x.deleted_at is null
          order by x.id desc limit ${sql.lit(NEWEST_MESSAGES)}) y
        where ${hasWords} order by y.id desc limit 1) w
      where (select said from many)),
    hits as materialized (
      select conversation_id, bool_or(message_id is null) as is_named, (array_agg(message_id order by message_id desc nulls last))[1] as message_id
      from matches group by conversation_id),
    found as materialized (
      select m.*, case when m.cleared_message_id is null or h.message_id > m.cleared_message_id then h.message_id end as matched_id
      from hits h cross join lateral (
        select * from conversation_members x where x.conversation_id = h.conversation_id and x.account_id = ${member} limit 1) m
      where h.is_named or m.cleared_message_id is null or h.message_id > m.cleared_message_id)`;
};

/** The message that a conversation was found by; null where the name alone was found, and once the message is deleted. */
export interface MatchedRow {
  matched_id: string | null;
  matched_text: string;
  matched_sender_id: string;
  matched_at: Date;
}

/** Over `messages w`. */
export const matchedColumns = sql`w.id as matched_id, w.text as matched_text, w.sender_id as matched_sender_id, w.created_at as matched_at`;

export const matchOf = (accountId: string, row: MatchedRow, conditions: readonly Condition[]): FoundConversation['match'] =>
  row.matched_id === null
    ? null
    : {
        _id: row.matched_id,
        isOwn: row.matched_sender_id === accountId,
        createdAt: row.matched_at.toISOString(),
        parts: excerptOf(row.matched_text, conditions),
      };
