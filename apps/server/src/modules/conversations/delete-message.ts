import type { Message } from '@stagedoor/contract/conversations';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { type AccountViewer, hasAdminPermission } from '../../platform/auth/viewer.ts';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { visiblePerformer } from '../access/index.ts';
import { messageOf } from './conversations.queries.ts';
import { type MessageRow, messageColumns } from './conversations.store.ts';

/**
 * Deletes a message of a show, by its sender, the host or an admin who moderates, which is audited. It stays as a deleted message; the announcement of a tip keeps its
 * amount. Idempotent.
 * @throws CodedError NOT_FOUND, FORBIDDEN
 */
export const deleteMessage = async (
  platform: Platform,
  realtime: Realtime,
  viewer: AccountViewer,
  country: string | null,
  locale: Locale,
  messageId: string,
  idempotency: Idempotency | undefined,
): Promise<Message> => {
  const now = platform.clock.now();
  const { message, streamId } = await transact(platform.database, idempotency, async (trx) => {
    const { rows } = await sql<MessageRow & { performer_id: string; is_visible: boolean }>`
      select ${messageColumns}, c.performer_id,
        exists (select from performers p join accounts a on a.id = p.account_id
          where p.account_id = c.performer_id and ${visiblePerformer(viewer, country)}) as is_visible
      from messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id
      where m.id = ${messageId}::uuid and c.stream_id is not null
      for update of m`.execute(trx);
    const row = rows[0];
    if (!row) throw new CodedError('NOT_FOUND');
    const mayDelete = row.sender_id === viewer.accountId || row.performer_id === viewer.accountId;
    if (!mayDelete && !hasAdminPermission(viewer, 'moderation')) throw new CodedError(row.is_visible ? 'FORBIDDEN' : 'NOT_FOUND');
    if (row.deleted_at === null) {
      await trx
        .updateTable('messages')
        .set({ deleted_at: now, deleted_by: viewer.accountId, updated_at: now })
        .where('id', '=', messageId)
        .execute();
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
