import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { type TermColumns, termColumns } from '../entitlement/index.ts';
import type { AuthorRow } from '../performers/index.ts';
import type { FeedMedia, FeedPreview } from './feeds.store.ts';

/** The part of a feed that is the same for every viewer, with its item's access terms. */
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

/** A feed's id and the version of every row that its content is read from. */
export interface FeedReference {
  id: string;
  feed_version: string;
  item_version: string;
  performer_version: string;
  account_version: string;
}

/**
 * What a statement over `feeds f`, `items i`, `performers p` and `accounts a` selects for `contentsOf`. `xmin` is the transaction that
 * wrote a row's current version (PostgreSQL, "System Columns"): it changes with every committed change.
 */
export const referenceColumns = sql`f.id, f.xmin as feed_version, i.xmin as item_version, p.xmin as performer_version, a.xmin as account_version`;

/** The rows of `referenceColumns`. */
export const contentJoins = sql`
  join items i on i.id = f.id
  join performers p on p.account_id = f.performer_id
  join accounts a on a.id = f.performer_id`;

/** About 3 kB each. */
const MAX_CACHED = 10_000;

type CachedContent = FeedContentRow & FeedReference;
const caches = new WeakMap<Database, LRUCache<string, CachedContent>>();
const cacheOf = (database: Database): LRUCache<string, CachedContent> => {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new LRUCache({ max: MAX_CACHED })));
  return cache;
};

/**
 * The contents of these feeds: from the cache where its versions match the references, the others read in one statement. The result is
 * never older than the statement that selected the references; a feed deleted since is missing.
 */
export const contentsOf = async (database: Database, references: readonly FeedReference[]): Promise<Map<string, FeedContentRow>> => {
  const cache = cacheOf(database);
  const contents = new Map<string, FeedContentRow>();
  const missing: string[] = [];
  for (const reference of references) {
    const cached = cache.get(reference.id);
    if (
      cached &&
      cached.feed_version === reference.feed_version &&
      cached.item_version === reference.item_version &&
      cached.performer_version === reference.performer_version &&
      cached.account_version === reference.account_version
    ) {
      contents.set(reference.id, cached);
    } else missing.push(reference.id);
  }
  if (missing.length > 0) {
    const { rows } = await sql<CachedContent>`
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
