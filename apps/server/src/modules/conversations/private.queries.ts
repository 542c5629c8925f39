import type { Message, MessageItem, PrivateConversation, PrivateMessage } from '@stagedoor/contract/conversations';
import type { ConversationFilter, MessageFileKind, MessagesFrom, WriteObstacle } from '@stagedoor/contract/conversations.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import { hasSpent, spentOf } from '../../ledger/index.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, prefixPattern, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnline, lastSeenOf } from '../../platform/presence/presence.store.ts';
import { translate } from '../../platform/texts.ts';
import { isBlockedBy, isBought, isHiddenFromPerformer, visiblePerformer } from '../access/index.ts';
import { avatarUrl } from '../accounts/index.ts';
import { pictureOf } from '../files/index.ts';
import { messageOf } from './conversations.queries.ts';
import { messageItemsOf } from './message-items.queries.ts';
import { type MessageFileRow, messageFileColumns, messageFileOf } from './message-files.queries.ts';
import { type MessageRow, messageColumns } from './conversations.store.ts';
import type { StoredPreview } from './stored-preview.ts';

/** Who reads: private conversations are shown to their members alone. */
export interface Member {
  viewer: AccountViewer;
  country: string | null;
  locale: Locale;
}

interface PrivateRow {
  id: string;
  performer_id: string;
  fan_id: string;
  source_id: string;
  created_at: Date;
  updated_at: Date;
  unread_count: number;
  pinned_at: Date | null;
  note: string;
  peer_id: string;
  username: string;
  name: string;
  avatar_key: string | null;
  status: string;
  state: string | null;
  is_live: boolean;
  last_seen_at: Date | null;
  peer_seen_at: Date | null;
  peer_seen_message_id: string | null;
  last_id: string | null;
  last_kind: Message['kind'];
  last_tip: bigint | null;
  last_files: number;
  last_file_kind: MessageFileKind | null;
  last_text: string;
  last_sender_id: string;
  last_deleted_at: Date | null;
  last_created_at: Date;
  messages_from: MessagesFrom;
  is_blocked: boolean;
  follows: boolean;
  subscribed_until: Date | null;
  spent: bigint | null;
}

/** Why the member can't write, or null. A performer writes to whoever it has a conversation with. */
export const writeObstacleOf = (
  row: Pick<PrivateRow, 'is_blocked' | 'status' | 'follows' | 'subscribed_until' | 'messages_from'>,
  isPerformer: boolean,
): WriteObstacle | null => {
  if (row.status !== 'active') return 'gone';
  if (row.is_blocked) return 'blocked';
  if (isPerformer || row.subscribed_until !== null || row.messages_from === 'everyone') return null;
  if (row.messages_from === 'followers') return row.follows ? null : 'follow';
  return 'subscribe';
};

const members = sql`
  conversation_members m
  join conversations c on c.id = m.conversation_id
  join performers p on p.account_id = c.performer_id
  join accounts a on a.id = m.peer_id`;

/** Over `members`: hidden are, from a fan, that of a performer they may not see; from a performer, that of a fan who has blocked them. */
const isVisible = ({ viewer, country }: Member): RawBuilder<boolean> => sql<boolean>`(case when m.account_id = c.performer_id
    then not ${isHiddenFromPerformer(sql`c.fan_id`, sql`c.performer_id`)}
    else exists (select from performers p join accounts a on a.id = p.account_id
      where p.account_id = c.performer_id and ${visiblePerformer(viewer, country)}) end)`;

const subscribedUntil = (now: Date): RawBuilder<Date | null> => sql<Date | null>`
  (select s.expires_at from subscriptions s where s.fan_id = c.fan_id and s.performer_id = c.performer_id and s.expires_at > ${now})`;

const columns = (now: Date) => sql`
  c.id, c.performer_id, c.fan_id, c.source_id, c.created_at, c.updated_at,
  m.unread_count, m.pinned_at, m.note, m.peer_id, a.username, a.name, a.avatar_key, a.status,
  (select x.state from performers x where x.account_id = m.peer_id) as state,
  (m.peer_id = c.performer_id and p.live_stream_id is not null) as is_live, ${lastSeenOf(sql`m.peer_id`)} as last_seen_at,
  y.seen_at as peer_seen_at, y.seen_message_id as peer_seen_message_id,
  l.id as last_id, l.kind as last_kind, l.tip_amount as last_tip, coalesce(lf.files, 0) as last_files, lf.kind as last_file_kind, coalesce(l.text, '') as last_text, l.sender_id as last_sender_id, l.deleted_at as last_deleted_at, l.created_at as last_created_at,
  p.messages_from, ${isBlockedBy(sql`c.performer_id`, sql`c.fan_id`)} as is_blocked,
  exists (select from reactions f where f.account_id = c.fan_id and f.action = 'follow' and f.object_id = c.performer_id) as follows,
  ${subscribedUntil(now)} as subscribed_until,
  case when m.account_id = c.performer_id then ${spentOf(sql`c.performer_id`, sql`c.fan_id`)} end as spent`;
