import type { Message } from '@stagedoor/contract/conversations';
import { UNDO_ACCEPTED_MS } from '@stagedoor/contract/conversations.values';
import { sql } from 'kysely';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { messageOf } from './conversations.queries.ts';
import { withdrawSale } from './delete-message.ts';
import type { Member } from './private.queries.ts';
import { lockPrivateMessage, withdrawMessage } from './withdraw-message.ts';

/** Removes a message's row; answers to it stay without it. */
const removeRow = async (trx: Trx, conversationId: string, messageId: string): Promise<void> => {
  await sql`delete from messages where conversation_id = ${conversationId}::uuid and id = ${messageId}::uuid`.execute(trx);
  await sql`
    update messages set reply_to_id = null where conversation_id = ${conversationId}::uuid and reply_to_id = ${messageId}::uuid`.execute(
    trx,
  );
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
    const row = await lockPrivateMessage(trx, accountId, messageId);
    if (!row) throw new CodedError('NOT_FOUND');
    if (row.sender_id !== accountId) throw new CodedError('FORBIDDEN');
    if (row.kind !== 'text' || row.deleted_at !== null || now.getTime() - row.created_at.getTime() > UNDO_ACCEPTED_MS)
      throw new CodedError('UNDO_OVER');
    if (row.item_id) await withdrawSale(trx, row.item_id, accountId, now);
    await removeRow(trx, row.conversation_id, messageId);
    await withdrawMessage(platform, trx, row, now);
    peerId = row.peer_id;
    return messageOf(platform, { ...row, deleted_at: now }, member.locale);
  });
  if (peerId)
    for (const reader of [peerId, accountId])
      realtime.toAccount(reader, 'conversations/removed', { conversationId: removed.conversationId, messageId });
  return removed;
};
