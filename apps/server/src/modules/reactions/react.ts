import type { REACTION_ACTIONS, REACTION_OBJECTS } from '@stagedoor/contract/reactions';
import { COMMENTED_ITEMS } from '@stagedoor/contract/comments';
import { type RawBuilder, sql } from 'kysely';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { type AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCommented } from '../comments/index.ts';
import { decideItems } from '../access/index.ts';
import { findVisiblePerformerId } from '../performers/index.ts';

export interface Reaction {
  objectType: (typeof REACTION_OBJECTS)[number];
  objectId: string;
  action: (typeof REACTION_ACTIONS)[number];
}

export interface ReactionState {
  action: Reaction['action'];
  active: boolean;
  total: number;
}

const LIKE_AND_BOOKMARK = ['like', 'bookmark'] as const;
/** Items are liked and bookmarked, videos also kept as favourites and for later, comments liked, performers followed. */
const ALLOWED_ACTIONS: Record<string, readonly Reaction['action'][]> = {
  ...Object.fromEntries(COMMENTED_ITEMS.map((kind) => [kind, LIKE_AND_BOOKMARK])),
  video: [...LIKE_AND_BOOKMARK, 'favourite', 'watchLater'],
  comment: ['like'],
  performer: ['follow'],
};

/** @throws CodedError NOT_FOUND when there is no such item for this viewer */
const assertItem = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  itemId: string,
  kind: string,
): Promise<void> => {
  const access = (await decideItems(platform, viewer, [itemId], country)).get(itemId);
  const item = access && (await platform.database.selectFrom('items').select('kind').where('id', '=', itemId).executeTakeFirst());
  if (item?.kind !== kind) throw new CodedError('NOT_FOUND');
};

const assertObject = async (platform: Platform, viewer: AccountViewer, country: string | null, reaction: Reaction): Promise<void> => {
  if (!ALLOWED_ACTIONS[reaction.objectType]!.includes(reaction.action))
    throw new FieldsError([{ property: 'action', rule: 'actionOfObject' }]);
  if (reaction.objectType === 'performer') {
    const performerId = await findVisiblePerformerId(platform, viewer, country, reaction.objectId);
    if (performerId === viewer.accountId) throw new FieldsError([{ property: 'objectId', rule: 'notYourself' }]);
  } else if (reaction.objectType === 'comment') {
    await findCommented(platform, viewer, country, { objectType: 'comment', objectId: reaction.objectId });
  } else await assertItem(platform, viewer, country, reaction.objectId, reaction.objectType);
};

const record = (trx: Trx, accountId: string, { objectType, objectId, action }: Reaction, active: boolean): Promise<void> =>
  objectType === 'performer'
    ? recordEvent(trx, 'performers.followed', { accountId, performerId: objectId, active })
    : recordEvent(trx, 'objects.reacted', { objectType, objectId, action, by: active ? 1 : -1, accountId });

/** Where a reaction is counted: a counter that the dispatcher moves (reactions.events.ts). */
const countedIn = ({ objectType, action, objectId }: Reaction): RawBuilder<unknown> => {
  if (objectType === 'performer') return sql`(select follower_count from performer_counters where performer_id = ${objectId}::uuid)`;
  if (objectType === 'comment') return sql`(select like_count from comments where id = ${objectId}::uuid)`;
  return sql`(select ${sql.ref(action === 'like' ? 'like_count' : 'bookmark_count')} from item_counters where item_id = ${objectId}::uuid)`;
};

/**
 * How often an object was reacted to: its counter, and the differences that are yet to be dispatched, own one included. Both are of one
 * snapshot, and the dispatcher moves them together; so it is exact, and costs the same however many there are.
 */
const stateOf = async (trx: Trx, reaction: Reaction, active: boolean): Promise<ReactionState> => {
  const { objectType, objectId, action } = reaction;
  const pending =
    objectType === 'performer'
      ? sql`(select sum(case when (payload ->> 'active')::boolean then 1 else -1 end) from outbox
          where dispatched_at is null and event = 'performers.followed' and payload ->> 'performerId' = ${objectId}::text)`
      : sql`(select sum((payload ->> 'by')::int) from outbox
          where dispatched_at is null and event = 'objects.reacted' and payload ->> 'objectId' = ${objectId}::text
            and coalesce(payload ->> 'action', 'like') = ${action})`;
  const { rows } = await sql<{ total: number }>`
    select (coalesce(${countedIn(reaction)}, 0) + coalesce(${pending}, 0))::int as total`.execute(trx);
  return { action, active, total: Math.max(0, rows[0]!.total) };
};

/**
 * Likes, bookmarks or follows. Idempotent.
 * @throws CodedError NOT_FOUND; FieldsError for an action that doesn't fit the object, or following oneself
 */
export const addReaction = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  reaction: Reaction,
  idempotency: Idempotency | undefined,
): Promise<ReactionState> => {
  await assertObject(platform, viewer, country, reaction);
  return transact(platform.database, idempotency, async (trx) => {
    const added = await trx
      .insertInto('reactions')
      .values({
        account_id: viewer.accountId,
        action: reaction.action,
        object_type: reaction.objectType,
        object_id: reaction.objectId,
        created_at: platform.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('object_id')
      .executeTakeFirst();
    if (added) await record(trx, viewer.accountId, reaction, true);
    return stateOf(trx, reaction, true);
  });
};

/** Removes a reaction. Idempotent. */
export const removeReaction = async (
  platform: Platform,
  viewer: AccountViewer,
  reaction: Reaction,
  idempotency: Idempotency | undefined,
): Promise<ReactionState> =>
  transact(platform.database, idempotency, async (trx) => {
    const removed = await trx
      .deleteFrom('reactions')
      .where('account_id', '=', viewer.accountId)
      .where('action', '=', reaction.action)
      .where('object_id', '=', reaction.objectId)
      .returning('object_type as objectType')
      .executeTakeFirst();
    // What kind of object it was is stored; the caller's word is checked only when it is added.
    const stored = { ...reaction, ...removed };
    if (removed) await record(trx, viewer.accountId, stored, false);
    return stateOf(trx, stored, false);
  });
