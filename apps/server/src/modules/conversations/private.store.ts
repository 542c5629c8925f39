import { type RawBuilder, sql } from 'kysely';
import { isAdmin } from '../../platform/auth/viewer.ts';
import { type Placeholders, compiledOnce } from '../../platform/database/compiled.ts';
import { type Database, type Idempotency, type Trx, insertEvent, insertKey } from '../../platform/database/database.ts';
import type { NewMessage } from './conversations.store.ts';
import { type MessageWords, messageWordsOf, storeMessageWords } from './message-search.store.ts';
import { type PrivateMessageRow, plainMessageColumns, privateMessageColumns, privateMessageJoins } from './private-messages.queries.ts';
import { type Member, type Place, lockedPlace, requireWritable, viewerOf } from './private.queries.ts';

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

/** Where a message goes: SQL of the other side, and of what is needed besides the message. */
interface Insertion {
  recipient: RawBuilder<unknown>;
  /** CTEs before the message, each with a comma after it. */
  before?: RawBuilder<unknown>;
  /** `from …` and `where …` of the message's one row. */
  from?: RawBuilder<unknown>;
  /** CTEs after the message `m`, each with a comma before it. */
  after?: RawBuilder<unknown>;
}

/** A message's columns, some of them SQL. */
type Parts = Omit<NewPrivate, 'senderId' | 'text' | 'at'> & {
  senderId: RawBuilder<string>;
  text: string | RawBuilder<string>;
  /** As `messageWordsOf` returns them. */
  words: Placeholders<MessageWords>;
  at: Date | RawBuilder<Date>;
};

const NOTHING = sql``;

/** CTEs that insert a message and count it as unread for the other side: `m`, the conversation `c`, and `counted`. */
const insertion = (
  conversationId: RawBuilder<string>,
  { senderId, text, words, at, fileIds = [], itemId, replyTo, paid }: Parts,
  { recipient, before = NOTHING, from = NOTHING, after = NOTHING }: Insertion,
): RawBuilder<unknown> => {
  const isSender = sql`x.account_id = ${senderId}`;
  return sql`with ${before} m as (
      insert into messages (conversation_id, sender_id, recipient_id, kind, text, file_ids, item_id, reply_to_id, transaction_id, tip_amount, gift, created_at, updated_at)
      select ${conversationId}, ${senderId}, ${recipient}, ${paid?.kind ?? 'text'}, ${text}, ${fileIds}::uuid[],
        ${itemId ?? null}::uuid, ${replyTo ?? null}::uuid,
        ${paid?.transactionId ?? null}::uuid, ${paid?.amount ?? null}::bigint, ${paid?.gift ? JSON.stringify(paid.gift) : null}::jsonb,
        ${at}::timestamptz, ${at}::timestamptz
      ${from}
      on conflict (conversation_id, transaction_id) do nothing
      returning *),
    found_by as (${storeMessageWords(words.words, words.version)}),
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
    ${after}`;
};

/** The CTE that records `messages.sent` of a message somebody wrote. */
const recordSent = sql`, sent as (${insertEvent(
  'messages.sent',
  {
    conversationId: sql`m.conversation_id`,
    messageId: sql`m.id`,
    senderId: sql`m.sender_id`,
    recipientId: sql`m.recipient_id`,
  },
  sql`from m`,
)})`;
const peerUnread = sql`(select unread_count from counted where not is_sender) as peer_unread`;

/** A stored message, and how many the other side hasn't read. */
export interface Stored {
  row: PrivateMessageRow;
  peerUnread: number;
}
type StoredRow = PrivateMessageRow & { peer_unread: number | null };
const storedOf = ({ peer_unread: unread, ...row }: StoredRow): Stored => ({ row, peerUnread: unread ?? 0 });

/**
 * Inserts a message into a private conversation that is locked until the commit (`lockConversation`, `lockPlace`), and counts it as
 * unread for the other side: one statement, since conversations wait for it.
 * @param recipientId of a message that somebody wrote, which is recorded as `messages.sent`
 * @returns undefined when the payment was already announced, or `replyTo` is of another conversation
 */
