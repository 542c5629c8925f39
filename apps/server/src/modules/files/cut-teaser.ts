import type { Trx } from '../../platform/database/database.ts';
import { makeTeaserOf, teaserSpanOf } from '../../platform/media/teaser.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { addForms } from './add-forms.ts';
import type { FilePurpose } from './files.store.ts';

export const TEASER_TASK = 'files:teaser';

/** Films that a post may show; the others' teasers nobody would ask for. */
const POSTED: readonly string[] = ['feedVideo', 'media'] satisfies FilePurpose[];
export const mayNeedTeaser = (purpose: string): boolean => POSTED.includes(purpose);

/** The short piece that was cut out of a film, where there is one. */
export const teaserIn = (variants: unknown): Variant | undefined => ((variants ?? []) as Variant[]).find(({ name }) => name === 'teaser');

/** Has the teaser of a film cut that is ready and has none: made before there were any. A film in work gets its own with its other forms. */
export const askForTeaser = async (
  platform: Platform,
  trx: Trx,
  file: { id: string; state: string; variants: unknown; duration_ms: number | null },
): Promise<void> => {
  if (file.state !== 'ready' || teaserIn(file.variants) || !teaserSpanOf(file.duration_ms ?? 0)) return;
  await platform.jobs.enqueue(trx, TEASER_TASK, { fileId: file.id }, { key: `teaser:${file.id}`, maxAttempts: 3, queue: 'pictures' });
};

/** Cuts the teaser that `askForTeaser` asked for; who shows the film hears that it is there. */
export const cutTeaser = async (platform: Platform, fileId: string, signal: AbortSignal): Promise<void> => {
  const { database, storage, config } = platform;
  const file = await database
    .selectFrom('files')
    .select(['variants', 'duration_ms'])
    .where('id', '=', fileId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (!file || teaserIn(file.variants)) return;
  const teaser = await makeTeaserOf(storage, file.variants as Variant[], file.duration_ms ?? 0, { ffmpegPath: config.ffmpegPath, signal });
  if (teaser) await addForms(platform, fileId, [teaser]);
};
