import type { MediaType } from '@stagedoor/contract/items.values';

/** What an item is made of, by its files. */
export const mediaTypeOf = (files: readonly { kind: string }[]): MediaType =>
  files.length === 0 ? 'text' : files.some(({ kind }) => kind === 'video') ? 'video' : 'photo';

/** An item becomes visible once every file of it is ready. */
export const stateAfterFiles = (files: readonly { state: string }[]): 'active' | 'processing' =>
  files.every(({ state }) => state === 'ready') ? 'active' : 'processing';

/** The state of an item that is published now: visible, waiting for its files, or waiting for its time. */
export const stateAtPublishing = (
  files: readonly { state: string }[],
  scheduledAt: Date | null,
  now: Date,
): 'active' | 'processing' | 'scheduled' => (scheduledAt !== null && scheduledAt > now ? 'scheduled' : stateAfterFiles(files));

/**
 * What a change does besides the contents: a draft stays one unless it is published; a scheduled item may become a draft again.
 * `publishedOnce` publishes what isn't yet, and leaves alone what is.
 */
export type Publication = 'unchanged' | 'draft' | 'published' | 'publishedOnce';

/** The state of an item after its change; null when it stays what it is. */
export const stateAfterChange = (
  state: string,
  publication: Publication,
  files: readonly { state: string }[],
  scheduledAt: Date | null,
  now: Date,
): ReturnType<typeof stateAtPublishing> | 'draft' | null => {
  if (publication === 'draft') return 'draft';
  if (state === 'active' || state === 'review' || (state === 'draft' && publication === 'unchanged')) return null;
  return stateAtPublishing(files, scheduledAt, now);
};

/** The words of an item. */
interface Words {
  title: string;
  text: string;
  tags: readonly string[];
}

/**
 * Whether a changed item must be reviewed again (decision 60): a file that it had not; other words where they are all there is, or while it
 * is out of sight. Another order and fewer files are nothing new.
 */
export const needsNewReview = (
  state: string,
  before: Words & { fileIds: readonly string[] },
  after: Words & { fileIds: readonly string[] },
): boolean => {
  if (after.fileIds.some((id) => !before.fileIds.includes(id))) return true;
  const areWordsNew =
    before.title !== after.title || before.text !== after.text || after.tags.some((tag) => !before.tags.includes(tag.toLowerCase()));
  return areWordsNew && (state !== 'active' || after.fileIds.length === 0);
};