export const insertPrivate = async (
  trx: Trx,
  conversationId: string,
  message: NewPrivate,
  recipientId?: string,
): Promise<Stored | undefined> => {
  const { replyTo } = message;
  const { words, version } = messageWordsOf(message.text);
  const { rows } = await sql<StoredRow>`
    ${insertion(
      sql`${conversationId}::uuid`,
      { ...message, senderId: sql`${message.senderId}::uuid`, words: { words: sql.val(words), version: sql.val(version) } },
      {
        recipient: sql`${recipientId ?? null}::uuid`,
        from: replyTo
          ? sql`where exists (select from messages x where x.conversation_id = ${conversationId}::uuid and x.id = ${replyTo}::uuid)`
          : NOTHING,
        after: recipientId ? recordSent : NOTHING,
      },
    )}
    select ${isPlain(message) ? plainMessageColumns : privateMessageColumns}, ${peerUnread}
    from m join c on c.id = m.conversation_id join accounts a on a.id = m.sender_id ${isPlain(message) ? NOTHING : privateMessageJoins}`.execute(
    trx,
  );
  return rows[0] && storedOf(rows[0]);
};

/** Locks an own conversation until the commit, for a message of this member. @throws CodedError as `requireWritable` */
export const lockPlace = async (trx: Trx, member: Member, conversationId: string, now: Date): Promise<Place> => {
  const { rows } = await lockedPlace(viewerOf(member), sql`${conversationId}::uuid`, sql`${now}::timestamptz`).execute(trx);
  return requireWritable(rows[0]);
};

/** What the statement of a message of words is executed with. */
interface Words extends MessageWords {
  conversationId: string;
  accountId: string;
  country: string | null;
  text: string;
  at: Date;
  route: string;
  key: string;
  inputHash: Buffer;
}

/** One text for each kind of member, with and without a key: building and compiling it for each message left 26 kB of garbage. */
const wordsStatement = (isOfAdmin: boolean, hasCountry: boolean, hasKey: boolean) =>
  compiledOnce((values: Placeholders<Words>, executor) => {
    const { conversationId, accountId, country, text, at } = values;
    const viewer = { account: sql<string>`${accountId}::uuid`, isAdmin: isOfAdmin, country: hasCountry ? country : null };
    const key = insertKey(values, sql`jsonb_build_object('messageId', m.id)`, sql`from m`);
    const id = sql<string>`${conversationId}::uuid`;
    return sql<Place & StoredRow>`
      ${insertion(
        id,
        { senderId: viewer.account, text, words: values, at },
        {
          recipient: sql`place.peer_id`,
          before: sql`place as materialized (${lockedPlace(viewer, id, sql`${at}::timestamptz`)}),`,
          from: sql`from place where place.obstacle is null`,
          after: hasKey ? sql`${recordSent}, keyed as (${key})` : recordSent,
        },
      )}
      select place.performer_id, place.peer_id, place.obstacle, ${plainMessageColumns}, ${peerUnread}
      from place left join (m join c on c.id = m.conversation_id join accounts a on a.id = m.sender_id) on true`.compile(executor);
  });
const wordsStatements = new Map<string, ReturnType<typeof wordsStatement>>();

/**
 * `lockPlace` and `insertPrivate` of a message of words alone, with its key, in one statement that is its own transaction: most messages are
 * such, and each statement more is a round trip that the next one of the conversation waits for.
 * @throws CodedError as `requireWritable`; the unique violation of a repeated key (`runOnce`)
 */
export const insertWords = async (
  database: Database,
  { viewer, country }: Member,
  conversationId: string,
  { text, at }: { text: string; at: Date },
  idempotency: Idempotency | undefined,
): Promise<Stored & { peerId: string }> => {
  const kind = [isAdmin(viewer), country !== null, idempotency !== undefined] as const;
  const statement = wordsStatements.get(String(kind)) ?? wordsStatement(...kind);
  wordsStatements.set(String(kind), statement);
  const { route = '', key = '', inputHash = '' } = idempotency ?? {};
  const [found] = await statement(database, {
    ...messageWordsOf(text),
    conversationId,
    accountId: viewer.accountId,
    country,
    text,
    at,
    route,
    key,
    inputHash: Buffer.from(inputHash, 'hex'),
  });
  const row = requireWritable(found);
  return { ...storedOf(row), peerId: row.peer_id };
};
