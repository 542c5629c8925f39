import { sql } from 'kysely';
import { VISITOR } from '../../platform/auth/viewer.ts';
import { allOf, by, limitOf, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SitemapSource } from '../../platform/web/sitemap.ts';
import { visiblePerformer } from '../access/index.ts';

const ORDER = sorted({ id: by.id(sql`p.account_id`) }, { sortBy: 'id', sort: 'asc' }, sql`p.account_id`);

/** The profiles that visitors see, for the sitemap. */
export const profileAddresses = ({ database }: Pick<Platform, 'database'>): SitemapSource => {
  const after = (cursor: string | undefined) => allOf(sql`p.state = 'approved'`, ORDER.after(cursor));
  return {
    name: 'performers',
    async cursorAfter(cursor, count) {
      const { rows } = await sql<{ id: string; list_key: string[] }>`
        select p.account_id as id, ${ORDER.key} from performers p where ${after(cursor)}
        order by ${ORDER.order} ${limitOf({ limit: 2, offset: count - 1 })}`.execute(database);
      return rows.length === 2 ? ORDER.cursorOf(rows[0]!) : null;
    },
    async read(cursor, count) {
      const { rows } = await sql<{ username: string; updated_at: Date }>`
        select a.username, p.updated_at
        from (select p.account_id, p.state, p.hidden_at, p.updated_at from performers p where ${after(cursor)}
          order by ${ORDER.order} ${limitOf({ limit: count, offset: 0 })}) p
        join accounts a on a.id = p.account_id
        where ${visiblePerformer(VISITOR, null)}
        order by ${ORDER.order}`.execute(database);
      return rows.map(({ username, updated_at: changedAt }) => ({ path: `/${username}`, changedAt }));
    },
  };
};
