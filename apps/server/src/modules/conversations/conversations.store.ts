import type { CONVERSATION_TYPES } from '@stagedoor/contract/conversations';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { GivenSnapshot } from '../orders/index.ts';
import { type MessageFileRow, messageFileColumns } from './message-files.queries.ts';

export type ConversationType = (typeof CONVERSATION_TYPES)[number];

/** Whether an account moderates the chats of a performer's shows. */
export const isModerator = (performerId: RawBuilder<unknown>, accountId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from chat_moderators o where o.performer_id = ${performerId} and o.account_id = ${accountId})`;

/** A message with its sender's public fields. */
export interface MessageRow {
  id: string;
  conversation_id: string;
  stream_id: string | null;
  sender_id: string;
  kind: 'emoji' | 'gift' | 'text' | 'tip';
  text: string;
  file_ids: string[];
  /** In their order; none of a message that sells them. */
  files: MessageFileRow[];
  /** Hundredths of a token. */
  tip_amount: bigint | null;
  gift: GivenSnapshot | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  username: string;
  name: string;
  avatar_key: string | null;
  is_host: boolean;
  is_moderator: boolean;
}

const factColumns = sql`
  m.id, m.conversation_id, c.stream_id, m.sender_id, m.kind, m.text, m.file_ids, m.tip_amount, m.gift, m.deleted_at, m.created_at, m.updated_at,
  a.username, a.name, a.avatar_key, (m.sender_id = c.performer_id) as is_host,
  (c.stream_id is not null and ${isModerator(sql`c.performer_id`, sql`m.sender_id`)}) as is_moderator`;
/** Over `messages m`, `conversations c` and the sender's `accounts a`. */
export const messageColumns = sql`
  ${factColumns},
  (select coalesce(jsonb_agg(${messageFileColumns} order by u.at), '[]')
    from unnest(m.file_ids) with ordinality u (id, at) join files f on f.id = u.id) as files`;
/** `messageColumns` of a message without files: it needs no other tables. */
export const wordsColumns = sql`${factColumns}, '[]'::jsonb as files`;

/** Creates a show's conversation, in the transaction that creates the show. */
export const openStreamConversation = async (
  trx: Trx,
  show: { streamId: string; performerId: string; type: 'public' | 'private' | 'group'; isClosed?: boolean; at: Date },
): Promise<void> => {
  await trx
    .insertInto('conversations')
    .values({
      type: `stream_${show.type}`,
      performer_id: show.performerId,
      stream_id: show.streamId,
      source: 'stream',
      source_id: show.streamId,
      closed_at: show.isClosed ? show.at : null,
      created_at: show.at,
      updated_at: show.at,
    })
    .execute();
};

/** Closes the conversations of shows: no more messages can be posted. */
export const reopenStreamConversations = async (trx: Trx, streamIds: readonly string[], at: Date): Promise<void> => {
  await sql`
    update conversations set closed_at = null, updated_at = ${at}
    where stream_id = any(${streamIds}::uuid[]) and closed_at is not null`.execute(trx);
};

export const closeStreamConversations = async (trx: Trx, streamIds: readonly string[], at: Date): Promise<void> => {
  await sql`
    update conversations set closed_at = ${at}, updated_at = ${at}
    where stream_id = any(${streamIds}::uuid[]) and closed_at is null`.execute(trx);
};

/** A payment announced in a chat. */
export type PaidKind = 'tip' | 'gift' | 'emoji';

export interface NewMessage {
  senderId: string;
  text: string;
  at: Date;
  fileIds?: readonly string[];
  /** What it sells. */
  itemId?: string;
  paid?: { kind: PaidKind; transactionId: string; amount: bigint; gift: GivenSnapshot | null };
}

/**
 * Inserts a message. The conversation's row is locked until the commit: nothing is posted after it was closed, and ids (generated under the
 * lock) are in commit order, so that clients reading the messages after an id miss none.
 *
 * @param which condition over `conversations`
 * @returns undefined when there is no such conversation, or the payment was already announced
 */
const insertMessage = async (trx: Trx, which: RawBuilder<unknown>, message: NewMessage): Promise<MessageRow | undefined> => {
  const { fileIds = [] } = message;
  const { rows } = await sql<MessageRow>`
    with c as (select id, stream_id, performer_id from conversations where ${which} for no key update),
    m as (
      insert into messages (conversation_id, sender_id, kind, text, file_ids, transaction_id, tip_amount, gift, created_at, updated_at)
      select c.id, ${message.senderId}::uuid, ${message.paid?.kind ?? 'text'}, ${message.text}, ${fileIds}::uuid[],
        ${message.paid?.transactionId ?? null}::uuid,
        ${message.paid?.amount ?? null}::bigint, ${message.paid?.gift ? JSON.stringify(message.paid.gift) : null}::jsonb,
        ${message.at}::timestamptz, ${message.at}::timestamptz
      from c
      on conflict (conversation_id, transaction_id) do nothing
      returning *)
    select ${fileIds.length > 0 ? messageColumns : wordsColumns} from m join c on c.id = m.conversation_id join accounts a on a.id = m.sender_id`.execute(
    trx,
  );
  return rows[0];
};

/** Inserts an account's words and pictures; undefined when the conversation is closed. */
export const insertLine = (trx: Trx, conversationId: string, message: NewMessage): Promise<MessageRow | undefined> =>
  insertMessage(trx, sql`id = ${conversationId}::uuid and closed_at is null`, message);

/** Inserts the announcement of a payment, once per transaction; also when the show has just ended. */
export const insertPaid = (
  trx: Trx,
  streamId: string,
  message: NewMessage & Required<Pick<NewMessage, 'paid'>>,
): Promise<MessageRow | undefined> => insertMessage(trx, sql`stream_id = ${streamId}::uuid`, message);
