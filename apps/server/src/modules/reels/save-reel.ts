import { REEL_SECONDS } from '@stagedoor/contract/reels.values';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { measureFilm, storeVideo } from '../files/index.ts';
import { EMPTY_DRAFT, type ItemDraft, type KindWriter, createItemIn, updateItem } from '../items/index.ts';
import { reelKind } from './reels.kind.ts';

/** Containers round the length of a film up to a frame. */
const TOLERANCE_MS = 100;

export type ReelChanges = {
  [K in 'title' | 'tags' | 'categoryIds' | 'peopleShown' | 'participantIds' | 'producedOn' | 'scheduledAt']?: ItemDraft[K] | undefined;
} & { isDraft?: boolean | undefined };

const writer: KindWriter = {
  async after(trx, itemId) {
    await trx
      .insertInto('reels')
      .values({ id: itemId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
};

/**
 * Publishes a film as a reel as soon as it is encoded, or keeps it as a draft.
 * @throws CodedError REEL_SHAPE, FILE_UNREADABLE, FILE_NOT_MADE
 */
export const createReel = async (
  platform: Platform,
  performerId: string,
  file: ReceivedFile,
  { title, categoryIds, isDraft }: { title: string; categoryIds: readonly string[]; isDraft: boolean },
  idempotency: Idempotency | undefined,
): Promise<{ reelId: string }> => {
  const { width, height, durationMs } = await measureFilm(platform, file);
  if (height <= width || durationMs > REEL_SECONDS * 1000 + TOLERANCE_MS) throw new CodedError('REEL_SHAPE');
  return transact(platform.database, idempotency, async (trx) => {
    const film = await storeVideo(platform, trx, file, { ownerId: performerId, purpose: 'reel' });
    const reelId = await createItemIn(
      trx,
      platform,
      reelKind,
      performerId,
      { ...EMPTY_DRAFT, title, categoryIds, fileIds: [film.id] },
      { isDraft, writer },
    );
    return { reelId };
  });
};

/**
 * Changes a reel; what isn't given stays.
 * @param changes `isDraft` false publishes a draft, true makes a scheduled one a draft again
 * @throws CodedError NOT_FOUND, ITEM_STATE, PARTICIPANT_STATE
 */
export const updateReel = async (
  platform: Platform,
  performerId: string,
  reelId: string,
  { isDraft, ...changes }: ReelChanges,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const publication = isDraft === undefined ? 'unchanged' : isDraft ? 'draft' : 'publishedOnce';
  const tags = changes.tags && { tags: [...new Set(changes.tags.map((tag) => tag.toLowerCase()))] };
  await updateItem(platform, reelKind, performerId, reelId, { ...changes, ...tags }, { publication, writer, idempotency });
};
