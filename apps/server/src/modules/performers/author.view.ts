import type { FeedView } from '@stagedoor/contract/feeds';
import { noteShown } from '../../platform/caching/shown.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';

/** Online: made a call within this time. */
export const ONLINE_MS = 5 * 60_000;

/** Columns of the performer of a post or show. */
export interface AuthorRow {
  username: string;
  name: string;
  avatar_key: string | null;
  craft: string;
  city: string;
  last_seen_at: Date | null;
  is_live: boolean;
}

/** The performer, as embedded in their posts and shows. */
export const authorOf = (platform: Pick<Platform, 'storage' | 'clock'>, id: string, row: AuthorRow): FeedView['performer'] => {
  noteShown(id);
  return {
    _id: id,
    username: row.username,
    name: row.name,
    avatar: avatarUrl(platform, row.avatar_key),
    craft: row.craft,
    city: row.city,
    isOnline: row.last_seen_at !== null && platform.clock.now().getTime() - row.last_seen_at.getTime() < ONLINE_MS,
    isLive: row.is_live,
  };
};
