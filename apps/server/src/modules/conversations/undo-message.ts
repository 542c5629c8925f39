import type { Message } from '@stagedoor/contract/conversations';
import { UNDO_ACCEPTED_MS } from '@stagedoor/contract/conversations.values';
import { sql } from 'kysely';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { messageOf } from './conversations.queries.ts';
import { type MessageRow, messageColumns } from './conversations.store.ts';
import { withdrawSale } from './delete-message.ts';
import { removeMessageFiles } from './message-files.ts';
import type { Member } from './private.queries.ts';
import { lockConversation } from './private.store.ts';

/** Removes a message's row, and makes the conversation and both sides what they were without it. */
const removeRow = async (
  trx: Trx,
  { conversationId, messageId, senderId }: { conversationId: string; messageId: string; senderId: string },
  at: Date,
): Promise<void> => {
  await sql`delete from messages where conversation_id = ${conversationId}::uuid and id = ${messageId}::uuid`.execute(trx);
  await sql`
    update messages set reply_to_id = null where conversation_id = ${conversationId}::uuid and reply_to_id = ${messageId}::uuid`.execute(
    trx,
  );
  await sql`
    update conversations c set (last_message_id, last_message_at) = (
        select l.id, l.created_at from (select) x left join lateral (
          select m.id, m.created_at from messages m where m.conversation_id = c.id order by m.id desc limit 1) l on true),
      performer_wrote = exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.performer_id), updated_at = ${at}
    where c.id = ${conversationId}::uuid`.execute(trx);
  await sql`
    update conversation_members m set updated_at = ${at},
      last_message_at = case when c.last_message_id > m.cleared_message_id or m.cleared_message_id is null then c.last_message_at end,
      unread_count = case
        when m.account_id <> ${senderId}::uuid and (m.seen_message_id is null or m.seen_message_id < ${messageId}::uuid)
        then greatest(m.unread_count - 1, 0) else m.unread_count end
    from conversations c
    where c.id = m.conversation_id and m.conversation_id = ${conversationId}::uuid`.execute(trx);
};

/**
 * Takes back a message of a private conversation that was just sent: it is gone for both sides, and not counted.
 * @throws CodedError NOT_FOUND; FORBIDDEN for the other side's message; UNDO_OVER, MESSAGE_BOUGHT
 */
export const undoMessage = async (
  platform: Platform,
  realtime: Realtime,
  member: Member,
  messageId: string,
  idempotency: Idempotency | undefined,
): Promise<Message> => {
  const { accountId } = member.viewer;
  const now = platform.clock.now();
  let peerId: string | undefined;
  const removed = await transact(platform.database, idempotency, async (trx) => {
    const find = async (lock = sql``) =>
      (
        await sql<MessageRow & { peer_id: string; item_id: string | null; preview_file_id: string | null }>`
          select ${messageColumns}, y.peer_id, m.item_id, m.preview ->> 'fileId' as preview_file_id
          from messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id
          join conversation_members y on y.conversation_id = m.conversation_id and y.account_id = ${accountId}::uuid
          where m.id = ${messageId}::uuid and c.type = 'private' ${lock}`.execute(trx)
      ).rows[0];
    const found = await find();
    if (!found) throw new CodedError('NOT_FOUND');
    await lockConversation(trx, found.conversation_id);
    const row = await find(sql`for update of m`);
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.sender_id !== accountId) throw new CodedError('FORBIDDEN');
    if (row.kind !== 'text' || row.deleted_at !== null || now.getTime() - row.created_at.getTime() > UNDO_ACCEPTED_MS)
      throw new CodedError('UNDO_OVER');
    if (row.item_id) await withdrawSale(trx, row.item_id, accountId, now);
    await removeRow(trx, { conversationId: row.conversation_id, messageId, senderId: accountId }, now);
    await removeMessageFiles(platform, trx, [...row.file_ids, ...(row.preview_file_id ? [row.preview_file_id] : [])]);
    peerId = row.peer_id;
    return messageOf(platform, { ...row, deleted_at: now }, member.locale);
  });
  if (peerId)
    for (const reader of [peerId, accountId])
      realtime.toAccount(reader, 'conversations/removed', { conversationId: removed.conversationId, messageId });
  return removed;
};
