import type { ReelView } from '@stagedoor/contract/reels';
import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import { type ListQuery, type Sorts, allOf, by, readCursorPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { type ItemListRow, type ItemPage, listColumns, listJoins, viewsOf } from '../items/index.ts';

/** Reels that are looked through for those the caller hasn't seen: the newest. */
const NEWEST = 500;

const publishedAt = by.instant(sql`i.published_at`);
const SORTS: Sorts<'unseen' | 'publishedAt' | 'createdAt' | 'updatedAt'> = {
  unseen: [by.number(sql`(w.item_id is null)::int`), publishedAt],
  publishedAt,
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
};

/** Reels of all performers, those first that the caller hasn't seen; what was seen is known of accounts (`countItemView`). */
export const listUnseenReels = async (
  platform: Platform,
  caller: Caller,
  query: ListQuery<keyof typeof SORTS & string> & { after?: string | undefined; from?: 'following' | undefined },
): Promise<ItemPage<ReelView>> => {
  const accountId = accountIdOf(caller.viewer);
  const isFollowed =
    query.from === undefined
      ? sql`true`
      : sql`exists (select from reactions f where f.account_id = ${accountId}::uuid and f.action = 'follow' and f.object_id = r.performer_id)`;
  const newest = sql`(
    select r.* from items r where r.kind = 'reel' and r.state = 'active' and r.parent_id is null and ${isFollowed}
    order by r.published_at desc, r.id desc limit ${sql.lit(NEWEST)})`;
  const watched = sql`left join item_positions w on w.account_id = ${accountId}::uuid and w.item_id = i.id`;
  const isVisible = visiblePerformer(caller.viewer, caller.country);
  const { rows, ...page } = await readCursorPage<ItemListRow>(
    platform.database,
    query,
    sorted(SORTS, query, sql`i.id`),
    ({ key, after, end }) => sql`
      select ${listColumns(platform.clock.now(), accountId)}, ${key} from ${newest} n0
      join items i on i.id = n0.id ${listJoins(accountId)} ${watched}
      where ${allOf(isVisible, after)} ${end}`,
    sql`from ${newest} i join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id where ${isVisible}`,
  );
  return { data: await viewsOf<ReelView>(platform, caller, rows), ...page };
};
