import type { Message } from '@stagedoor/contract/conversations';

/** So many of the newest lines are always in the document; older ones are moved out of it in steps, not one at each message. */
export const KEPT_LINES = 100;
const STEP = 50;

/**
 * The first line that is always in the document; undefined while all are.
 * @param messages oldest first; ids are sorted by time
 * @param kept what was answered before: it only moves on
 */
export const firstKept = (messages: readonly Message[], kept: string | undefined): string | undefined => {
  const from = kept === undefined ? 0 : messages.findIndex(({ _id }) => _id >= kept);
  return from >= 0 && messages.length - from > KEPT_LINES + STEP ? messages[messages.length - KEPT_LINES]!._id : kept;
};