const joins = sql`
  left join conversation_members y on y.conversation_id = m.conversation_id and y.account_id = m.peer_id
  left join messages l on l.conversation_id = m.conversation_id and l.id = c.last_message_id
    and (m.cleared_message_id is null or l.id > m.cleared_message_id)
  left join lateral (
    select count(*)::int as files, (array_agg(f.kind order by x.at))[1] as kind
    from (select id, at from unnest(l.file_ids) with ordinality u (id, at)
      union all select r.file_id, r.position + 1 from item_files r where r.item_id = l.item_id and r.role = 'content') x
    join files f on f.id = x.id) lf on l.id is not null`;

const viewOf = (platform: Platform, { viewer, locale }: Member, row: PrivateRow): PrivateConversation => {
  const isPerformer = row.performer_id === viewer.accountId;
  const obstacle = writeObstacleOf(row, isPerformer);
  const isOwn = row.last_sender_id === viewer.accountId;
  const isSeen = row.last_id !== null && row.peer_seen_message_id !== null && row.last_id <= row.peer_seen_message_id;
  return {
    _id: row.id,
    type: 'private',
    source: isPerformer ? 'user' : 'performer',
    sourceId: row.peer_id,
    streamId: null,
    performerId: row.performer_id,
    isClosed: obstacle === 'blocked' || obstacle === 'gone',
    totalNotSeenMessages: row.unread_count,
    isPinned: row.pinned_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    peer: {
      _id: row.peer_id,
      username: row.username,
      name: row.name,
      avatar: avatarUrl(platform, row.avatar_key),
      isPerformer: row.state !== null,
      isVerified: row.state === 'approved',
      isOnline: isOnline(platform.clock, row.last_seen_at),
      isLive: row.is_live,
    },
    lastMessage: row.last_id
      ? {
          _id: row.last_id,
          text: row.last_deleted_at ? translate(locale, 'conversations.messageDeleted') : row.last_text,
          kind: row.last_kind,
          files: row.last_deleted_at ? 0 : row.last_files,
          fileKind: row.last_deleted_at ? null : row.last_file_kind,
          tip: row.last_tip === null ? null : hundredthsToNumber(row.last_tip),
          isDeleted: row.last_deleted_at !== null,
          isOwn,
          seenAt: isOwn && isSeen ? row.peer_seen_at!.toISOString() : null,
          createdAt: row.last_created_at.toISOString(),
        }
      : null,
    canWrite: obstacle === null,
    writeObstacle: obstacle,
    peerSeenAt: row.peer_seen_at?.toISOString() ?? null,
    fan: isPerformer
      ? {
          spent: hundredthsToNumber(row.spent ?? 0n),
          subscribedUntil: row.subscribed_until?.toISOString() ?? null,
          since: row.created_at.toISOString(),
          note: row.note,
        }
      : null,
  };
};

/** @throws CodedError NOT_FOUND for other people's, for shows', and for those of performers the fan may not see */
export const getConversation = async (
  platform: Platform,
  member: Member,
  conversationId: string,
  executor: Executor = platform.database,
): Promise<PrivateConversation> => {
  const { rows } = await sql<PrivateRow>`
    select ${columns(platform.clock.now())} from ${members} ${joins}
    where m.conversation_id = ${conversationId}::uuid and m.account_id = ${member.viewer.accountId}::uuid and ${isVisible(member)}`.execute(
    executor,
  );
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return viewOf(platform, member, rows[0]);
};

const SORTS = {
  lastMessageAt: [by.instant(sql`m.pinned_at`, { nullable: true }), by.instant(sql`m.last_message_at`, { nullable: true })],
  createdAt: by.id(sql`m.conversation_id`),
  updatedAt: by.instant(sql`c.updated_at`),
} satisfies Sorts<string>;

const filtered = (filter: ConversationFilter, now: Date): RawBuilder<unknown> | undefined => {
  switch (filter) {
    case 'all':
      return undefined;
    case 'unread':
      return sql`m.unread_count > 0`;
    case 'pinned':
      return sql`m.pinned_at is not null`;
    case 'subscribers':
      return sql`m.account_id = c.performer_id and ${subscribedUntil(now)} is not null`;
    case 'spenders':
      return sql`m.account_id = c.performer_id and ${hasSpent(sql`c.performer_id`, sql`c.fan_id`)}`;
  }
};

export interface ConversationSearch extends ListQuery<keyof typeof SORTS> {
  filter: ConversationFilter;
  q?: string | undefined;
}

