import type { Audience } from '@stagedoor/contract/entitlement';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveItem, withdrawItem } from '../entitlement/index.ts';
import { participantsOfItems } from '../participants/index.ts';
import { feedTypeOf, stateAtPublishing } from './feeds.rules.ts';
import { filesOfFeed, lockOwnFeed, refreshFeedMedia, setFeedFiles } from './feeds.store.ts';
import {
  type FeedContent,
  activateFeed,
  requestCutTeaser,
  checkFiles,
  cutsTeaser,
  dateOf,
  itemTitleOf,
  assertPublishable,
  saveParticipants,
} from './publish-feed.ts';
import { claimPoll } from './write-poll.ts';

export type FeedChanges = { [K in keyof FeedContent]?: FeedContent[K] | undefined };

/** State change requested with an update: drafts and scheduled feeds may be published; a scheduled feed may become a draft again. */
type TargetState = 'unchanged' | 'draft' | 'published';

/** The state of a feed after its update; null when it doesn't change. */
const stateAfter = (
  state: string,
  targetState: TargetState,
  files: readonly { state: string }[],
  scheduledAt: Date | null,
  now: Date,
): ReturnType<typeof stateAtPublishing> | 'draft' | null => {
  if (targetState === 'draft') return 'draft';
  if (state === 'active' || state === 'review' || (state === 'draft' && targetState === 'unchanged')) return null;
  return stateAtPublishing(files, scheduledAt, now);
};

/**
 * Updates a feed; omitted fields stay. A new price or audience applies to those who don't have access yet.
 * @param targetState state change besides the content; only drafts and scheduled feeds can become drafts or be published
 * @throws CodedError NOT_FOUND, FEED_STATE when taken down or when its state doesn't allow this, and those of publishing
 */
export const updateFeed = async (
  platform: Platform,
  performerId: string,
  feedId: string,
  changes: FeedChanges,
  targetState: TargetState,
  idempotency?: Idempotency,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const feed = await lockOwnFeed(trx, performerId, feedId);
    if (!feed) throw new CodedError('NOT_FOUND');
    if (feed.state === 'taken-down') throw new CodedError('FEED_STATE');
    if (targetState !== 'unchanged' && feed.state !== 'draft' && feed.state !== 'scheduled') throw new CodedError('FEED_STATE');
    const item = await trx.selectFrom('items').selectAll().where('id', '=', feedId).executeTakeFirstOrThrow();
    const present = await filesOfFeed(trx, feedId);
    const seen = (await participantsOfItems(trx, [feedId])).get(feedId);
    const content: FeedContent = {
      title: changes.title ?? feed.title,
      text: changes.text ?? feed.text,
      audience: changes.audience ?? (item.audience as Audience),
      price: changes.price === undefined ? item.price_amount : changes.price,
      fileIds: changes.fileIds ?? present.map(({ id }) => id),
      thumbnailId: changes.thumbnailId === undefined ? feed.thumbnail_file_id : changes.thumbnailId,
      teaserId: changes.teaserId === undefined ? feed.teaser_file_id : changes.teaserId,
      teaserCut: changes.teaserCut ?? feed.teaser_cut,
      participantIds: changes.participantIds ?? seen?.participantIds ?? [],
      producedOn: changes.producedOn === undefined ? (seen?.producedOn ?? null) : changes.producedOn,
      pollId: changes.pollId === undefined ? feed.poll_id : changes.pollId,
      scheduledAt: changes.scheduledAt === undefined ? (feed.scheduled_at?.toISOString() ?? null) : changes.scheduledAt,
      expiresAt: changes.expiresAt === undefined ? (feed.expires_at?.toISOString() ?? null) : changes.expiresAt,
    };
    const { files, teaser } = await checkFiles(trx, performerId, content, [
      ...present.map(({ id }) => id),
      feed.thumbnail_file_id,
      feed.teaser_file_id,
    ]);
    const teaserCut = cutsTeaser(content, files);
    const scheduledAt = dateOf(content.scheduledAt);
    const state = stateAfter(feed.state, targetState, [...files, ...(teaser ? [teaser] : [])], scheduledAt, now);
    assertPublishable(platform, content, files, { isDraft: (state ?? feed.state) === 'draft' });
    if (content.pollId !== null && content.pollId !== feed.poll_id) await claimPoll(trx, performerId, content.pollId, feedId);
    await trx
      .updateTable('feeds')
      .set({
        title: content.title,
        text: content.text,
        type: feedTypeOf(files),
        thumbnail_file_id: content.thumbnailId,
        teaser_file_id: content.teaserId,
        teaser_cut: teaserCut,
        poll_id: content.pollId,
        scheduled_at: scheduledAt,
        expires_at: dateOf(content.expiresAt),
        updated_at: now,
      })
      .where('id', '=', feedId)
      .execute();
    await setFeedFiles(
      trx,
      feedId,
      files.map(({ id }) => id),
      [content.thumbnailId, content.teaserId],
      now,
    );
    await requestCutTeaser(platform, trx, teaserCut, files);
    await saveItem(trx, {
      id: feedId,
      kind: 'feed',
      performerId,
      title: itemTitleOf(content, files),
      audience: content.audience,
      priceAmount: content.price || null,
      onSale: item.on_sale,
    });
    await saveParticipants(trx, feedId, performerId, content, feed.published_at ?? now);
    await refreshFeedMedia(trx, {
      id: feedId,
      thumbnail_file_id: content.thumbnailId,
      teaser_file_id: content.teaserId,
      teaser_cut: teaserCut,
    });
    if (state === 'active') await activateFeed(trx, feed, now);
    else if (state !== null && state !== feed.state) await trx.updateTable('feeds').set({ state }).where('id', '=', feedId).execute();
    return {};
  });
};

/** Deletes a feed for everyone except its buyers. @throws CodedError NOT_FOUND */
export const deleteFeed = async (platform: Platform, performerId: string, feedId: string, idempotency?: Idempotency): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const feed = await lockOwnFeed(trx, performerId, feedId);
    if (!feed) throw new CodedError('NOT_FOUND');
    await trx
      .updateTable('feeds')
      .set({ state: 'deleted', pinned_at: null, updated_at: platform.clock.now() })
      .where('id', '=', feedId)
      .execute();
    await withdrawItem(trx, feedId);
    await recordEvent(trx, 'feeds.deleted', { feedId, performerId });
    return {};
  });
};

/** Pins a feed to the profile, or unpins it. @throws CodedError NOT_FOUND, FEED_STATE when it isn't active */
export const pinFeed = async (
  platform: Platform,
  performerId: string,
  feedId: string,
  pinned: boolean,
  idempotency?: Idempotency,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const feed = await lockOwnFeed(trx, performerId, feedId);
    if (!feed) throw new CodedError('NOT_FOUND');
    if (pinned && feed.state !== 'active') throw new CodedError('FEED_STATE');
    await trx
      .updateTable('feeds')
      .set({ pinned_at: pinned ? platform.clock.now() : null })
      .where('id', '=', feedId)
      .execute();
    return {};
  });
};
