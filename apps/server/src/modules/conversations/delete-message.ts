import type { Message } from '@stagedoor/contract/conversations';
import { sql } from 'kysely';
import { hasAdminPermission } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { isBought, visiblePerformer } from '../access/index.ts';
import { deleteItemIn } from '../items/index.ts';
import { messageOf } from './conversations.queries.ts';
import { type MessageRow, isModerator, messageColumns } from './conversations.store.ts';
import { removeMessageFiles } from './message-files.ts';
import type { Member } from './private.queries.ts';
import { lockPrivateMessage, withdrawMessage } from './withdraw-message.ts';

/** Takes what a message sells off sale. @throws CodedError MESSAGE_BOUGHT once somebody bought it */
export const withdrawSale = async (trx: Trx, itemId: string, performerId: string, at: Date): Promise<void> => {
  // Locks the item: a purchase at the same moment comes before this, or finds it no longer on sale.
  await deleteItemIn(trx, 'message', performerId, itemId, at);
  const { rows } = await sql<{ is_bought: boolean }>`select ${isBought(sql`${itemId}::uuid`)} as is_bought`.execute(trx);
  if (rows[0]!.is_bought) throw new CodedError('MESSAGE_BOUGHT');
};

/**
 * Deletes an own message of a private conversation: for both sides it stays as a deleted one. Idempotent.
 * @throws CodedError NOT_FOUND; FORBIDDEN for the other side's message; MESSAGE_BOUGHT
 */
const deletePrivateMessage = async (
  platform: Platform,
  realtime: Realtime,
  member: Member,
  messageId: string,
  idempotency: Idempotency | undefined,
): Promise<Message> => {
  const { accountId } = member.viewer;
  const now = platform.clock.now();
  let peerId: string | undefined;
  const deleted = await transact(platform.database, idempotency, async (trx) => {
    const row = await lockPrivateMessage(trx, accountId, messageId);
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.sender_id !== accountId) throw new CodedError('FORBIDDEN');
    if (row.deleted_at === null) {
      if (row.item_id) await withdrawSale(trx, row.item_id, accountId, now);
      await sql`
        update messages set file_ids = '{}', preview = null, deleted_at = ${now}, deleted_by = ${accountId}::uuid, updated_at = ${now}
        where conversation_id = ${row.conversation_id}::uuid and id = ${messageId}::uuid`.execute(trx);
      await withdrawMessage(platform, trx, row, now);
      Object.assign(row, { deleted_at: now, updated_at: now });
    }
    peerId = row.peer_id;
    return messageOf(platform, row, member.locale);
  });
  if (peerId)
    for (const reader of [peerId, accountId])
      realtime.toAccount(reader, 'conversations/deleted', { conversationId: deleted.conversationId, messageId });
  return deleted;
};

/**
 * Deletes a message of a show, by its sender, the host, a moderator (not what the host said) or an admin who moderates, which is audited. It stays
 * as a deleted message, without its pictures; the announcement of a tip keeps its amount. Idempotent.
 * @throws CodedError NOT_FOUND, FORBIDDEN
 */
const deleteStreamMessage = async (
  platform: Platform,
  realtime: Realtime,
  { viewer, country, locale }: Member,
  messageId: string,
  idempotency: Idempotency | undefined,
): Promise<Message> => {
  const now = platform.clock.now();
  const { message, streamId } = await transact(platform.database, idempotency, async (trx) => {
    const { rows } = await sql<MessageRow & { performer_id: string; is_visible: boolean; may_moderate: boolean }>`
      select ${messageColumns}, c.performer_id, ${isModerator(sql`c.performer_id`, sql`${viewer.accountId}::uuid`)} as may_moderate,
        exists (select from performers p join accounts a on a.id = p.account_id
          where p.account_id = c.performer_id and ${visiblePerformer(viewer, country)}) as is_visible
      from messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id
      where m.id = ${messageId}::uuid and c.stream_id is not null
      for update of m`.execute(trx);
    const row = rows[0];
    if (!row) throw new CodedError('NOT_FOUND');
    const mayDelete =
      row.sender_id === viewer.accountId || row.performer_id === viewer.accountId || (row.may_moderate && row.is_visible && !row.is_host);
    if (!mayDelete && !hasAdminPermission(viewer, 'moderation')) throw new CodedError(row.is_visible ? 'FORBIDDEN' : 'NOT_FOUND');
    if (row.deleted_at === null) {
      await trx
        .updateTable('messages')
        .set({ file_ids: [], deleted_at: now, deleted_by: viewer.accountId, updated_at: now })
        .where('conversation_id', '=', row.conversation_id)
        .where('id', '=', messageId)
        .execute();
      await removeMessageFiles(platform, trx, row.file_ids);
      if (!mayDelete)
        await recordAudit(trx, {
          actorId: viewer.accountId,
          action: 'messages.deleted',
          objectKind: 'message',
          objectId: messageId,
          at: now,
        });
      Object.assign(row, { deleted_at: now, updated_at: now });
    }
    return { message: messageOf(platform, row, locale), streamId: row.stream_id! };
  });
  realtime.toRoom(`stream:${streamId}`, 'messages/deleted', { streamId, conversationId: message.conversationId, messageId });
  return message;
};

/**
 * Deletes a message of a private conversation or of a show.
 * @throws CodedError NOT_FOUND, FORBIDDEN
 */
export const deleteMessage = async (
  platform: Platform,
  realtime: Realtime,
  member: Member,
  messageId: string,
  idempotency: Idempotency | undefined,
): Promise<Message> => {
  const { rows } = await sql<{ type: string }>`
    select c.type from messages m join conversations c on c.id = m.conversation_id where m.id = ${messageId}::uuid`.execute(
    platform.database,
  );
  const remove = rows[0]?.type === 'private' ? deletePrivateMessage : deleteStreamMessage;
  return remove(platform, realtime, member, messageId, idempotency);
};