/** Own private conversations; one that holds nothing for this side is listed only where the search names its other side. */
export const listConversations = async (
  platform: Platform,
  member: Member,
  search: ConversationSearch,
): Promise<List<PrivateConversation>> => {
  const now = platform.clock.now();
  const pattern = search.q ? prefixPattern(search.q) : null;
  const named = pattern && sql`(a.username like ${pattern} or lower(a.name) like ${pattern} or lower(a.name) like ${`% ${pattern}`})`;
  // The words of a message as they are written: a conversation's few thousand are read, not an index of everybody's.
  const said = search.q
    ? sql`exists (select from messages w where w.conversation_id = m.conversation_id and w.deleted_at is null
        and (m.cleared_message_id is null or w.id > m.cleared_message_id) and position(lower(${search.q}) in lower(w.text)) > 0)`
    : null;
  const where = allOf(
    sql`m.account_id = ${member.viewer.accountId}::uuid`,
    isVisible(member),
    named ? sql`(${named} or ${said})` : sql`m.last_message_at is not null`,
    filtered(search.filter, now),
  );
  const page = sql<PrivateRow>`
    select ${columns(now)} from ${members} ${joins}
    where ${where} order by ${sorted(SORTS, search, sql`m.conversation_id`).order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from ${members} where ${where}`);
  return { data: rows.map((row) => viewOf(platform, member, row)), ...totals };
};

export interface PrivateMessageRow extends MessageRow {
  /** In their order; none of a message that sells them. */
  files: MessageFileRow[];
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

/** What a member has of a conversation whose messages are read. */
export interface Reading {
  peer_id: string;
  cleared_message_id: string | null;
  peer_seen_message_id: string | null;
  peer_seen_at: Date | null;
  peer_delivered_message_id: string | null;
  peer_delivered_at: Date | null;
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
    files: isOpen ? (item?.files ?? row.files.flatMap((file) => messageFileOf(platform, file))) : [],
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
  ${messageColumns},
  (select coalesce(jsonb_agg(${messageFileColumns} order by u.at), '[]')
    from unnest(m.file_ids) with ordinality u (id, at) join files f on f.id = u.id) as files,
  m.item_id, i.state as item_state, i.price_amount as item_price,
  case when m.item_id is not null then ${isBought(sql`m.item_id`)} end as is_bought,
  m.preview, (select ${messageFileColumns} from files f where f.id = (m.preview ->> 'fileId')::uuid) as preview_file,
  m.reply_to_id, q.text as reply_text, q.sender_id as reply_sender_id, q.deleted_at as reply_deleted_at`;
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

/** @throws CodedError NOT_FOUND */
export const findReading = async (executor: Executor, member: Member, conversationId: string): Promise<Reading> => {
  const { rows } = await sql<Reading>`
    select m.peer_id, m.cleared_message_id, y.seen_message_id as peer_seen_message_id, y.seen_at as peer_seen_at,
      y.delivered_message_id as peer_delivered_message_id, y.delivered_at as peer_delivered_at
    from ${members} left join conversation_members y on y.conversation_id = m.conversation_id and y.account_id = m.peer_id
    where m.conversation_id = ${conversationId}::uuid and m.account_id = ${member.viewer.accountId}::uuid and ${isVisible(member)}`.execute(
    executor,
  );
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return rows[0];
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
    select ${privateMessageColumns}
    from messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id ${privateMessageJoins}
    where ${where} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from messages m where ${where}`);
  const items = await itemsOfRows(platform, member, rows);
  const reader = { accountId: member.viewer.accountId, locale: member.locale, reading };
  return { data: rows.map((row) => privateMessageOf(platform, row, reader, items)), ...totals };
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
    select ${privateMessageColumns}
    from messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id ${privateMessageJoins}
    where m.conversation_id = ${conversationId}::uuid and m.id = ${messageId}::uuid`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  const items = await itemsOfRows(platform, member, rows);
  return privateMessageOf(platform, rows[0], { accountId: member.viewer.accountId, locale: member.locale, reading }, items);
};

/** Unread messages of all own conversations. */
export const countUnread = async (executor: Executor, member: Member): Promise<{ total: number; conversations: number }> => {
  const { rows } = await sql<{ total: number; conversations: number }>`
    select coalesce(sum(m.unread_count), 0)::int as total, count(*)::int as conversations from ${members}
    where m.account_id = ${member.viewer.accountId}::uuid and m.unread_count > 0 and ${isVisible(member)}`.execute(executor);
  return rows[0]!;
};

/** Whether a member of a private conversation has unread messages there, in a statement. */
export const hasUnreadMessages = (conversationId: RawBuilder<unknown>, accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from conversation_members um where um.conversation_id = ${conversationId} and um.account_id = ${accountId} and um.unread_count > 0)`;

/** What members of private conversations have not read, by conversation and member. */
export const unreadOf = async (
  executor: Executor,
  members: readonly { conversationId: string; accountId: string }[],
): Promise<Map<string, { performerId: string; count: number }>> => {
  const { rows } = await sql<{ key: string; performer_id: string; unread_count: number }>`
    select m.conversation_id || ' ' || m.account_id as key, c.performer_id, m.unread_count
    from unnest(${members.map(({ conversationId }) => conversationId)}::uuid[], ${members.map(({ accountId }) => accountId)}::uuid[])
      g (conversation_id, account_id)
    join conversation_members m using (conversation_id, account_id) join conversations c on c.id = m.conversation_id`.execute(executor);
  return new Map(rows.map(({ key, performer_id: performerId, unread_count: count }) => [key, { performerId, count }]));
};
