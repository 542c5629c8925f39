import { sql } from 'kysely';
import { type Trx, insertEvent } from '../../platform/database/database.ts';
import type { NewMessage } from './conversations.store.ts';
import { type PrivateMessageRow, plainMessageColumns, privateMessageColumns, privateMessageJoins } from './private-messages.queries.ts';

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

/** Whether a message has more than its own words: what has not is read without the tables of the rest. */
const isPlain = ({ fileIds = [], itemId, replyTo }: NewPrivate): boolean => fileIds.length === 0 && !itemId && !replyTo;

type NewPrivate = NewMessage & { replyTo?: string | undefined };

/**
 * Inserts a message into a private conversation that is locked until the commit (`lockConversation`, `lockForWriting`), and counts it as
 * unread for the other side: one statement, since conversations wait for it.
 * @param recipientId of a message that somebody wrote, which is recorded as `messages.sent`
 * @returns undefined when the payment was already announced, or `replyTo` is of another conversation
 */
export const insertPrivate = async (
  trx: Trx,
  conversationId: string,
  message: NewPrivate,
  recipientId?: string,
): Promise<{ row: PrivateMessageRow; peerUnread: number } | undefined> => {
  const { senderId, text, at, fileIds = [], itemId, replyTo, paid } = message;
  const isSender = sql`x.account_id = ${senderId}::uuid`;
  const sent = recipientId
    ? sql`, sent as (${insertEvent(
        'messages.sent',
        {
          conversationId: sql`m.conversation_id`,
          messageId: sql`m.id`,
          senderId: sql`m.sender_id`,
          recipientId: sql`${recipientId}::uuid`,
        },
        sql`from m`,
      )})`
    : sql``;
  const { rows } = await sql<PrivateMessageRow & { peer_unread: number | null }>`
    with m as (
      insert into messages (conversation_id, sender_id, recipient_id, kind, text, file_ids, item_id, reply_to_id, transaction_id, tip_amount, gift, created_at, updated_at)
      select ${conversationId}::uuid, ${senderId}::uuid, ${recipientId ?? null}::uuid, ${paid?.kind ?? 'text'}, ${text}, ${fileIds as string[]}::uuid[],
        ${itemId ?? null}::uuid, ${replyTo ?? null}::uuid,
        ${paid?.transactionId ?? null}::uuid, ${paid?.amount ?? null}::bigint, ${paid?.gift ? JSON.stringify(paid.gift) : null}::jsonb,
        ${at}::timestamptz, ${at}::timestamptz
      ${replyTo ? sql`where exists (select from messages x where x.conversation_id = ${conversationId}::uuid and x.id = ${replyTo}::uuid)` : sql``}
      on conflict (conversation_id, transaction_id) do nothing
      returning *),
    c as (
      update conversations x set last_message_id = m.id, last_message_at = m.created_at, updated_at = m.created_at,
        performer_wrote = x.performer_wrote or x.performer_id = m.sender_id
      from m where x.id = m.conversation_id
      returning x.id, x.stream_id, x.performer_id),
    counted as (
      update conversation_members x set last_message_at = m.created_at, updated_at = m.created_at,
        unread_count = case when ${isSender} then 0 else x.unread_count + 1 end,
        seen_message_id = case when ${isSender} then m.id else x.seen_message_id end,
        seen_at = case when ${isSender} then m.created_at else x.seen_at end
      from m where x.conversation_id = m.conversation_id
      returning ${isSender} as is_sender, x.unread_count)
    ${sent}
    select ${isPlain(message) ? plainMessageColumns : privateMessageColumns},
      (select unread_count from counted where not is_sender) as peer_unread
    from m join c on c.id = m.conversation_id join accounts a on a.id = m.sender_id ${isPlain(message) ? sql`` : privateMessageJoins}`.execute(
    trx,
  );
  if (!rows[0]) return undefined;
  const { peer_unread: peerUnread, ...row } = rows[0];
  return { row, peerUnread: peerUnread ?? 0 };
};
