import type { FoundConversation, Message, PrivateConversation } from '@stagedoor/contract/conversations';
import type { ConversationFilter, MessageFileKind, WriteObstacle } from '@stagedoor/contract/conversations.values';
import { isOnAir } from '@stagedoor/contract/live-state.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import { hasSpent, spentOf } from '../../ledger/index.ts';
import { type AccountViewer, isAdmin } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import {
  type List,
  type ListQuery,
  type Sorts,
  MAX_COUNTED,
  MAX_TOTAL,
  allOf,
  by,
  countedIn,
  limitOf,
  readCursorPage,
  sorted,
  totalOf,
} from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnline, lastSeenOf } from '../../platform/presence/presence.store.ts';
import { conditionsOf } from '../../platform/search/query.ts';
import { readingParser } from '../../platform/search/search-indexes.ts';
import { translate } from '../../platform/texts.ts';
import { type ViewerRef, accountRef, blockedPair, isHiddenFromPerformer, visiblePerformerTo } from '../access/index.ts';
import { avatarUrl } from '../accounts/index.ts';
import { type LiveColumn, liveStateOf, liveWhere } from '../stage/index.ts';
import { type MatchedRow, matchOf, matchedColumns, searchedConversations } from './conversation-search.queries.ts';

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
  live: LiveColumn | null;
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
  obstacle: WriteObstacle | null;
  subscribed_until: Date | null;
  spent: bigint | null;
}

/**
 * Why a member can't write, or null. A performer writes to whoever it has a conversation with.
 * @param peerStatus that of the other side's account
 */
export const writeObstacle = (
  of: Record<'peerStatus' | 'isBlocked' | 'isPerformer' | 'isSubscribed' | 'messagesFrom' | 'follows', RawBuilder<unknown>>,
): RawBuilder<WriteObstacle | null> => sql<WriteObstacle | null>`case
    when ${of.peerStatus} <> 'active' then 'gone'
    when ${of.isBlocked} then 'blocked'
    when ${of.isPerformer} or ${of.messagesFrom} = 'everyone' or ${of.isSubscribed} then null
    when ${of.messagesFrom} <> 'followers' then 'subscribe'
    when not ${of.follows} then 'follow' end`;

const peers = sql`
  join conversations c on c.id = m.conversation_id
  join performers p on p.account_id = c.performer_id
  join accounts a on a.id = m.peer_id`;
const members = sql`conversation_members m ${peers}`;

/** Over `members`: hidden are, from a fan, that of a performer they may not see; from a performer, that of a fan who has blocked them. */
const isVisibleTo = (viewer: ViewerRef): RawBuilder<boolean> => sql<boolean>`(case when m.account_id = c.performer_id
    then not ${isHiddenFromPerformer(sql`c.fan_id`, sql`c.performer_id`)}
    else exists (select from performers p join accounts a on a.id = p.account_id
      where p.account_id = c.performer_id and ${visiblePerformerTo(viewer)}) end)`;
/** The viewer that a member is. */
export const viewerOf = ({ viewer, country }: Member): ViewerRef => ({ account: viewer.accountId, isAdmin: isAdmin(viewer), country });
const isVisible = (member: Member): RawBuilder<boolean> => isVisibleTo(viewerOf(member));
/** Over `members`: whoever has blocked somebody finds the conversation in the list, to read and report it, but nowhere else. */
const isOpen = (member: Member): RawBuilder<boolean> =>
  sql<boolean>`(${isVisible(member)} and not ${blockedPair(sql`c.performer_id`, sql`c.fan_id`)})`;

const subscribedUntil = (now: Date | RawBuilder<Date>): RawBuilder<Date | null> => sql<Date | null>`
  (select s.expires_at from subscriptions s where s.fan_id = c.fan_id and s.performer_id = c.performer_id and s.expires_at > ${now})`;

