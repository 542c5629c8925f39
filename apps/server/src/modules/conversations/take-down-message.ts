import { sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeDownItem } from '../items/index.ts';
import { removeMessageFiles } from './message-files.ts';
import { lockConversation } from './private.store.ts';
import { type WithdrawnRow, withdrawMessage } from './withdraw-message.ts';

/** Takes a message away from all who read it, with its files and what it sells: a report about it was upheld. Gone already, nothing happens. */
export const takeDownMessage = async (platform: Platform, trx: Trx, messageId: string, adminId: string, at: Date): Promise<void> => {
  const { rows: places } = await sql<{ conversation_id: string }>`
    select conversation_id from messages where id = ${messageId}::uuid`.execute(trx);
  if (places[0]) await lockConversation(trx, places[0].conversation_id);
  const { rows } = await sql<
    Pick<WithdrawnRow, 'id' | 'conversation_id' | 'stream_id' | 'sender_id' | 'file_ids' | 'item_id' | 'preview_file_id'>
  >`
    select m.id, m.conversation_id, m.sender_id, c.stream_id, m.file_ids, m.item_id, m.preview ->> 'fileId' as preview_file_id
    from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${messageId}::uuid and m.deleted_at is null for update of m`.execute(trx);
  const row = rows[0];
  if (!row) return;
  if (row.item_id) await takeDownItem(trx, row.item_id, at);
  await sql`
    update messages set file_ids = '{}', preview = null, deleted_at = ${at}, deleted_by = ${adminId}::uuid, updated_at = ${at}
    where conversation_id = ${row.conversation_id}::uuid and id = ${messageId}::uuid`.execute(trx);
  await recordEvent(trx, 'messages.takenDown', { conversationId: row.conversation_id, messageId, streamId: row.stream_id });
  if (row.stream_id === null) return withdrawMessage(platform, trx, row, at);
  await removeMessageFiles(platform, trx, row.file_ids);
};
