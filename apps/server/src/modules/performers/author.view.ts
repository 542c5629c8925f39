import type { FeedView } from '@stagedoor/contract/feeds';
import { isOnAir } from '@stagedoor/contract/live-state.values';
import { noteShown } from '../../platform/caching/shown.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnline } from '../../platform/presence/presence.store.ts';
import { avatarUrl } from '../accounts/index.ts';
import { type LiveColumns, liveStateOf } from '../stage/index.ts';

/** Columns of the performer of a post or show, which may be kept in memory with the post. */
export interface AuthorRow {
  username: string;
  name: string;
  avatar_key: string | null;
  craft: string;
  city: string;
}

/** Facts about a performer that change too often to be kept: each statement reads them. */
export interface AuthorNow extends LiveColumns {
  last_seen_at: Date | null;
}

/** The performer, as embedded in their posts and shows. @param now as `lastSeenOf` and `liveOf` read it with the posts or shows */
export const authorOf = (
  platform: Pick<Platform, 'storage' | 'clock' | 'settings'>,
  id: string,
  row: AuthorRow,
  now: AuthorNow,
): FeedView['performer'] => {
  noteShown(id);
  const live = liveStateOf(platform, row.username, now.live);
  return {
    _id: id,
    username: row.username,
    name: row.name,
    avatar: avatarUrl(platform, row.avatar_key),
    craft: row.craft,
    city: row.city,
    isOnline: isOnline(platform.clock, now.last_seen_at),
    isLive: isOnAir(live),
    live,
  };
};
