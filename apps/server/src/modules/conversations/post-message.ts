import type { Message } from '@stagedoor/contract/conversations';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { isBlockedBy, visiblePerformer } from '../access/index.ts';
import { isInStream, messageOf } from './conversations.queries.ts';
import { insertText } from './conversations.store.ts';

/**
 * Posts a message in a public show, or as one of those in a private or group show: stored first, then sent to the show's room from this process, without the outbox, for speed.
 * @throws CodedError NOT_FOUND, BLOCKED_PAIR, LIVE_NOT_ON_AIR once the show has ended
 */
export const postMessage = async (
  platform: Platform,
  realtime: Realtime,
  viewer: AccountViewer,
  country: string | null,
  { conversationId, text, isPublic }: { conversationId: string; text: string; isPublic: boolean },
  idempotency: Idempotency | undefined,
): Promise<Message> => {
  const { rows } = await sql<{ stream_id: string; is_visible: boolean; is_blocked: boolean }>`
    select c.stream_id, ${visiblePerformer(viewer, country)} as is_visible,
      ${isBlockedBy(sql`c.performer_id`, sql`${viewer.accountId}::uuid`)} as is_blocked
    from conversations c
    join performers p on p.account_id = c.performer_id
    join accounts a on a.id = c.performer_id
    where c.id = ${conversationId}::uuid and c.type = any(${isPublic ? ['stream_public'] : ['stream_private', 'stream_group']}::text[])`.execute(
    platform.database,
  );
  const conversation = rows[0];
  if (conversation?.is_blocked) throw new CodedError('BLOCKED_PAIR');
  if (!conversation?.is_visible) throw new CodedError('NOT_FOUND');
  if (!isPublic && !(await isInStream(platform, viewer, country, conversation.stream_id))) throw new CodedError('NOT_FOUND');
  const message = await transact(platform.database, idempotency, async (trx) => {
    const row = await insertText(trx, conversationId, { senderId: viewer.accountId, text, at: platform.clock.now() });
    if (!row) throw new CodedError('LIVE_NOT_ON_AIR');
    return messageOf(platform, row, DEFAULT_LOCALE);
  });
  realtime.toRoom(`stream:${conversation.stream_id}`, 'messages/created', { streamId: conversation.stream_id, message });
  return message;
};