/** What a performer noted of a fan; empty without a note, or a conversation of the two. */
export const noteOf = (performerId: RawBuilder<unknown>, fanId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  coalesce((select n.note from conversation_members n where n.peer_id = ${fanId} and n.account_id = ${performerId}), '')`;

/** Over `members`. */
const obstacleOf = (now: Date | RawBuilder<Date>): RawBuilder<WriteObstacle | null> =>
  writeObstacle({
    peerStatus: sql`a.status`,
    isBlocked: blockedPair(sql`c.performer_id`, sql`c.fan_id`),
    isPerformer: sql`m.account_id = c.performer_id`,
    isSubscribed: sql`${subscribedUntil(now)} is not null`,
    messagesFrom: sql`p.messages_from`,
    follows: sql`exists (select from reactions f where f.account_id = c.fan_id and f.action = 'follow' and f.object_id = c.performer_id)`,
  });

const columns = (now: Date) => sql`
  c.id, c.performer_id, c.fan_id, c.source_id, c.created_at, c.updated_at,
  m.unread_count, m.pinned_at, m.note, m.peer_id, a.username, a.name, a.avatar_key,
  (select x.state from performers x where x.account_id = m.peer_id) as state,
  ${liveWhere(sql`m.peer_id`, sql`m.peer_id = c.performer_id and not ${blockedPair(sql`c.performer_id`, sql`c.fan_id`)}`)} as live, ${lastSeenOf(sql`m.peer_id`)} as last_seen_at,
  y.seen_at as peer_seen_at, y.seen_message_id as peer_seen_message_id,
  l.id as last_id, l.kind as last_kind, l.tip_amount as last_tip, coalesce(lf.files, 0) as last_files, lf.kind as last_file_kind, coalesce(l.text, '') as last_text, l.sender_id as last_sender_id, l.deleted_at as last_deleted_at, l.created_at as last_created_at,
  ${obstacleOf(now)} as obstacle, ${subscribedUntil(now)} as subscribed_until,
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
  const { obstacle } = row;
  const live = liveStateOf(platform, row.username, row.live);
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
    totalNotSeenMessages: obstacle === 'blocked' ? 0 : row.unread_count,
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
      isLive: isOnAir(live),
      live,
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
          seenAt: (isOwn && isSeen && row.peer_seen_at?.toISOString()) || null,
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

/** An own conversation, locked until the commit, for a message of this member. */
export interface Place {
  performer_id: string;
  peer_id: string;
  obstacle: WriteObstacle | null;
}

/** A `Place` of a viewer with an account, as `lockConversation` locks it; none for what `getConversation` doesn't find. */
export const lockedPlace = (viewer: ViewerRef, conversationId: RawBuilder<string>, now: RawBuilder<Date>): RawBuilder<Place> => sql<Place>`
  select c.performer_id, m.peer_id, ${obstacleOf(now)} as obstacle from ${members}
  where m.conversation_id = ${conversationId} and m.account_id = ${accountRef(viewer.account)} and ${isVisibleTo(viewer)}
  for no key update of c`;

/** @throws CodedError NOT_FOUND without a place; BLOCKED_PAIR, MESSAGES_NOT_ALLOWED where the member can't write */
export const requireWritable = <P extends Place>(place: P | undefined): P => {
  if (!place) throw new CodedError('NOT_FOUND');
  if (place.obstacle === 'blocked') throw new CodedError('BLOCKED_PAIR');
  if (place.obstacle !== null) throw new CodedError('MESSAGES_NOT_ALLOWED');
  return place;
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
}

/** Filters by what the member itself has of a conversation: an index has their rows in the list's order. */
const OWN_FILTERS: ReadonlySet<ConversationFilter> = new Set(['all', 'unread', 'pinned']);

/** How many rows there are, up to `MAX_COUNTED`: of more than totals are counted to, seen or not, none is looked at one by one. */
const countedOf = (own: RawBuilder<unknown> | null, seen: RawBuilder<unknown>): RawBuilder<number> =>
  own
    ? sql<number>`case when ${countedIn(own)} > ${sql.lit(MAX_TOTAL)} then ${sql.lit(MAX_COUNTED)} else ${countedIn(seen)} end`
    : countedIn(seen);

/** How a cursor writes that a conversation isn't pinned. */
const NOT_PINNED = /^0001-01-01T/;

/** Own private conversations that hold something for this side. */
export const listConversations = async (
  platform: Platform,
  member: Member,
  search: ConversationSearch & { after?: string | undefined },
): Promise<List<PrivateConversation> & { after: string | null }> => {
  const now = platform.clock.now();
  const own = sql`m.account_id = ${member.viewer.accountId}::uuid and m.last_message_at is not null`;
  const filter = filtered(search.filter, now);
  const where = allOf(own, search.filter === 'unread' ? isOpen(member) : isVisible(member), filter);
  const order = sorted(SORTS, search, sql`m.conversation_id`);
  const ownRows = OWN_FILTERS.has(search.filter) ? sql`from conversation_members m where ${allOf(own, filter)}` : null;
  const counted = sql`from generate_series(1, ${countedOf(
    ownRows,
    sql`from conversation_members m join conversations c on c.id = m.conversation_id where ${where}`,
  )})`;
  /** Lets the index of the usual order begin at the cursor, which pinned ones keep it from: those are few. */
  const onward = (): RawBuilder<unknown> | null => {
    if (search.after === undefined || search.sortBy !== 'lastMessageAt' || search.sort !== 'desc') return null;
    const [pinned = '', last] = order.keysOf(search.after);
    return NOT_PINNED.test(pinned) ? sql`m.pinned_at is null and m.last_message_at <= ${last}::timestamptz` : null;
  };
  const { rows, ...page } = await readCursorPage<PrivateRow>(
    platform.database,
    search,
    order,
    ({ key, after, end }) =>
      sql`select ${columns(now)}, ${key} from ${members} ${joins} where ${allOf(where, after, after && onward())} ${end}`,
    counted,
  );
  return { data: rows.map((row) => viewOf(platform, member, row)), ...page };
};

/**
 * Own private conversations by what was typed: the other side's name, or words of a message; one that holds nothing for this side is found by
 * the name alone.
 * @returns `isPartial` where not all were looked at
 */
export const searchConversations = async (
  platform: Platform,
  member: Member,
  search: ConversationSearch & { q: string },
): Promise<List<FoundConversation> & { isPartial?: true }> => {
  const now = platform.clock.now();
  const { accountId } = member.viewer;
  const filter = filtered(search.filter, now);
  const [names, messages] = await Promise.all([readingParser(platform, 'accounts'), readingParser(platform, 'messages')]);
  const seen = sql`join conversations c on c.id = m.conversation_id where ${allOf(isOpen(member), filter)}`;
  // In the list's usual order first: then no more of many are looked at than are shown.
  const listed = sql`(select * from found m order by ${sorted(SORTS, { sortBy: 'lastMessageAt', sort: 'desc' }, sql`m.conversation_id`).order} offset 0) m`;
  const { order } = sorted(SORTS, search, sql`m.conversation_id`);
  const page = sql`from ${listed} ${seen} order by ${order} ${limitOf(search)}`;
  const { rows } = await sql<{ ids: string[]; matched: (string | null)[]; counted: number; is_partial: boolean }>`
    ${searchedConversations(accountId, search.q, { names, messages })}
    select array(select m.conversation_id ${page}) as ids, array(select m.matched_id ${page}) as matched,
      ${countedOf(OWN_FILTERS.has(search.filter) ? sql`from found m where ${allOf(filter)}` : null, sql`from found m ${seen}`)} as counted,
      (select is_partial from bounds) as is_partial`.execute(platform.database);
  const { ids, matched, counted, is_partial: isPartial } = rows[0]!;
  const { rows: shown } = await sql<PrivateRow & MatchedRow>`
    select ${columns(now)}, ${matchedColumns}
    from unnest(${ids}::uuid[], ${matched}::uuid[]) i (id, matched_id)
    cross join lateral (select * from conversation_members x where x.conversation_id = i.id and x.account_id = ${accountId}::uuid limit 1) m
    ${peers} ${joins} left join messages w on w.conversation_id = i.id and w.id = i.matched_id and w.deleted_at is null
    order by ${order}`.execute(platform.database);
  const conditions = (messages?.conditionsOf ?? conditionsOf)(search.q);
  const data = shown.map((row) => ({ ...viewOf(platform, member, row), match: matchOf(accountId, row, conditions) }));
  return { data, ...totalOf(counted), ...(isPartial ? { isPartial } : {}) };
};

/** What a member has of a conversation whose messages are read. */
export interface Reading {
  peer_id: string;
  cleared_message_id: string | null;
  peer_seen_message_id: string | null;
  peer_seen_at: Date | null;
  peer_delivered_message_id: string | null;
  peer_delivered_at: Date | null;
}

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

/** Unread messages of all own conversations. */
export const countUnread = async (executor: Executor, member: Member): Promise<{ total: number; conversations: number }> => {
  const { rows } = await sql<{ total: number; conversations: number }>`
    select coalesce(sum(m.unread_count), 0)::int as total, count(*)::int as conversations from ${members}
    where m.account_id = ${member.viewer.accountId}::uuid and m.unread_count > 0 and ${isOpen(member)}`.execute(executor);
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
