import { sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { blockedPair } from '../access/index.ts';
import { type Member, findReading } from './private.queries.ts';

/**
 * Marks all messages of an own conversation as read, and tells both sides when there was something new.
 * @throws CodedError NOT_FOUND
 */
export const readAll = async (
  platform: Platform,
  realtime: Pick<Realtime, 'toAccount'>,
  member: Member,
  conversationId: string,
  idempotency: Idempotency | undefined,
): Promise<{ totalNotSeenMessages: number }> => {
  const { accountId } = member.viewer;
  const at = platform.clock.now();
  let announce: (() => void) | undefined;
  await transact(platform.database, idempotency, async (trx) => {
    const { peer_id: peerId } = await findReading(trx, member, conversationId);
    const { rows } = await sql`
      update conversation_members m set unread_count = 0, seen_message_id = c.last_message_id, seen_at = ${at},
        delivered_message_id = c.last_message_id, delivered_at = coalesce(case when m.delivered_message_id = c.last_message_id then m.delivered_at end, ${at})
      from conversations c
      where c.id = m.conversation_id and m.conversation_id = ${conversationId}::uuid and m.account_id = ${accountId}::uuid
        and (m.unread_count > 0 or m.seen_message_id is distinct from c.last_message_id)
      returning m.account_id`.execute(trx);
    if (rows.length > 0)
      announce = () => {
        for (const reader of [peerId, accountId])
          realtime.toAccount(reader, 'conversations/read', { conversationId, accountId, seenAt: at.toISOString() });
      };
    return {};
  });
  announce?.();
  return { totalNotSeenMessages: 0 };
};

/** Conversations of which a client that has just connected notes that their messages arrived: those with the newest. */
const ARRIVED_AT_ONCE = 100;

/**
 * Notes that messages reached a client of one side, and tells the other. Nothing happens for other people's.
 * @param conversationId without one, of all conversations with unread messages
 */
export const noteDelivered = async (
  platform: Platform,
  realtime: Pick<Realtime, 'toAccount'>,
  accountId: string,
  conversationId: string | undefined,
): Promise<void> => {
  const at = platform.clock.now();
  const arrived = conversationId
    ? sql`m.conversation_id = ${conversationId}::uuid`
    : sql`m.conversation_id in (select u.conversation_id from conversation_members u
        where u.account_id = ${accountId}::uuid and u.unread_count > 0
        order by u.pinned_at desc nulls last, u.last_message_at desc nulls last, u.conversation_id desc limit ${sql.lit(ARRIVED_AT_ONCE)})`;
  const { rows } = await sql<{ conversation_id: string; peer_id: string }>`
    update conversation_members m set delivered_message_id = c.last_message_id, delivered_at = ${at}
    from conversations c
    where c.id = m.conversation_id and ${arrived} and m.account_id = ${accountId}::uuid
      and m.delivered_message_id is distinct from c.last_message_id and not ${blockedPair(sql`c.performer_id`, sql`c.fan_id`)}
    returning m.conversation_id, m.peer_id`.execute(platform.database);
  for (const { conversation_id: id, peer_id: peerId } of rows)
    realtime.toAccount(peerId, 'conversations/delivered', { conversationId: id, accountId, deliveredAt: at.toISOString() });
};

/** Tells the other side that an account is typing, while that can write. Nothing happens for other people's conversations. */
export const noteTyping = async (platform: Platform, realtime: Realtime, accountId: string, conversationId: string): Promise<void> => {
  const { rows } = await sql<{ peer_id: string }>`
    select m.peer_id from conversation_members m join conversations c on c.id = m.conversation_id
    where m.conversation_id = ${conversationId}::uuid and m.account_id = ${accountId}::uuid
      and not ${blockedPair(sql`c.performer_id`, sql`c.fan_id`)}`.execute(platform.database);
  if (rows[0]) realtime.toAccount(rows[0].peer_id, 'conversations/typing', { conversationId, accountId });
};
