import type { Trx } from '../../platform/database/database.ts';
import { makeTeaserLater, teaserSpanOf } from '../../platform/media/teaser.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { addRenditions } from './add-renditions.ts';

export const TEASER_TASK = 'files:teaser';

/** The teaser cut from a video, if any. */
export const teaserIn = (variants: readonly Variant[] | null): Variant | undefined =>
  (variants ?? []).find(({ name }) => name === 'teaser');

/**
 * Enqueues the teaser of a ready video that has none, because it is older than the feature. Videos being encoded get theirs with the other
 * renditions.
 */
export const requestTeaser = async (
  platform: Platform,
  trx: Trx,
  file: { id: string; state: string; variants: readonly Variant[] | null; duration_ms: number | null },
): Promise<void> => {
  if (file.state !== 'ready' || teaserIn(file.variants) || !teaserSpanOf(file.duration_ms ?? 0)) return;
  await platform.jobs.enqueue(trx, TEASER_TASK, { fileId: file.id }, { key: `teaser:${file.id}`, maxAttempts: 3, queue: 'pictures' });
};

/** Cuts the teaser requested with `requestTeaser`, and records the event for users of the file. */
export const cutTeaser = async (platform: Platform, fileId: string, signal: AbortSignal): Promise<void> => {
  const { database, storage, config } = platform;
  const file = await database
    .selectFrom('files')
    .select(['variants', 'duration_ms'])
    .where('id', '=', fileId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (!file || teaserIn(file.variants)) return;
  const teaser = await makeTeaserLater(storage, file.variants, file.duration_ms ?? 0, {
    ffmpegPath: config.ffmpegPath,
    signal,
  });
  if (teaser) await addRenditions(platform, fileId, [teaser]);
};
