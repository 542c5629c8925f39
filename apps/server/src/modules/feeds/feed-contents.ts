import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { type TermColumns, termColumns } from '../entitlement/index.ts';
import type { AuthorRow } from '../performers/index.ts';
import type { FeedMedia, FeedPreview } from './feeds.store.ts';

/** What a feed shows that is the same for every viewer, with what its item asks of them. */
export interface FeedContentRow extends TermColumns, AuthorRow {
  id: string;
  type: string;
  title: string;
  text: string;
  price_version: number;
  media: FeedMedia[];
  preview: FeedPreview | null;
  teaser: FeedMedia | null;
  photo_count: number;
  video_ms: number | null;
  like_count: number;
  comment_count: number;
  unlock_count: number;
  pinned_at: Date | null;
  poll_id: string | null;
  expires_at: Date | null;
  published_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** Names a feed and the version of every row that its content is read from. */
export interface FeedReference {
  id: string;
  feed_version: string;
  item_version: string;
  performer_version: string;
  account_version: string;
}

/**
 * What a statement over `feeds f`, `items i`, `performers p` and `accounts a` selects for `contentsOf`. `xmin` is the transaction that
 * wrote a row's present version (PostgreSQL, "System Columns"): every committed change makes it another one, without anybody's doing.
 */
export const referenceColumns = sql`f.id, f.xmin as feed_version, i.xmin as item_version, p.xmin as performer_version, a.xmin as account_version`;

/** The rows of `referenceColumns`. */
export const contentJoins = sql`
  join items i on i.id = f.id
  join performers p on p.account_id = f.performer_id
  join accounts a on a.id = f.performer_id`;

/** About 3 kB each. */
const MAX_KEPT = 10_000;

type Kept = FeedContentRow & FeedReference;
const caches = new WeakMap<Database, LRUCache<string, Kept>>();
const cacheOf = (database: Database): LRUCache<string, Kept> => {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new LRUCache({ max: MAX_KEPT })));
  return cache;
};

/**
 * The contents of these feeds: those in memory whose versions are still the database's, the others read in one statement. So what is
 * shown is never older than the statement that made the references; a feed deleted since is missing.
 */
export const contentsOf = async (database: Database, references: readonly FeedReference[]): Promise<Map<string, FeedContentRow>> => {
  const cache = cacheOf(database);
  const contents = new Map<string, FeedContentRow>();
  const missing: string[] = [];
  for (const reference of references) {
    const kept = cache.get(reference.id);
    if (
      kept &&
      kept.feed_version === reference.feed_version &&
      kept.item_version === reference.item_version &&
      kept.performer_version === reference.performer_version &&
      kept.account_version === reference.account_version
    ) {
      contents.set(reference.id, kept);
    } else missing.push(reference.id);
  }
  if (missing.length > 0) {
    const { rows } = await sql<Kept>`
      select ${referenceColumns}, f.type, f.title, f.text, f.media, f.preview, f.teaser, f.photo_count, f.video_ms, i.like_count,
        i.comment_count, f.unlock_count, f.pinned_at, f.poll_id, f.expires_at, f.published_at, f.created_at, f.updated_at, i.price_version, ${termColumns},
        a.username, a.name, a.avatar_key, a.last_seen_at, p.craft, p.city,
        (p.live_stream_id is not null) as is_live
      from feeds f ${contentJoins} where f.id = any(${missing}::uuid[])`.execute(database);
    for (const row of rows) {
      cache.set(row.id, row);
      contents.set(row.id, row);
    }
  }
  return contents;
};
