import type { Idempotency } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { EMPTY_DRAFT, type ItemChanges, type ItemDraft, type KindWriter, createItem, updateItem } from '../items/index.ts';
import { feedKind } from './feeds.kind.ts';
import { claimPoll } from './write-poll.ts';

export interface FeedDraft extends ItemDraft {
  /** A poll that no other post uses. */
  pollId: string | null;
}

export type FeedChanges = ItemChanges & { pollId?: string | null | undefined };

/** @param pollId undefined to keep the poll that the post has */
const writerOf = (performerId: string, pollId: string | null | undefined): KindWriter => ({
  async before(trx, itemId) {
    if (pollId) await claimPoll(trx, performerId, pollId, itemId);
  },
  async bringsNew(trx, itemId) {
    if (!pollId) return false;
    const post = await trx.selectFrom('feeds').select('poll_id').where('id', '=', itemId).executeTakeFirst();
    return post?.poll_id !== pollId;
  },
  async after(trx, itemId) {
    if (pollId === undefined) return;
    await trx
      .insertInto('feeds')
      .values({ id: itemId, poll_id: pollId })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ poll_id: pollId }))
      .execute();
  },
});

const createFeed = async (
  platform: Platform,
  performerId: string,
  { pollId = null, ...draft }: Partial<FeedDraft>,
  isDraft: boolean,
  idempotency: Idempotency | undefined,
): Promise<{ feedId: string }> => {
  const { itemId } = await createItem(
    platform,
    feedKind,
    performerId,
    { ...EMPTY_DRAFT, ...draft },
    { isDraft, writer: writerOf(performerId, pollId), idempotency },
  );
  return { feedId: itemId };
};

/** Publishes a new post, immediately or when scheduled. @throws CodedError FEED_EMPTY, MEDIA_MIXED, POLL_TAKEN, and as `createItem` */
export const publishFeed = (platform: Platform, performerId: string, draft: Partial<FeedDraft>, idempotency: Idempotency | undefined) =>
  createFeed(platform, performerId, draft, false, idempotency);

/** Saves a new post as a draft. @throws CodedError as `publishFeed`, except for what only publishing requires */
export const saveDraft = (platform: Platform, performerId: string, draft: Partial<FeedDraft>, idempotency: Idempotency | undefined) =>
  createFeed(platform, performerId, draft, true, idempotency);

/** Changes a post; what isn't given stays. @throws CodedError FEED_STATE, and as `publishFeed` */
export const updateFeed = (
  platform: Platform,
  performerId: string,
  feedId: string,
  { pollId, ...changes }: FeedChanges,
  publication: 'unchanged' | 'draft' | 'published',
  idempotency: Idempotency | undefined,
): Promise<unknown> =>
  updateItem(platform, feedKind, performerId, feedId, changes, { publication, writer: writerOf(performerId, pollId), idempotency });
