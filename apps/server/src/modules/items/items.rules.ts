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
