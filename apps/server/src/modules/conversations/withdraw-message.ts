import { sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type MessageRow, messageColumns } from './conversations.store.ts';
import { removeMessageFiles } from './message-files.ts';
import { lockConversation } from './private.store.ts';

/** A private message that somebody takes away, with what hangs on it. */
export type WithdrawnRow = MessageRow & { peer_id: string; item_id: string | null; preview_file_id: string | null };

/** A private message of an account, locked with its conversation: the conversation first, as writers lock it. */
export const lockPrivateMessage = async (trx: Trx, accountId: string, messageId: string): Promise<WithdrawnRow | undefined> => {
  const find = async (lock = sql``) =>
    (
      await sql<WithdrawnRow>`
        select ${messageColumns}, y.peer_id, m.item_id, m.preview ->> 'fileId' as preview_file_id
        from messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id
        join conversation_members y on y.conversation_id = m.conversation_id and y.account_id = ${accountId}::uuid
        where m.id = ${messageId}::uuid and c.type = 'private' ${lock}`.execute(trx)
    ).rows[0];
  const found = await find();
  if (!found) return undefined;
  await lockConversation(trx, found.conversation_id);
  return find(sql`for update of m`);
};

/**
 * Makes a private conversation what it is without a message, after that was deleted or removed: whoever hasn't read it has one less to read, the last
 * message is the last one that is there, and what was told of it is withdrawn. Its files go, too. The conversation is locked.
 */
export const withdrawMessage = async (
  platform: Platform,
  trx: Trx,
  row: Pick<WithdrawnRow, 'id' | 'conversation_id' | 'sender_id' | 'file_ids' | 'preview_file_id'>,
  at: Date,
): Promise<void> => {
  await countWithout(trx, row, at, -1);
  await recordEvent(trx, 'messages.withdrawn', { conversationId: row.conversation_id, messageId: row.id });
  await removeMessageFiles(platform, trx, [...row.file_ids, ...(row.preview_file_id ? [row.preview_file_id] : [])]);
};

/** Sets a private conversation's last message and its unread counts after a message was taken away (-1) or given back (1). */
export const countWithout = async (
  trx: Trx,
  row: Pick<WithdrawnRow, 'id' | 'conversation_id' | 'sender_id'>,
  at: Date,
  difference: 1 | -1,
): Promise<void> => {
  const { id: messageId, conversation_id: conversationId, sender_id: senderId } = row;
  await sql`
    update conversations c set (last_message_id, last_message_at) = (
        select l.id, l.created_at from (select) x left join lateral (
          select m.id, m.created_at from messages m where m.conversation_id = c.id and m.deleted_at is null order by m.id desc limit 1) l on true),
      performer_wrote = exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.performer_id), updated_at = ${at}
    where c.id = ${conversationId}::uuid`.execute(trx);
  await sql`
    update conversation_members m set updated_at = ${at},
      last_message_at = case when c.last_message_id > m.cleared_message_id or m.cleared_message_id is null then c.last_message_at end,
      unread_count = case
        when m.account_id <> ${senderId}::uuid and (m.seen_message_id is null or m.seen_message_id < ${messageId}::uuid)
        then greatest(m.unread_count + ${sql.lit(difference)}, 0) else m.unread_count end
    from conversations c
    where c.id = m.conversation_id and m.conversation_id = ${conversationId}::uuid`.execute(trx);
};

/** Makes the private conversations of an account what they are without its messages, all of which were just deleted. */
export const withdrawAllOf = async (trx: Trx, accountId: string, at: Date): Promise<void> => {
  const own = sql`select conversation_id from conversation_members where account_id = ${accountId}::uuid`;
  await sql`select from conversations where id in (${own}) order by id for no key update`.execute(trx);
  await sql`
    update conversations c set (last_message_id, last_message_at) = (
        select l.id, l.created_at from (select) x left join lateral (
          select m.id, m.created_at from messages m where m.conversation_id = c.id and m.deleted_at is null order by m.id desc limit 1) l on true),
      updated_at = ${at}
    where c.id in (${own})`.execute(trx);
  await sql`
    update conversation_members m set updated_at = ${at}, unread_count = 0,
      last_message_at = case when c.last_message_id > m.cleared_message_id or m.cleared_message_id is null then c.last_message_at end
    from conversations c where c.id = m.conversation_id and c.id in (${own})`.execute(trx);
};
