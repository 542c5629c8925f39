import type { MessageItem } from '@stagedoor/contract/conversations';
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isEntitled } from '../access/index.ts';
import { type ItemListRow, listColumns, listJoins, viewsOf } from '../items/index.ts';

/** What messages sell, as their reader sees it, by the items' ids. Items that can't be shown yet, or no more, are missing. */
export const messageItemsOf = async (
  platform: Platform,
  caller: Caller<Viewer>,
  itemIds: readonly string[],
): Promise<Map<string, MessageItem>> => {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<ItemListRow>`
    select ${listColumns(platform.clock.now(), accountIdOf(caller.viewer))} from items i ${listJoins(accountIdOf(caller.viewer))}
    where i.id = any(${itemIds}::uuid[]) and i.kind = 'message' and i.published_at is not null
      and (i.state = 'active' or (i.state in ('deleted', 'draft') and ${isEntitled}))`.execute(platform.database);
  return new Map((await viewsOf<MessageItem>(platform, caller, rows)).map((view) => [view._id, view]));
};

/** A private message, and both members. */
export interface MessagePlace {
  id: string;
  conversation_id: string;
  sender_id: string;
  performer_id: string;
  fan_id: string;
}

const placesOf = async (executor: Executor, which: RawBuilder<unknown>): Promise<MessagePlace[]> => {
  const { rows } = await sql<MessagePlace>`
    select m.id, m.conversation_id, m.sender_id, c.performer_id, c.fan_id
    from messages m join conversations c on c.id = m.conversation_id and c.fan_id is not null
    where ${which} and m.deleted_at is null`.execute(executor);
  return rows;
};

/** Whether a message was written to one person: all but those of shows, also one that is no longer there. */
export const isPrivateMessage = (messageId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  not exists (select from messages pm join conversations pc on pc.id = pm.conversation_id where pm.id = ${messageId} and pc.stream_id is not null)`;

/** A private message by its id, unless it was deleted. */
export const messagePlace = async (executor: Executor, messageId: string): Promise<MessagePlace | undefined> =>
  (await placesOf(executor, sql`m.id = ${messageId}::uuid`))[0];

/** A private message as a list, empty when it was deleted. */
export const messagesWithId = (executor: Executor, messageId: string): Promise<MessagePlace[]> =>
  placesOf(executor, sql`m.id = ${messageId}::uuid`);

/** The private messages that sell an item. */
export const messagesWithItem = (executor: Executor, itemId: string): Promise<MessagePlace[]> =>
  placesOf(executor, sql`m.item_id = ${itemId}::uuid`);

/** The private messages that sell the item of a reversed sale. @param transactionId the sale's */
export const messagesGivenBack = (executor: Executor, transactionId: string): Promise<MessagePlace[]> =>
  placesOf(
    executor,
    sql`m.item_id = (select item_id from ledger.transactions where id = ${transactionId}::uuid and item_kind = 'message')`,
  );

/** The private messages that have a file. */
export const messagesWithFile = (executor: Executor, fileId: string): Promise<MessagePlace[]> =>
  placesOf(executor, sql`cardinality(m.file_ids) > 0 and m.file_ids @> array[${fileId}::uuid]`);

/** The messages that sell items, and their conversations, for one of its two members; by the items' ids. Deleted messages are missing. */
export const messagesSelling = async (
  executor: Executor,
  accountId: string,
  itemIds: readonly string[],
): Promise<Map<string, { messageId: string; conversationId: string; text: string }>> => {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ item_id: string; id: string; conversation_id: string; text: string }>`
    select m.item_id, m.id, m.conversation_id, m.text from messages m join conversations c on c.id = m.conversation_id
    where m.item_id = any(${itemIds}::uuid[]) and m.deleted_at is null and ${accountId}::uuid in (c.fan_id, c.performer_id)`.execute(
    executor,
  );
  return new Map(rows.map((row) => [row.item_id, { messageId: row.id, conversationId: row.conversation_id, text: row.text }]));
};
