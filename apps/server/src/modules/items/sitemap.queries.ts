import { KIND_TRAITS, type PagedKind } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { VISITOR } from '../../platform/auth/viewer.ts';
import { allOf, by, limitOf, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SitemapSource } from '../../platform/web/sitemap.ts';
import { visiblePerformer } from '../access/index.ts';

/** Oldest first: the index `items_newest`, backwards. */
const ORDER = sorted({ publishedAt: by.instant(sql`i.published_at`) }, { sortBy: 'publishedAt', sort: 'asc' }, sql`i.id`);

/**
 * The published items of a kind for the sitemap: whose page visitors see, open or locked. Parts of other items are left out: their page is their
 * whole's.
 */
export const itemAddresses = ({ database }: Pick<Platform, 'database'>, kind: PagedKind): SitemapSource => {
  const after = (cursor: string | undefined) =>
    allOf(sql`i.kind = ${sql.lit(kind)} and i.state = 'active' and i.parent_id is null`, ORDER.after(cursor));
  return {
    name: KIND_TRAITS[kind].path,
    async cursorAfter(cursor, count) {
      const { rows } = await sql<{ id: string; list_key: string[] }>`
        select i.id, ${ORDER.key} from items i where ${after(cursor)}
        order by ${ORDER.order} ${limitOf({ limit: 2, offset: count - 1 })}`.execute(database);
      return rows.length === 2 ? ORDER.cursorOf(rows[0]!) : null;
    },
    async read(cursor, count) {
      // Limited before it is asked who is visible, so that no part walks on over what is hidden.
      const { rows } = await sql<{ id: string; updated_at: Date }>`
        select i.id, i.updated_at
        from (select i.id, i.updated_at, i.published_at, i.performer_id from items i where ${after(cursor)}
          order by ${ORDER.order} ${limitOf({ limit: count, offset: 0 })}) i
        join performers p on p.account_id = i.performer_id
        join accounts a on a.id = i.performer_id
        where ${visiblePerformer(VISITOR, null)}
        order by ${ORDER.order}`.execute(database);
      return rows.map(({ id, updated_at: changedAt }) => ({ path: `/${KIND_TRAITS[kind].path}/${id}`, changedAt }));
    },
  };
};
