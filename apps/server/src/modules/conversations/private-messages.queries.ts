import type { MessageItem, PrivateMessage } from '@stagedoor/contract/conversations';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { isBought } from '../access/index.ts';
import { pictureOf } from '../files/index.ts';
import { messageOf } from './conversations.queries.ts';
import { type MessageRow, messageColumns, wordsColumns } from './conversations.store.ts';
import { type MessageFileRow, messageFileColumns } from './message-files.queries.ts';
import { messageItemsOf } from './message-items.queries.ts';
import { type Member, type Reading, findReading } from './private.queries.ts';
import type { StoredPreview } from './stored-preview.ts';

export interface PrivateMessageRow extends MessageRow {
  item_id: string | null;
  item_state: string | null;
  item_price: bigint | null;
  is_bought: boolean | null;
  preview: StoredPreview | null;
  preview_file: MessageFileRow | null;
  reply_to_id: string | null;
  reply_text: string | null;
  reply_sender_id: string | null;
  reply_deleted_at: Date | null;
}

/** Characters of an answered message that the answer shows. */
const QUOTE_LENGTH = 140;

const isUpTo = (id: string, last: string | null): boolean => last !== null && id <= last;

const previewOf = (
  platform: Pick<Platform, 'storage'>,
  { url, title, description }: StoredPreview,
  file: MessageFileRow | null,
): PrivateMessage['preview'] => ({
  url,
  host: new URL(url).host,
  title,
  description,
  picture: file && pictureOf(platform, file.variants, file.thumbhash),
});

/** A private message as one of the two members sees it. */
export const privateMessageOf = (
  platform: Pick<Platform, 'storage'>,
  row: PrivateMessageRow,
  { accountId, locale, reading }: { accountId: string; locale: Locale; reading: Omit<Reading, 'peer_id' | 'cleared_message_id'> | null },
  items: ReadonlyMap<string, MessageItem> = new Map(),
): PrivateMessage => {
  const isOpen = row.deleted_at === null;
  const item = (isOpen && row.item_id !== null && items.get(row.item_id)) || null;
  const isOwn = row.sender_id === accountId;
  const seen = isOwn && reading && isUpTo(row.id, reading.peer_seen_message_id) ? reading.peer_seen_at : null;
  const delivered = isOwn && reading && isUpTo(row.id, reading.peer_delivered_message_id) ? reading.peer_delivered_at : seen;
  return {
    ...messageOf(platform, row, locale),
    ...(item ? { files: item.files } : {}),
    price: isOpen && row.item_price !== null ? hundredthsToNumber(row.item_price) : null,
    access: item?.access ?? null,
    isBought: isOpen ? row.is_bought : null,
    preview: isOpen && row.preview ? previewOf(platform, row.preview, row.preview_file) : null,
    item,
    itemState: !isOpen || row.item_id === null ? null : item ? 'ready' : row.item_state === 'processing' ? 'processing' : 'gone',
    replyTo: row.reply_to_id
      ? {
          _id: row.reply_to_id,
          text: row.reply_deleted_at ? translate(locale, 'conversations.messageDeleted') : (row.reply_text ?? '').slice(0, QUOTE_LENGTH),
          senderId: row.reply_sender_id ?? row.sender_id,
          isDeleted: row.reply_deleted_at !== null,
        }
      : null,
    deliveredAt: delivered?.toISOString() ?? null,
    seenAt: seen?.toISOString() ?? null,
  };
};

/** Over `messages m`, `conversations c`, the sender's `accounts a`, and the tables of `privateMessageJoins`. */
export const privateMessageColumns = sql`
  ${messageColumns}, m.item_id, i.state as item_state, i.price_amount as item_price,
  case when m.item_id is not null then ${isBought(sql`m.item_id`)} end as is_bought,
  m.preview, (select ${messageFileColumns} from files f where f.id = (m.preview ->> 'fileId')::uuid) as preview_file,
  m.reply_to_id, q.text as reply_text, q.sender_id as reply_sender_id, q.deleted_at as reply_deleted_at`;
/** `privateMessageColumns` of a message with neither files nor an item, a preview or an answered message: it needs no other tables. */
export const plainMessageColumns = sql`
  ${wordsColumns}, null as item_id, null as item_state, null as item_price, null as is_bought, null as preview,
  null as preview_file, null as reply_to_id, null as reply_text, null as reply_sender_id, null as reply_deleted_at`;
/** The message that is answered, and the item that is sold. */
export const privateMessageJoins = sql`
  left join messages q on q.conversation_id = m.conversation_id and q.id = m.reply_to_id
  left join items i on i.id = m.item_id`;

const itemsOfRows = (platform: Platform, caller: Caller, rows: readonly PrivateMessageRow[]): Promise<Map<string, MessageItem>> =>
  messageItemsOf(
    platform,
    caller,
    rows.flatMap(({ item_id: itemId, deleted_at: deletedAt }) => (itemId && !deletedAt ? [itemId] : [])),
  );

