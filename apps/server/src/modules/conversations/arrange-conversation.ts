import type { PrivateConversation } from '@stagedoor/contract/conversations';
import { MAX_PINS } from '@stagedoor/contract/conversations.values';
import { sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Member, getConversation } from './private.queries.ts';

/**
 * Pins an own conversation to the top, or unpins it. Repeatable.
 * @throws CodedError NOT_FOUND, PINS_FULL
 */
export const pinConversation = (
  platform: Platform,
  member: Member,
  conversationId: string,
  isPinned: boolean,
  idempotency: Idempotency | undefined,
): Promise<PrivateConversation> => {
  const { accountId } = member.viewer;
  const at = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    await getConversation(platform, member, conversationId, trx);
    if (isPinned) {
      // The account's row is locked: two pins at once are counted one after the other.
      await sql`select from accounts where id = ${accountId}::uuid for no key update`.execute(trx);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from conversation_members
        where account_id = ${accountId}::uuid and pinned_at is not null and conversation_id <> ${conversationId}::uuid`.execute(trx);
      if (rows[0]!.count >= MAX_PINS) throw new CodedError('PINS_FULL');
    }
    await sql`
      update conversation_members set pinned_at = ${isPinned ? sql`coalesce(pinned_at, ${at}::timestamptz)` : sql`null`}, updated_at = ${at}
      where conversation_id = ${conversationId}::uuid and account_id = ${accountId}::uuid`.execute(trx);
    return getConversation(platform, member, conversationId, trx);
  });
};

/** Sets what a performer notes about the fan. @throws CodedError NOT_FOUND */
export const setNote = (
  platform: Platform,
  member: Member,
  conversationId: string,
  note: string,
  idempotency: Idempotency | undefined,
): Promise<PrivateConversation> =>
  transact(platform.database, idempotency, async (trx) => {
    await getConversation(platform, member, conversationId, trx);
    await sql`
      update conversation_members set note = ${note}, updated_at = ${platform.clock.now()}
      where conversation_id = ${conversationId}::uuid and account_id = ${member.viewer.accountId}::uuid`.execute(trx);
    return getConversation(platform, member, conversationId, trx);
  });

/**
 * Removes all messages of an own conversation for one's own side; the other side keeps them. The conversation leaves the list until
 * something new is written.
 * @throws CodedError NOT_FOUND
 */
export const removeAllMessages = (
  platform: Platform,
  member: Member,
  conversationId: string,
  idempotency: Idempotency | undefined,
): Promise<PrivateConversation> =>
  transact(platform.database, idempotency, async (trx) => {
    await getConversation(platform, member, conversationId, trx);
    await sql`
      update conversation_members m set cleared_message_id = c.last_message_id, unread_count = 0, last_message_at = null, pinned_at = null,
        seen_message_id = c.last_message_id, updated_at = ${platform.clock.now()},
        seen_at = case when m.seen_message_id is distinct from c.last_message_id then ${platform.clock.now()}::timestamptz else m.seen_at end
      from conversations c
      where c.id = m.conversation_id and m.conversation_id = ${conversationId}::uuid and m.account_id = ${member.viewer.accountId}::uuid`.execute(
      trx,
    );
    return getConversation(platform, member, conversationId, trx);
  });
