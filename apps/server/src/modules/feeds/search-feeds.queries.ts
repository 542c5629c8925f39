import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { searchQueryOf } from '../../platform/database/search.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOpenItem, visiblePerformer } from '../entitlement/index.ts';
import { type FeedListRow, type FeedPage, type FeedQuery, listColumns, listJoins, ofPerformer, pageOf } from './feeds.queries.ts';
import { decodeCursor } from './feeds.rules.ts';

/** Only this many of the newest matches are considered. */
const MAX_RESULTS = 1000;

type Search = Pick<FeedQuery, 'performerId' | 'type'> & { q: string };

/**
 * `found`: the feeds with these words that this viewer may find. Words of a locked text have weight D (migration 0017) and match only for
 * viewers who may read the text. Null when no word was typed.
 */
const searchStatement = (viewer: Viewer, country: string | null, now: Date, { q, performerId, type }: Search) => {
  const anyWeight = searchQueryOf(q);
  if (anyWeight === null) return null;
  return sql`
    with newest as materialized (
      select f.id, f.published_at from feeds f join accounts a on a.id = f.performer_id
      where f.state = 'active' ${ofPerformer(performerId)} ${type ? sql`and f.type = ${type}` : sql``}
        and feed_document(f.title, f.text, f.type) @@ to_tsquery('simple', ${anyWeight})
      order by f.published_at desc, f.id desc limit ${MAX_RESULTS}
    ), found as materialized (
      select ${listColumns(now)}, f.published_at as found_at
      from newest n join feeds f on f.id = n.id ${listJoins(accountIdOf(viewer))}
      where ${visiblePerformer(viewer, country)}
        and (${isOpenItem(viewer, now)} or feed_document(f.title, f.text, f.type) @@ to_tsquery('simple', ${searchQueryOf(q, 'AB')}))
    )`;
};

/** Feeds with these words, newest first. */
export const searchFeeds = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  query: FeedQuery & { q: string },
): Promise<FeedPage> => {
  const found = searchStatement(viewer, country, platform.clock.now(), query);
  if (found === null) return { data: [], total: 0, after: null };
  const cursor = decodeCursor(query.after);
  const { rows } = await sql<FeedListRow & { total: number }>`
    ${found}
    select *, (select count(*)::int from found) as total from found
    where true ${cursor ? sql`and (found_at, id) < (${cursor.publishedAt}, ${cursor.id}::uuid)` : sql``}
    order by found_at desc, id desc
    limit ${query.limit + 1} offset ${cursor ? 0 : query.offset}`.execute(platform.database);
  return pageOf(platform, viewer, rows, query.limit);
};

/** How many feeds `searchFeeds` finds with these words. */
export const countFeeds = async (platform: Platform, viewer: Viewer, country: string | null, q: string): Promise<number> => {
  const found = searchStatement(viewer, country, platform.clock.now(), { q });
  if (found === null) return 0;
  const { rows } = await sql<{ total: number }>`${found} select count(*)::int as total from found`.execute(platform.database);
  return rows[0]!.total;
};
