import { type Executor, type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { storeFrame } from '../files/index.ts';
import {
  EMPTY_DRAFT,
  type ItemChanges,
  type ItemDraft,
  type KindWriter,
  createItem,
  createItemIn,
  newDraft,
  updateItem,
} from '../items/index.ts';
import { videoKind } from './videos.kind.ts';

/** A video's fields as they are written; its description is the item's text, its film the item's only file. */
export type VideoChanges = {
  [K in keyof Omit<ItemDraft, 'text' | 'fileIds'>]?: ItemDraft[K] | undefined;
} & {
  description?: string | undefined;
  videoId?: string | null | undefined;
  /** A second of the film, whose frame becomes the thumbnail. */
  thumbnailAt?: number | null | undefined;
  isDraft?: boolean | undefined;
};

const writerOf = (streamId: string | null): KindWriter => ({
  async after(trx, itemId) {
    await trx
      .insertInto('videos')
      .values({ id: itemId, stream_id: streamId })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
});

const itemOf = ({ description, videoId, thumbnailAt: _at, isDraft: _draft, ...changes }: VideoChanges): ItemChanges => ({
  ...changes,
  ...(description === undefined ? {} : { text: description }),
  ...(videoId === undefined ? {} : { fileIds: videoId === null ? [] : [videoId] }),
  ...(changes.tags ? { tags: [...new Set(changes.tags.map((tag) => tag.toLowerCase()))] } : {}),
});

/** The thumbnail that was chosen by its second, made before the transaction, since that takes long. */
const frameOf = async (
  platform: Platform,
  performerId: string,
  { thumbnailAt }: VideoChanges,
  filmId: string | null,
): Promise<ItemChanges> => {
  if (thumbnailAt === undefined || thumbnailAt === null) return {};
  if (filmId === null) throw new CodedError('VIDEO_MISSING');
  const frame = await storeFrame(platform, { ownerId: performerId, purpose: 'videoThumbnail' }, filmId, thumbnailAt);
  return { thumbnailId: frame.id };
};

/**
 * Publishes a video, at once or when it is due, or keeps it as a draft.
 * @throws CodedError VIDEO_MISSING, FILE_KIND_REFUSED, and as `createItem`; FieldsError `thumbnailAt` beyond the film's end
 */
export const createVideo = async (
  platform: Platform,
  performerId: string,
  draft: VideoChanges,
  idempotency: Idempotency | undefined,
): Promise<{ videoId: string }> => {
  const frame = await frameOf(platform, performerId, draft, draft.videoId ?? null);
  const { itemId } = await createItem(platform, videoKind, performerId, newDraft({ ...itemOf(draft), ...frame }), {
    isDraft: draft.isDraft === true,
    writer: writerOf(null),
    idempotency,
  });
  return { videoId: itemId };
};

/** The film that a video has. @throws CodedError NOT_FOUND */
const filmOf = async ({ database }: Platform, performerId: string, videoId: string): Promise<string | null> => {
  const row = await database
    .selectFrom('items as i')
    .leftJoin('item_files as r', (join) => join.onRef('r.item_id', '=', 'i.id').on('r.role', '=', 'content'))
    .select('r.file_id')
    .where('i.id', '=', videoId)
    .where('i.performer_id', '=', performerId)
    .where('i.kind', '=', 'video')
    .where('i.state', '<>', 'deleted')
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row.file_id;
};

/**
 * Changes a video; what isn't given stays.
 * @param changes `isDraft` false publishes a draft, true makes a scheduled one a draft again
 * @throws CodedError NOT_FOUND, ITEM_STATE, and as `createVideo`
 */
export const updateVideo = async (
  platform: Platform,
  performerId: string,
  videoId: string,
  changes: VideoChanges,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const film = changes.videoId === undefined ? await filmOf(platform, performerId, videoId) : changes.videoId;
  const frame = await frameOf(platform, performerId, changes, film);
  const publication = changes.isDraft === undefined ? 'unchanged' : changes.isDraft ? 'draft' : 'publishedOnce';
  await updateItem(
    platform,
    videoKind,
    performerId,
    videoId,
    { ...itemOf(changes), ...frame },
    { publication, writer: writerOf(null), idempotency },
  );
};

/** A second of recordings that rarely is black. */
const RECORDING_FRAME = 2;

/**
 * Makes a draft of a video of the recording of a performer's public show; made before, it is that one.
 * @throws CodedError NOT_FOUND also for another performer's show; ITEM_STATE for one that isn't public, or without a finished recording
 */
export const createVideoOfRecording = async (
  platform: Platform,
  performerId: string,
  streamId: string,
  idempotency: Idempotency | undefined,
): Promise<{ videoId: string }> => {
  const find = (executor: Executor) =>
    executor
      .selectFrom('streams as s')
      .leftJoin('stream_recordings as r', 'r.stream_id', 's.id')
      .select(['s.type', 's.title', 's.started_at', 'r.state', 'r.file_id'])
      .where('s.id', '=', streamId)
      .where('s.performer_id', '=', performerId);
  const known = await find(platform.database).executeTakeFirst();
  // Recordings have no poster. Made before the transaction, since it takes long; swept if it isn't used.
  const thumbnail = known?.file_id
    ? await storeFrame(platform, { ownerId: performerId, purpose: 'videoThumbnail' }, known.file_id, RECORDING_FRAME).catch(() => null)
    : null;
  return transact(platform.database, idempotency, async (trx) => {
    const show = await find(trx).forUpdate('s').executeTakeFirst();
    if (!show) throw new CodedError('NOT_FOUND');
    const made = await trx
      .selectFrom('videos as v')
      .innerJoin('items as i', 'i.id', 'v.id')
      .select('v.id')
      .where('v.stream_id', '=', streamId)
      .where('i.state', '<>', 'deleted')
      .executeTakeFirst();
    if (made) return { videoId: made.id };
    if (show.type !== 'public' || show.state !== 'ready' || !show.file_id) throw new CodedError('ITEM_STATE');
    await trx.updateTable('videos').set({ stream_id: null }).where('stream_id', '=', streamId).execute();
    const producedOn = (show.started_at ?? platform.clock.now()).toISOString().slice(0, 10);
    const videoId = await createItemIn(
      trx,
      platform,
      videoKind,
      performerId,
      { ...EMPTY_DRAFT, title: show.title, fileIds: [show.file_id], thumbnailId: thumbnail?.id ?? null, producedOn },
      { isDraft: true, writer: writerOf(streamId) },
    );
    return { videoId };
  });
};
