import type { Conversation, Message } from '@stagedoor/contract/conversations';
import { hundredthsToNumber, id } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import { type AccountViewer, type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { avatarUrl } from '../accounts/index.ts';
import { isKnownShow, isNotBlockedWith, isRestrictedShow, mayEnterShow, visiblePerformer } from '../access/index.ts';
import { givenGiftOf } from '../orders/index.ts';
import { type ConversationType, type MessageRow, messageColumns } from './conversations.store.ts';
import { messageFileOf } from './message-files.queries.ts';

interface ConversationRow {
  id: string;
  type: ConversationType;
  performer_id: string;
  stream_id: string | null;
  source: string;
  source_id: string;
  closed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const conversationOf = (row: ConversationRow): Conversation => ({
  _id: row.id,
  type: row.type,
  source: row.source,
  sourceId: row.source_id,
  streamId: row.stream_id,
  performerId: row.performer_id,
  isClosed: row.closed_at !== null,
  // A show's chat has no unread messages.
  totalNotSeenMessages: 0,
  isPinned: false,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** A message as sent to clients; a deleted one has a placeholder in the reader's language. */
export const messageOf = (platform: Pick<Platform, 'storage'>, row: MessageRow, locale: Locale): Message => {
  const isDeleted = row.deleted_at !== null;
  return {
    _id: row.id,
    conversationId: row.conversation_id,
    kind: row.kind,
    text: isDeleted ? translate(locale, 'conversations.messageDeleted') : row.text,
    fileId: isDeleted ? [] : row.file_ids,
    files: isDeleted ? [] : row.files.flatMap((file) => messageFileOf(platform, file)),
    sender: {
      _id: row.sender_id,
      username: row.username,
      name: row.name,
      avatar: avatarUrl(platform, row.avatar_key),
      isHost: row.is_host,
      isModerator: row.is_moderator,
    },
    tip: row.tip_amount === null ? null : hundredthsToNumber(row.tip_amount),
    gift: givenGiftOf(platform, row.gift),
    isDeleted,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

interface FoundConversation extends ConversationRow {
  /** Of a show that isn't for everyone who may see its performer. */
  is_restricted: boolean;
}

const findVisible = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  condition: RawBuilder<unknown>,
): Promise<FoundConversation> => {
  const { rows } = await sql<FoundConversation>`
    select c.*, c.type <> 'stream_public' or coalesce(${isRestrictedShow}, false) as is_restricted from conversations c
    left join streams s on s.id = c.stream_id left join items i on i.id = c.stream_id
    join performers p on p.account_id = c.performer_id
    join accounts a on a.id = c.performer_id
    where ${condition} and ${visiblePerformer(viewer, country)} and (s.id is null or ${isKnownShow(accountIdOf(viewer))})
    order by c.closed_at is not null, c.id desc limit 1`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return rows[0];
};

/**
 * The conversation of a show: of a public show for those it is for, of others for the participants.
 * @throws CodedError NOT_FOUND, LOCKED
 */
export const getStreamConversation = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  streamId: string,
): Promise<Conversation> => {
  const row = await findVisible(platform, viewer, country, sql`c.stream_id = ${streamId}::uuid`);
  if (row.is_restricted && !(await mayEnterShow(platform, viewer, country, streamId))) throw new CodedError('LOCKED');
  return conversationOf(row);
};

/**
 * The conversation of a show by its own id.
 * @throws CodedError NOT_FOUND also for those who aren't let into the show
 */
export const getShowConversation = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  conversationId: string,
): Promise<Conversation> => {
  const row = await findVisible(platform, viewer, country, sql`c.id = ${conversationId}::uuid and c.stream_id is not null`);
  if (row.is_restricted && !(await mayEnterShow(platform, viewer, country, row.stream_id!))) throw new CodedError('NOT_FOUND');
  return conversationOf(row);
};

/** The conversation of a show, for those whose access to it the caller has checked. */
export const streamConversationOf = async ({ database }: Pick<Platform, 'database'>, streamId: string): Promise<Conversation> => {
  const { rows } = await sql<ConversationRow>`select c.* from conversations c where c.stream_id = ${streamId}::uuid`.execute(database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return conversationOf(rows[0]);
};

/**
 * The conversation of a performer's open public show, or of the most recent one.
 * @throws CodedError NOT_FOUND, LOCKED
 */
export const getPublicConversation = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  performer: string,
): Promise<Conversation> => {
  const matches = id.safeParse(performer).success ? sql`a.id = ${performer}::uuid` : sql`a.username = ${performer.toLowerCase()}`;
  const row = await findVisible(platform, viewer, country, sql`c.type = 'stream_public' and ${matches}`);
  if (row.is_restricted && !(await mayEnterShow(platform, viewer, country, row.stream_id!))) throw new CodedError('LOCKED');
  return conversationOf(row);
};

/** Ids follow the order of creation. */
const MESSAGE_SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`m.id`), updatedAt: by.instant(sql`m.updated_at`) };

/** How many messages up to `since` a reader is told deletions of: as many as a client reads at once. */
const TOLD_DELETIONS = 100;

/** The deleted ones of the newest messages up to one. Reads a bounded part of the primary key. */
const deletedUpTo = async ({ database }: Pick<Platform, 'database'>, conversationId: string, since: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select n.id from (
      select m.id, m.deleted_at from messages m where m.conversation_id = ${conversationId}::uuid and m.id <= ${since}::uuid
      order by m.id desc limit ${sql.lit(TOLD_DELETIONS)}) n
    where n.deleted_at is not null order by n.id`.execute(database);
  return rows.map((row) => row.id);
};

/**
 * The messages of a show's conversation, for those it is for, newest first; with `since`, those after that message, always oldest first,
 * and which of those up to it are deleted: clients without a socket hear of a deletion by their next poll.
 * @throws CodedError NOT_FOUND, LOCKED for a public show that isn't for the viewer
 */
export const listPublicMessages = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  locale: Locale,
  conversationId: string,
  query: ListQuery & { since?: string | undefined },
): Promise<List<Message> & { deletedIds?: string[] }> => {
  const row = await findVisible(platform, viewer, country, sql`c.id = ${conversationId}::uuid and c.stream_id is not null`);
  if (row.is_restricted && !(await mayEnterShow(platform, viewer, country, row.stream_id!)))
    throw new CodedError(row.type === 'stream_public' ? 'LOCKED' : 'NOT_FOUND');
  const where = allOf(
    sql`m.conversation_id = ${conversationId}::uuid`,
    query.since && sql`m.id > ${query.since}::uuid`,
    isNotBlockedWith(viewer, sql`m.sender_id`),
  );
  const { order } = sorted(MESSAGE_SORTS, query.since ? { sortBy: 'createdAt', sort: 'asc' } : query, sql`m.id`);
  const page = sql<MessageRow>`
    select ${messageColumns}
    from messages m join conversations c on c.id = m.conversation_id join accounts a on a.id = m.sender_id
    where ${where} order by ${order} ${limitOf(query)}`;
  const [{ rows, ...totals }, deletedIds] = await Promise.all([
    readPage(platform.database, query, page, sql`from messages m where ${where}`),
    query.since ? deletedUpTo(platform, conversationId, query.since) : undefined,
  ]);
  return { data: rows.map((row) => messageOf(platform, row, locale)), ...totals, ...(deletedIds ? { deletedIds } : {}) };
};
