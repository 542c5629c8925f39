import type { OwnVideo, VideoView } from '@stagedoor/contract/videos';
import { type RawBuilder, sql } from 'kysely';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import { batchedReads } from '../../platform/database/batched-reads.ts';
import type { Platform } from '../../platform/platform.ts';
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

/** The videos that an account began to watch and didn't end, as `(id, at)`. */
export const begunVideosOf = (accountId: string): RawBuilder<unknown> => sql`(
  select w.item_id as id, w.updated_at as at from item_positions w join videos v on v.id = w.item_id
    join item_contents c on c.item_id = w.item_id
    where w.account_id = ${accountId}::uuid and w.position_ms >= ${sql.lit(BEGUN_MS)}
      and (c.video_ms is null or w.position_ms <= c.video_ms * ${sql.lit(OVER_FRACTION)}))`;

interface WatchedRow {
  position_ms: number | null;
  favourite: boolean;
  later: boolean;
}

/** What accounts have of videos; requests that wait at the same time are one statement (decision 24). */
const readWatched = async ({ database }: Platform, requests: readonly { accountId: string; itemId: string }[]): Promise<Watched[]> => {
  const { rows } = await sql<WatchedRow>`
    select w.position_ms, f.account_id is not null as favourite, l.account_id is not null as later
    from unnest(${requests.map(({ accountId }) => accountId)}::uuid[], ${requests.map(({ itemId }) => itemId)}::uuid[])
      with ordinality v (account_id, item_id, nr)
    left join item_positions w on w.account_id = v.account_id and w.item_id = v.item_id
    left join reactions f on f.account_id = v.account_id and f.action = 'favourite' and f.object_id = v.item_id
    left join reactions l on l.account_id = v.account_id and l.action = 'watchLater' and l.object_id = v.item_id
    order by v.nr`.execute(database);
  return rows.map(({ position_ms: positionMs, favourite: isFavourite, later: isWatchLater }) => ({
    positionMs,
    isFavourite,
    isWatchLater,
  }));
};

const readers = new WeakMap<Platform, (request: { accountId: string; itemId: string }) => Promise<Watched>>();
const readerOf = (platform: Platform) => {
  let reader = readers.get(platform);
  if (!reader) readers.set(platform, (reader = batchedReads((requests) => readWatched(platform, requests))));
  return reader;
};

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
  async loadPersonal(platform, { viewer }, contents) {
    const accountId = accountIdOf(viewer);
    if (!accountId) return new Map();
    const read = readerOf(platform);
    return new Map(await Promise.all(contents.map(async ({ id }) => [id, await read({ accountId, itemId: id })] as const)));
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
