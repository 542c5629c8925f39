import type { ErrorCode } from '@stagedoor/contract/errors';

/** What is wrong with a post's contents, or null. @param isDraft it may still be empty */
export const problemOfFeed = ({ text }: { text: string }, files: readonly { kind: string }[], isDraft: boolean): ErrorCode | null => {
  const videos = files.filter(({ kind }) => kind === 'video').length;
  if (!isDraft && files.length === 0 && text === '') return 'FEED_EMPTY';
  if (videos > 1 || (videos === 1 && files.length > 1)) return 'MEDIA_MIXED';
  return null;
};
