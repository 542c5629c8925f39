import { sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import { restoreItem, takeDownItem } from '../items/index.ts';
import { writeMessageSearch } from './message-search.store.ts';
import { lockConversation } from './private.store.ts';
import { type WithdrawnRow, countWithout } from './withdraw-message.ts';

type TakenRow = Pick<WithdrawnRow, 'id' | 'conversation_id' | 'stream_id' | 'sender_id' | 'item_id'>;

/** A message, locked after its conversation as writers lock it. */
const lockMessage = async (trx: Trx, messageId: string, condition: ReturnType<typeof sql>): Promise<TakenRow | undefined> => {
  const { rows: places } = await sql<{ conversation_id: string }>`
    select conversation_id from messages where id = ${messageId}::uuid`.execute(trx);
  if (places[0]) await lockConversation(trx, places[0].conversation_id);
  const { rows } = await sql<TakenRow>`
    select m.id, m.conversation_id, m.sender_id, c.stream_id, m.item_id
    from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${messageId}::uuid and ${condition} for update of m`.execute(trx);
  return rows[0];
};

/**
 * Takes a message away from all who read it, with what it sells. Its words and files stay stored until the message can't be given back any more.
 * Gone already, nothing happens.
 */
export const takeDownMessage = async (trx: Trx, messageId: string, at: Date): Promise<void> => {
  const row = await lockMessage(trx, messageId, sql`m.deleted_at is null`);
  if (!row) return;
  if (row.item_id) await takeDownItem(trx, row.item_id, at);
  await sql`
    update messages set deleted_at = ${at}, taken_down_at = ${at}, updated_at = ${at}
    where conversation_id = ${row.conversation_id}::uuid and id = ${messageId}::uuid`.execute(trx);
  await recordEvent(trx, 'messages.takenDown', { conversationId: row.conversation_id, messageId, streamId: row.stream_id });
  if (row.stream_id !== null) return;
  await countWithout(trx, row, at, -1);
  await recordEvent(trx, 'messages.withdrawn', { conversationId: row.conversation_id, messageId });
};

/** Gives a message back to all who read it. One whose sender erased the account stays deleted. */
export const restoreMessage = async (trx: Trx, messageId: string, at: Date): Promise<void> => {
  const row = await lockMessage(
    trx,
    messageId,
    sql`m.taken_down_at is not null and exists (select from accounts a where a.id = m.sender_id and a.status <> 'deleted')`,
  );
  if (!row) return;
  await sql`
    update messages set deleted_at = null, taken_down_at = null, updated_at = ${at}
    where conversation_id = ${row.conversation_id}::uuid and id = ${messageId}::uuid`.execute(trx);
  await writeMessageSearch(trx, [messageId]);
  const item =
    row.item_id &&
    (await trx.selectFrom('items').select('id').where('id', '=', row.item_id).where('state', '=', 'taken-down').executeTakeFirst());
  if (item) await restoreItem(trx, item.id, at);
  if (row.stream_id === null) await countWithout(trx, row, at, 1);
  await recordEvent(trx, 'messages.restored', { conversationId: row.conversation_id, messageId, streamId: row.stream_id });
};

/** Deletes the words and files of a message that was taken down, for good: it stays as a deleted one, and what it sells stays taken down. */
export const dropTakenMessage = async (trx: Trx, messageId: string, at: Date): Promise<void> => {
  const row = await lockMessage(trx, messageId, sql`m.taken_down_at is not null`);
  if (!row) return;
  await sql`
    update messages set text = '', file_ids = '{}', preview = null, taken_down_at = null, updated_at = ${at}
    where conversation_id = ${row.conversation_id}::uuid and id = ${messageId}::uuid`.execute(trx);
};
