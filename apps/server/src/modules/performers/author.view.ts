import type { FeedView } from '@stagedoor/contract/feeds';
import { noteShown } from '../../platform/caching/shown.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnline } from '../../platform/presence/presence.store.ts';
import { avatarUrl } from '../accounts/index.ts';

/** Columns of the performer of a post or show. When it was last seen isn't among them: posts are kept in memory for longer. */
export interface AuthorRow {
  username: string;
  name: string;
  avatar_key: string | null;
  craft: string;
  city: string;
  is_live: boolean;
}

/** The performer, as embedded in their posts and shows. @param lastSeenAt as `lastSeenOf` reads it with the posts or shows */
export const authorOf = (
  platform: Pick<Platform, 'storage' | 'clock'>,
  id: string,
  row: AuthorRow,
  lastSeenAt: Date | null,
): FeedView['performer'] => {
  noteShown(id);
  return {
    _id: id,
    username: row.username,
    name: row.name,
    avatar: avatarUrl(platform, row.avatar_key),
    craft: row.craft,
    city: row.city,
    isOnline: isOnline(platform.clock, lastSeenAt),
    isLive: row.is_live,
  };
};
