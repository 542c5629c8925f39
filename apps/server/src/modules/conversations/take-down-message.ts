import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeDownItem } from '../items/index.ts';
import { removeMessageFiles } from './message-files.ts';

/** Takes a message away from both sides, with its files and what it sells: a report about it was upheld. Gone already, nothing happens. */
export const takeDownMessage = async (platform: Platform, trx: Trx, messageId: string, adminId: string, at: Date): Promise<void> => {
  const { rows } = await sql<{ conversation_id: string; file_ids: string[]; item_id: string | null; preview_file_id: string | null }>`
    select conversation_id, file_ids, item_id, preview ->> 'fileId' as preview_file_id from messages
    where id = ${messageId}::uuid and deleted_at is null for update`.execute(trx);
  const row = rows[0];
  if (!row) return;
  if (row.item_id) await takeDownItem(trx, row.item_id, at);
  await sql`
    update messages set file_ids = '{}', preview = null, deleted_at = ${at}, deleted_by = ${adminId}::uuid, updated_at = ${at}
    where conversation_id = ${row.conversation_id}::uuid and id = ${messageId}::uuid`.execute(trx);
  await removeMessageFiles(platform, trx, [...row.file_ids, ...(row.preview_file_id ? [row.preview_file_id] : [])]);
};
