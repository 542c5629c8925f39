import type { PhotoView } from '@stagedoor/contract/photos';
import type { BROWSE_SORTS } from '@stagedoor/contract/items';
import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import { type ListQuery, type Sorts, allOf, by, readCursorPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { type ItemListRow, type ItemPage, listColumns, listItems, listJoins, ofPerformer, viewsOf } from '../items/index.ts';

type PhotoSort = (typeof BROWSE_SORTS)[number];
type PhotoQuery = ListQuery<PhotoSort> & {
  after?: string | undefined;
  /** Id or username. */
  performerId?: string | undefined;
  /** Whose parts. */
  parentId?: string | undefined;
};

/** Parts were published together: their order is their parent's. */
const PART_SORTS: Sorts<PhotoSort> = {
  publishedAt: by.number(sql`i.position`, { reversed: true }),
  popular: by.number(sql`n.like_count`),
  price: by.number(sql`coalesce(i.price_amount, 0)`),
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
};

/** Photos by themselves, newest first, or those that are an item’s parts, in their order. */
export const listPhotos = async (platform: Platform, caller: Caller, query: PhotoQuery): Promise<ItemPage<PhotoView>> => {
  const { parentId, ...browsing } = query;
  if (parentId === undefined) return listItems<PhotoView>(platform, 'photo', caller, browsing);
  const isPart = allOf(
    sql`i.kind = 'photo' and i.state = 'active' and i.parent_id = ${parentId}::uuid`,
    query.performerId !== undefined && ofPerformer(query.performerId),
    visiblePerformer(caller.viewer, caller.country),
  );
  const { rows, ...page } = await readCursorPage<ItemListRow>(
    platform.database,
    query,
    sorted(PART_SORTS, query, sql`i.id`),
    ({ key, after, end }) => sql`
      select ${listColumns(platform.clock.now(), accountIdOf(caller.viewer))}, ${key} from items i ${listJoins(accountIdOf(caller.viewer))}
      where ${allOf(isPart, after)} ${end}`,
    sql`from items i join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id where ${isPart}`,
  );
  return { data: await viewsOf<PhotoView>(platform, caller, rows), ...page };
};
