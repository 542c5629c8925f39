import type { Notification } from '@stagedoor/contract/notifications';
import {
  type NotificationFilter,
  type NotificationKind,
  NOTIFICATION_KINDS,
  isNotificationKind,
  kindsInTab,
} from '@stagedoor/contract/notifications.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type RawBuilder, sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type List, type ListQuery, allOf, by, countOf, countedIn, limitOf, readPage, sorted, totalOf } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountRef, decideItems, visiblePerformerTo } from '../access/index.ts';
import { avatarUrl } from '../accounts/index.ts';
import { hasUnreadMessages } from '../conversations/index.ts';
import { PAYLOADS } from './payloads.ts';
import { type Told, kindsWhere, rulesOf } from './registry.ts';
import { isHiddenByBlock } from './withdrawals.ts';
import { type Writing, writingIn } from './writing.ts';

/** Whose notifications are read, and from where. */
interface Reader {
  /** Its id, or SQL of it. */
  accountId: string | RawBuilder<string>;
  country: string | null;
}

export interface NotificationRow {
  id: string;
  kind: string;
  payload: unknown;
  count: number;
  tokens_amount: bigint | null;
  actor_id: string | null;
  actor_username: string | null;
  actor_name: string | null;
  actor_avatar_key: string | null;
  actor_role: string | null;
  item_id: string | null;
  item_kind: string | null;
  item_title: string | null;
  item_is_active: boolean;
  comment_id: string | null;
  words: string | null;
  object_kind: string | null;
  object_id: string | null;
  is_read: boolean;
  created_at: Date;
  updated_at: Date;
  reader_role: string;
  /** IANA name; null for the site's. */
  reader_zone: string | null;
}

const GONE_WITH_ITEM = kindsWhere(({ isGoneWithItem }) => isGoneWithItem);

/** Over `notifications n`. A message is read with its conversation, too. */
const isUnread = sql<boolean>`(n.read_at is null and (n.kind <> 'message' or ${hasUnreadMessages(sql`n.object_id`, sql`n.account_id`)}))`;

const visibilityJoins = sql`
  left join performers p on p.account_id = n.performer_id
  left join accounts a on a.id = n.performer_id
  left join items i on i.id = n.item_id
  left join comments c on c.id = n.comment_id`;

/**
 * Rows that the reader may see: not withdrawn, of people who aren't hidden from the reader, about items that are still there and comments that
 * weren't removed. A row about several comments stays when the last of them is removed, without its words.
 */
const isVisible = ({ accountId, country }: Reader): RawBuilder<boolean> => sql<boolean>`(
  n.count > 0 and not ${isHiddenByBlock}
  and (n.performer_id is null or ${visiblePerformerTo({ account: accountId, isAdmin: false, country })})
  and (n.item_id is null or n.kind <> all(${GONE_WITH_ITEM}::text[]) or i.state = 'active')
  and (n.comment_id is null or n.count > 1 or (c.deleted_at is null and c.hidden_at is null)))`;

const columns = sql`
  n.id, n.kind, n.payload, n.count, n.tokens_amount, n.actor_id, w.username as actor_username, w.name as actor_name,
  w.avatar_key as actor_avatar_key, w.role as actor_role, n.item_id, i.kind as item_kind, i.title as item_title,
  coalesce(i.state = 'active', false) as item_is_active, n.comment_id,
  case when c.deleted_at is null and c.hidden_at is null then c.content end as words,
  n.object_kind, n.object_id, not ${isUnread} as is_read, n.created_at, n.updated_at,
  (select r.role from accounts r where r.id = n.account_id) as reader_role,
  (select r.time_zone from accounts r where r.id = n.account_id) as reader_zone`;
/** A deleted account is somebody, without a name to lead to. */
const actorJoin = sql`left join accounts w on w.id = n.actor_id and w.status <> 'deleted'`;

const kindOf = ({ kind }: NotificationRow): NotificationKind => {
  if (!isNotificationKind(kind)) throw new Error(`A notification of the unknown kind ${kind}.`);
  return kind;
};

/** A row as its sentence is made of it. @param canRead whether the reader may read the words under its item */
const toldOf = (row: NotificationRow, canRead: boolean, { text }: Pick<Writing, 'text'>): Told => {
  const kind = kindOf(row);
  return {
    kind,
    payload: PAYLOADS[kind].parse(row.payload),
    count: row.count,
    tokens: row.tokens_amount,
    actor: { name: row.actor_name ?? text('notice.somebody'), username: row.actor_username ?? '' },
    reader: { isPerformer: row.reader_role === 'performer' },
    item: row.item_id &&
      row.item_kind && { id: row.item_id, kind: row.item_kind, title: row.item_title ?? '', isActive: row.item_is_active },
    comment: row.comment_id && { id: row.comment_id, words: canRead ? (row.words ?? '') : '' },
    objectId: row.object_id,
  } as Told;
};

