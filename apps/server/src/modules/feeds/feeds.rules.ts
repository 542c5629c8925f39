import type { Audience } from '@stagedoor/contract/entitlement';
import type { ErrorCode } from '@stagedoor/contract/errors';

export interface FeedDraft {
  text: string;
  title: string;
  audience: Audience;
  /** Hundredths of a token. */
  priceAmount: bigint | null;
  files: readonly { kind: string; state: string; purpose: string }[];
}

export type FeedType = 'text' | 'photo' | 'video';

export const feedTypeOf = (files: readonly { kind: string }[]): FeedType =>
  files.length === 0 ? 'text' : files.some(({ kind }) => kind === 'video') ? 'video' : 'photo';

/** The first reason why a feed can't be published, or null. */
export const feedProblem = (draft: FeedDraft, maximumPrice: bigint): ErrorCode | null => {
  const videos = draft.files.filter(({ kind }) => kind === 'video').length;
  if (draft.files.length === 0 && draft.text === '') return 'FEED_EMPTY';
  if (videos > 1 || (videos === 1 && draft.files.length > 1)) return 'MEDIA_MIXED';
  if (draft.audience === 'buyers' && (draft.priceAmount === null || draft.priceAmount === 0n)) return 'PRICE_REQUIRED';
  if (draft.priceAmount !== null && draft.priceAmount > maximumPrice) return 'AMOUNT_OUT_OF_BOUNDS';
  return null;
};

/** A feed becomes visible once all its files are ready. */
export const stateAfterFiles = (files: readonly { state: string }[]): 'active' | 'processing' =>
  files.every(({ state }) => state === 'ready') ? 'active' : 'processing';

/** The state of a feed that is published now: active, processing or scheduled. */
export const stateAtPublishing = (
  files: readonly { state: string }[],
  scheduledAt: Date | null,
  now: Date,
): 'active' | 'processing' | 'scheduled' => (scheduledAt !== null && scheduledAt > now ? 'scheduled' : stateAfterFiles(files));

/** The first reason why a draft can't be saved, or null. */
export const draftProblem = (draft: Pick<FeedDraft, 'files' | 'priceAmount'>, maximumPrice: bigint): ErrorCode | null =>
  feedProblem({ ...draft, text: 'x', title: '', audience: 'everyone' }, maximumPrice);

/** Cursor for the next page of a list: the instant and id of the last row, opaque to clients. */
export const encodeCursor = (publishedAt: Date, id: string): string =>
  Buffer.from(`${publishedAt.toISOString()} ${id}`).toString('base64url');

/** Decodes a cursor; null for anything that isn't one. */
export const decodeCursor = (cursor: string | undefined): { publishedAt: Date; id: string } | null => {
  if (!cursor) return null;
  const [instant = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const publishedAt = new Date(instant);
  return Number.isNaN(publishedAt.getTime()) || !/^[0-9a-f-]{36}$/.test(id) ? null : { publishedAt, id };
};
