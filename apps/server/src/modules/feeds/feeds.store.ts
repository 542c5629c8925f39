import { type Selectable, sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Feeds, Files } from '../../platform/database/schema.gen.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { teaserIn } from '../files/index.ts';

export type FeedRow = Selectable<Feeds>;
export type FileRow = Selectable<Files>;

/** One file of a feed, denormalised so that lists need no join. Contains storage keys, never addresses. */
export interface FeedMedia {
  id: string;
  kind: 'image' | 'video';
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbhash: string | null;
  variants: Variant[];
}

/** The blurred preview of a feed. */
export interface FeedPreview {
  key: string;
  width: number;
  height: number;
  thumbhash: string | null;
}

/** A feed of a performer's own, locked until the transaction ends. */
export const lockOwnFeed = (trx: Trx, performerId: string, feedId: string): Promise<FeedRow | undefined> =>
  trx
    .selectFrom('feeds')
    .selectAll()
    .where('id', '=', feedId)
    .where('performer_id', '=', performerId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst();

export const filesOfFeed = (executor: Executor, feedId: string): Promise<FileRow[]> =>
  executor
    .selectFrom('feed_files as ff')
    .innerJoin('files as f', 'f.id', 'ff.file_id')
    .selectAll('f')
    .where('ff.feed_id', '=', feedId)
    .orderBy('ff.position')
    .execute();

/**
 * Files of an owner, locked until the transaction ends: whether a video is ready can't change between the check
 * and the feed that waits for it.
 */
export const lockOwnFiles = (trx: Trx, ownerId: string, ids: readonly string[]): Promise<FileRow[]> =>
  trx
    .selectFrom('files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids as string[]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Sets the files of a feed in order, and marks them as attached. */
export const setFeedFiles = async (
  trx: Trx,
  feedId: string,
  fileIds: readonly string[],
  extra: readonly (string | null)[],
  at: Date,
): Promise<void> => {
  await trx.deleteFrom('feed_files').where('feed_id', '=', feedId).execute();
  if (fileIds.length > 0) {
    await trx
      .insertInto('feed_files')
      .values(fileIds.map((file_id, position) => ({ feed_id: feedId, file_id, position })))
      .execute();
  }
  const used = [...fileIds, ...extra.filter((id) => id !== null)];
  if (used.length > 0) await trx.updateTable('files').set({ attached_at: at }).where('id', 'in', used).execute();
};

const mediaOf = (file: FileRow): FeedMedia => ({
  id: file.id,
  kind: file.kind as FeedMedia['kind'],
  width: file.width,
  height: file.height,
  durationMs: file.duration_ms,
  thumbhash: file.thumbhash,
  variants: file.variants as Variant[],
});

const previewOf = (file: FileRow | undefined): FeedPreview | null => {
  const blur = (file?.variants as Variant[] | undefined)?.find(({ name }) => name === 'blur' || name === 'posterBlur');
  return file && blur ? { key: blur.key, width: blur.width, height: blur.height, thumbhash: file.thumbhash } : null;
};

/** The teaser cut from a video, as a video of its own, without the renditions of the full video. */
const cutTeaserOf = (film: FileRow | undefined): FeedMedia | null => {
  const cut = teaserIn(film?.variants);
  if (!film || !cut) return null;
  const { width, height, durationMs = null } = cut;
  return { id: film.id, kind: 'video', width, height, durationMs, thumbhash: null, variants: [{ ...cut, name: 'mp4' }] };
};

/** Recomputes the denormalised file columns of a feed. */
export const refreshFeedMedia = async (
  trx: Trx,
  feed: Pick<FeedRow, 'id' | 'thumbnail_file_id' | 'teaser_file_id' | 'teaser_cut'>,
): Promise<FileRow[]> => {
  const files = await filesOfFeed(trx, feed.id);
  const extras = [feed.thumbnail_file_id, feed.teaser_file_id].filter((id) => id !== null);
  const extraRows = extras.length === 0 ? [] : await trx.selectFrom('files').selectAll().where('id', 'in', extras).execute();
  const thumbnail = extraRows.find(({ id }) => id === feed.thumbnail_file_id);
  const teaser = extraRows.find(({ id, state }) => id === feed.teaser_file_id && state === 'ready');
  const media = files.filter(({ state }) => state === 'ready').map(mediaOf);
  const poster = thumbnail
    ? (thumbnail.variants as Variant[]).filter(({ name }) => name === 'picture').map((variant): Variant => ({ ...variant, name: 'poster' }))
    : undefined;
  if (poster)
    for (const item of media)
      if (item.kind === 'video') item.variants = [...item.variants.filter(({ name }) => name !== 'poster'), ...poster];
  await trx
    .updateTable('feeds')
    .set({
      media: JSON.stringify(media),
      preview: JSON.stringify(previewOf(thumbnail ?? files[0])),
      teaser: JSON.stringify(teaser ? mediaOf(teaser) : feed.teaser_cut ? cutTeaserOf(files.find(({ kind }) => kind === 'video')) : null),
      photo_count: files.filter(({ kind }) => kind === 'image').length,
      video_ms: files.find(({ kind }) => kind === 'video')?.duration_ms ?? null,
    })
    .where('id', '=', feed.id)
    .execute();
  return [...files, ...extraRows.filter(({ id }) => id === feed.teaser_file_id)];
};