const objectOf = (row: NotificationRow): Notification['object'] => {
  const title = row.item_title ?? '';
  if (row.kind === 'reaction' && row.comment_id) return { kind: 'comment', id: row.comment_id, title };
  if (row.item_id && row.item_kind) return { kind: row.item_kind, id: row.item_id, title };
  return row.object_kind && row.object_id ? { kind: row.object_kind, id: row.object_id, title } : null;
};

const viewOf = (platform: Platform, row: NotificationRow, canRead: boolean, locale: Locale): Notification => {
  const writing = writingIn(platform, locale, row.reader_zone);
  const told = toldOf(row, canRead, writing);
  const { text, path } = rulesOf(told.kind);
  return {
    _id: row.id,
    kind: told.kind,
    text: text(told, writing),
    actor:
      row.actor_id && row.actor_username
        ? {
            _id: row.actor_id,
            username: row.actor_username,
            name: told.actor.name,
            avatar: avatarUrl(platform, row.actor_avatar_key),
            isPerformer: row.actor_role === 'performer',
          }
        : null,
    object: objectOf(row),
    path: path(told),
    count: row.count,
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

/** The views of rows. Words under an item that is closed to the reader are left out. */
export const viewsOf = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  locale: Locale,
  rows: readonly NotificationRow[],
): Promise<Notification[]> => {
  const commented = rows.flatMap(({ item_id: itemId, words }) => (itemId && words ? [itemId] : []));
  const access = await decideItems(platform, viewer, [...new Set(commented)], country);
  return rows.map((row) => viewOf(platform, row, row.item_id !== null && access.get(row.item_id)?.allowed === true, locale));
};

const SORTS = { updatedAt: by.instant(sql`n.updated_at`), createdAt: by.instant(sql`n.created_at`) };

const filtered = (filter: NotificationFilter): RawBuilder<unknown> | undefined => {
  if (filter === 'all') return undefined;
  return filter === 'unread' ? isUnread : sql`n.kind = any(${kindsInTab(filter)}::text[])`;
};

/** The rows that an account is shown, of kinds that this version knows. */
const isShown = (reader: Reader): RawBuilder<boolean> =>
  sql<boolean>`(n.account_id = ${accountRef(reader.accountId)} and n.on_site and n.kind = any(${NOTIFICATION_KINDS}::text[]) and ${isVisible(reader)})`;

/** The own notifications. */
export const listNotifications = async (
  platform: Platform,
  { viewer, country, locale }: { viewer: AccountViewer; country: string | null; locale: Locale },
  query: ListQuery<keyof typeof SORTS> & { filter: NotificationFilter },
): Promise<List<Notification>> => {
  const where = allOf(isShown({ accountId: viewer.accountId, country }), filtered(query.filter));
  const page = sql<NotificationRow>`
    select ${columns} from notifications n ${visibilityJoins} ${actorJoin}
    where ${where} order by ${sorted(SORTS, query, sql`n.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from notifications n ${visibilityJoins} where ${where}`);
  return { data: await viewsOf(platform, viewer, country, locale, rows), ...totals };
};

const unreadOf = (reader: Reader) => sql`from notifications n ${visibilityJoins} where ${isShown(reader)} and ${isUnread}`;

/** How many notifications of an account are unread; counted like lists, up to a thousand. */
export const countUnread = async (executor: Executor, reader: Reader): Promise<{ total: number }> => {
  const { total } = await countOf(executor, unreadOf(reader));
  return { total };
};

/** `countUnread` of many accounts, wherever they are. */
export const countUnreadOfAll = async (
  executor: Executor,
  accountIds: readonly string[],
): Promise<{ accountId: string; total: number }[]> => {
  const { rows } = await sql<{ accountId: string; total: number }>`
    select g.id as "accountId", ${countedIn(unreadOf({ accountId: sql<string>`g.id`, country: null }))} as total
    from unnest(${accountIds}::uuid[]) g (id)`.execute(executor);
  return rows.map(({ accountId, total }) => ({ accountId, ...totalOf(total) }));
};

/** A row that is about to be mailed; undefined when there is nothing to say any more. Those that aren't shown on the site are mailed too. */
export const findMailed = async (
  executor: Executor,
  { accountId, id, createdAt }: { accountId: string; id: string; createdAt: Date },
): Promise<NotificationRow | undefined> => {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications n ${visibilityJoins} ${actorJoin}
    where n.account_id = ${accountId}::uuid and n.id = ${id}::uuid and n.created_at = ${createdAt} and ${isVisible({ accountId, country: null })}`.execute(
    executor,
  );
  return rows[0];
};