/** A message that was just sent, to whoever reads it: nobody saw it, and only its sender has what it sells. */
export const freshMessageOf = async (
  platform: Platform,
  row: PrivateMessageRow,
  caller: Caller,
  accountId: string,
): Promise<PrivateMessage> =>
  privateMessageOf(platform, row, { accountId, locale: caller.locale, reading: null }, await itemsOfRows(platform, caller, [row]));

/** The tables of the statements that read messages, with `privateMessageColumns`. */
const source = sql`
  messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id ${privateMessageJoins}`;

const viewsOf = async (
  platform: Platform,
  member: Member,
  reading: Reading,
  rows: readonly PrivateMessageRow[],
): Promise<PrivateMessage[]> => {
  const items = await itemsOfRows(platform, member, rows);
  const reader = { accountId: member.viewer.accountId, locale: member.locale, reading };
  return rows.map((row) => privateMessageOf(platform, row, reader, items));
};

/** Ids follow the order of creation. */
const MESSAGE_SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`m.id`), updatedAt: by.instant(sql`m.updated_at`) };

/**
 * The messages of an own conversation, newest first; with `since`, those after that message, always oldest first.
 * @throws CodedError NOT_FOUND
 */
export const listMessages = async (
  platform: Platform,
  member: Member,
  conversationId: string,
  query: ListQuery & { since?: string | undefined },
): Promise<List<PrivateMessage>> => {
  const reading = await findReading(platform.database, member, conversationId);
  const where = allOf(
    sql`m.conversation_id = ${conversationId}::uuid`,
    reading.cleared_message_id && sql`m.id > ${reading.cleared_message_id}::uuid`,
    query.since && sql`m.id > ${query.since}::uuid`,
  );
  const { order } = sorted(MESSAGE_SORTS, query.since ? { sortBy: 'createdAt', sort: 'asc' } : query, sql`m.id`);
  const page = sql<PrivateMessageRow>`
    select ${privateMessageColumns} from ${source} where ${where} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from messages m where ${where}`);
  return { data: await viewsOf(platform, member, reading, rows), ...totals };
};

/** One message of an own conversation. @throws CodedError NOT_FOUND */
export const getMessage = async (
  platform: Platform,
  member: Member,
  conversationId: string,
  messageId: string,
): Promise<PrivateMessage> => {
  const reading = await findReading(platform.database, member, conversationId);
  const { rows } = await sql<PrivateMessageRow>`
    select ${privateMessageColumns} from ${source}
    where m.conversation_id = ${conversationId}::uuid and m.id = ${messageId}::uuid`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return (await viewsOf(platform, member, reading, rows))[0]!;
};

/** The messages to read around one of an own conversation. */
export interface Around {
  side: 'both' | 'older' | 'newer';
  limit: number;
}

/** Messages around one, oldest first. */
export interface MessagesAround {
  data: PrivateMessage[];
  isFound: boolean;
  hasOlder: boolean | null;
  hasNewer: boolean | null;
}

/** So many messages before or after an id, nearest first, and whether there are more. */
type ReadBeside = (
  condition: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  limit: number,
) => Promise<{ rows: PrivateMessageRow[]; hasMore: boolean }>;

/**
 * The messages of an own conversation around one: on both sides as many, or those before it, or it and those after it. Around one that isn't there to
 * be shown are the newest.
 * @throws CodedError NOT_FOUND for a conversation that `getConversation` doesn't find
 */
export const listAround = async (
  platform: Platform,
  member: Member,
  { id: conversationId, messageId }: { id: string; messageId: string },
  { side, limit }: Around,
): Promise<MessagesAround> => {
  const reading = await findReading(platform.database, member, conversationId);
  const own = allOf(
    sql`m.conversation_id = ${conversationId}::uuid`,
    reading.cleared_message_id && sql`m.id > ${reading.cleared_message_id}::uuid`,
  );
  const read: ReadBeside = async (condition, direction, most) => {
    const { rows } = await sql<PrivateMessageRow>`
      select ${privateMessageColumns} from ${source}
      where ${allOf(own, condition)} order by m.id ${sql.raw(direction)} limit ${most + 1}`.execute(platform.database);
    return { rows: rows.slice(0, most), hasMore: rows.length > most };
  };
  const { rows: there } = await sql`
    select from messages m where ${allOf(own, sql`m.id = ${messageId}::uuid and m.deleted_at is null`)}`.execute(platform.database);
  const isFound = there.length > 0;
  const at = sql`${messageId}::uuid`;
  const isNewest = side === 'both' && !isFound;
  const older =
    side === 'newer'
      ? null
      : await read(isNewest ? sql`true` : sql`m.id < ${at}`, 'desc', side === 'older' || isNewest ? limit : Math.floor(limit / 2));
  const newer = side === 'older' || isNewest ? null : await read(sql`m.id >= ${at}`, 'asc', limit - (older?.rows.length ?? 0));
  const rows = [...(older?.rows.toReversed() ?? []), ...(newer?.rows ?? [])];
  return {
    data: await viewsOf(platform, member, reading, rows),
    isFound,
    hasOlder: older?.hasMore ?? null,
    hasNewer: isNewest ? false : (newer?.hasMore ?? null),
  };
};
