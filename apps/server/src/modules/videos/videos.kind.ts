import type { OwnVideo, VideoView } from '@stagedoor/contract/videos';
import { sql } from 'kysely';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { ItemKindModule } from '../items/index.ts';

/** What a viewer has of a video. */
interface Watched {
  positionMs: number | null;
  isFavourite: boolean;
  isWatchLater: boolean;
}

/** Nobody wants to resume the first seconds, or the end. */
const BEGUN_MS = 5000;
const OVER_FRACTION = 0.95;

const resumeAtOf = (positionMs: number | null, durationMs: number | null): number | null =>
  positionMs === null || positionMs < BEGUN_MS || (durationMs !== null && positionMs > durationMs * OVER_FRACTION)
    ? null
    : positionMs / 1000;

/** One film with its description, for everybody, for subscribers or for sale. */
export const videoKind: ItemKindModule<never, Watched, VideoView, OwnVideo> = {
  kind: 'video',
  table: 'videos',
  files: {
    content: ['video', 'media', 'feedVideo', 'recording'],
    thumbnail: ['videoThumbnail', 'feedThumbnail', 'photo', 'feedPhoto', 'media'],
    teaser: ['videoTeaser', 'feedTeaser', 'media'],
  },
  stateError: 'ITEM_STATE',
  mediaType: 'video',
  problemOf(_, files, isDraft) {
    if (files.some(({ kind }) => kind !== 'video')) return 'FILE_KIND_REFUSED';
    return files.length === 0 && !isDraft ? 'VIDEO_MISSING' : null;
  },
  async loadPersonal({ database }, { viewer }, contents) {
    const accountId = accountIdOf(viewer);
    if (!accountId) return new Map();
    const { rows } = await sql<{ id: string; position_ms: number | null; favourite: boolean; later: boolean }>`
      select v.id, w.position_ms, f.account_id is not null as favourite, l.account_id is not null as later
      from unnest(${contents.map(({ id }) => id)}::uuid[]) v (id)
      left join item_positions w on w.account_id = ${accountId}::uuid and w.item_id = v.id
      left join reactions f on f.account_id = ${accountId}::uuid and f.action = 'favourite' and f.object_id = v.id
      left join reactions l on l.account_id = ${accountId}::uuid and l.action = 'watchLater' and l.object_id = v.id`.execute(database);
    return new Map(
      rows.map(({ id, position_ms: positionMs, favourite: isFavourite, later: isWatchLater }) => [
        id,
        { positionMs, isFavourite, isWatchLater },
      ]),
    );
  },
  view: (_, common, { content, personal, open, views }) => ({
    ...common,
    kind: 'video',
    description: content.text,
    tags: content.tags,
    views,
    resumeAt: open ? resumeAtOf(personal?.positionMs ?? null, content.video_ms) : null,
    isFavourite: personal?.isFavourite ?? false,
    isWatchLater: personal?.isWatchLater ?? false,
  }),
  own: (_, common, { text, tags, views, film }) => ({ ...common, kind: 'video', description: text, tags: [...tags], views, film }),
};
