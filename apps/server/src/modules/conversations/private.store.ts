import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { NewMessage } from './conversations.store.ts';
import { type PrivateMessageRow, privateMessageColumns, privateMessageJoins } from './private.queries.ts';

/** The private conversation of a fan and a performer, if somebody opened it. */
export const findConversationId = async (trx: Trx, fanId: string, performerId: string): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('conversations')
      .select('id')
      .where('fan_id', '=', fanId)
      .where('performer_id', '=', performerId)
      .executeTakeFirst()
  )?.id;

/** Locks a conversation until the commit: ids of messages are then in commit order, and counts of unread ones exact. */
export const lockConversation = async (trx: Trx, conversationId: string): Promise<void> => {
  await sql`select from conversations where id = ${conversationId}::uuid for no key update`.execute(trx);
};

/**
 * Inserts a message into a private conversation that `lockConversation` locked, and counts it as unread for the other side.
 * @returns undefined when the payment was already announced, or `replyTo` is of another conversation
 */
export const insertPrivate = async (
  trx: Trx,
  conversationId: string,
  { senderId, text, at, fileIds = [], itemId, replyTo, paid }: NewMessage & { replyTo?: string | undefined },
): Promise<{ row: PrivateMessageRow; peerUnread: number } | undefined> => {
  const { rows } = await sql<PrivateMessageRow>`
    with m as (
      insert into messages (conversation_id, sender_id, kind, text, file_ids, item_id, reply_to_id, transaction_id, tip_amount, gift, created_at, updated_at)
      select ${conversationId}::uuid, ${senderId}::uuid, ${paid?.kind ?? 'text'}, ${text}, ${fileIds as string[]}::uuid[],
        ${itemId ?? null}::uuid, ${replyTo ?? null}::uuid,
        ${paid?.transactionId ?? null}::uuid, ${paid?.amount ?? null}::bigint, ${paid?.gift ? JSON.stringify(paid.gift) : null}::jsonb,
        ${at}::timestamptz, ${at}::timestamptz
      where ${replyTo ?? null}::uuid is null
        or exists (select from messages x where x.conversation_id = ${conversationId}::uuid and x.id = ${replyTo ?? null}::uuid)
      on conflict (conversation_id, transaction_id) do nothing
      returning *)
    select ${privateMessageColumns}
    from m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id ${privateMessageJoins}`.execute(trx);
  const row = rows[0];
  if (!row) return undefined;
  await sql`
    update conversations set last_message_id = ${row.id}::uuid, last_message_at = ${at}, updated_at = ${at},
      performer_wrote = performer_wrote or performer_id = ${senderId}::uuid
    where id = ${conversationId}::uuid`.execute(trx);
  const isSender = sql`account_id = ${senderId}::uuid`;
  const { rows: members } = await sql<{ is_sender: boolean; unread_count: number }>`
    update conversation_members set last_message_at = ${at}, updated_at = ${at},
      unread_count = case when ${isSender} then 0 else unread_count + 1 end,
      seen_message_id = case when ${isSender} then ${row.id}::uuid else seen_message_id end,
      seen_at = case when ${isSender} then ${at}::timestamptz else seen_at end
    where conversation_id = ${conversationId}::uuid
    returning ${isSender} as is_sender, unread_count`.execute(trx);
  return { row, peerUnread: members.find(({ is_sender }) => !is_sender)?.unread_count ?? 0 };
};
