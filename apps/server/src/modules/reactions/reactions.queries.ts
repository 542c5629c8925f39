import type { OwnReaction } from '@stagedoor/contract/reactions';
import { type RawBuilder, sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type List, type ListQuery, type SortKey, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import { countOwnList } from '../../platform/long-lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { visibleSingleComment } from '../comments/index.ts';
import type { Reaction } from './react.ts';

/** Reactions never change: both sort names are of the instant they were made. Two on one object differ in what they do. */
const reactedAt: readonly SortKey[] = [by.instant(sql`r.created_at`), by.text(sql`r.action`)];
const SORTS = { createdAt: reactedAt, updatedAt: reactedAt };

type ReactionQuery = ListQuery & { action?: Reaction['action'] | undefined; objectType?: Reaction['objectType'] | undefined };

/** An account's own reactions, newest first; without those to objects it may no longer see. */
export const listReactions = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  query: ReactionQuery,
): Promise<List<OwnReaction>> => {
  const own = sql`select r.* from reactions r where ${allOf(
    sql`r.account_id = ${viewer.accountId}::uuid`,
    query.action !== undefined && sql`r.action = ${query.action}`,
    query.objectType !== undefined && sql`r.object_type = ${query.objectType}`,
  )}`;
  const joins = sql`
    left join comments c on r.object_type = 'comment' and c.id = r.object_id
    left join items i on r.object_type <> 'performer' and i.id = coalesce(c.item_id, r.object_id)
    join performers p on p.account_id = coalesce(i.performer_id, r.object_id)
    join accounts a on a.id = p.account_id`;
  const isSeen = sql`(r.object_type <> 'comment' or ${visibleSingleComment(viewer)}) and ${visiblePerformer(viewer, country)}`;
  const { order } = sorted(SORTS, query, sql`r.object_id`);
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<{ object_id: string; object_type: Reaction['objectType']; action: Reaction['action']; created_at: Date }>`
      select r.object_id, r.object_type, r.action, r.created_at from (${own}) r ${joins} where ${isSeen} order by ${order} ${limitOf(query)}`,
    () =>
      countOwnList(
        platform,
        ['reactions', viewer.accountId, country, query.action, query.objectType],
        own,
        sql`from (${own}) r ${joins} where ${isSeen}`,
      ),
  );
  const data = rows.map((row) => ({
    _id: `${row.action}:${row.object_id}`,
    objectType: row.object_type,
    objectId: row.object_id,
    action: row.action,
    createdAt: row.created_at.toISOString(),
  }));
  return { data, ...totals };
};

/** Everything that an account keeps by a reaction, as `(id, at)`: ids of items and, of other reactions, whatever else they are to. */
export const savedItemsOf = (accountId: string, action: Reaction['action']): RawBuilder<unknown> => sql`(
  select r.object_id as id, r.created_at as at from reactions r where r.account_id = ${accountId}::uuid and r.action = ${action})`;
