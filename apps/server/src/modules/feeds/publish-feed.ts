import type { Audience } from '@stagedoor/contract/entitlement';
import { parseHundredths } from '@stagedoor/contract/shapes';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveItem } from '../entitlement/index.ts';
import { requestTeaser, failureOf } from '../files/index.ts';
import { setItemParticipants } from '../participants/index.ts';
import { draftProblem, feedProblem, feedTypeOf, stateAtPublishing } from './feeds.rules.ts';
import { type FeedRow, type FileRow, lockOwnFiles, refreshFeedMedia, setFeedFiles } from './feeds.store.ts';
import { claimPoll } from './write-poll.ts';

export interface FeedContent {
  title: string;
  text: string;
  audience: Audience;
  /** Hundredths of a token; null when it can't be bought by itself. */
  price: bigint | null;
  fileIds: readonly string[];
  thumbnailId: string | null;
  teaserId: string | null;
  /** Whether a public teaser is cut from the video; an uploaded teaser takes precedence. */
  teaserCut: boolean;
  /** Who is seen in it besides the performer. */
  participantIds: readonly string[];
  /** When it was made, `YYYY-MM-DD`; null for the day it is published. */
  producedOn: string | null;
  /** A poll that no other feed uses. */
  pollId: string | null;
  /** Instants: when it is published, if not immediately, and when it is withdrawn. */
  scheduledAt: string | null;
  expiresAt: string | null;
}

const TITLE_LENGTH = 80;

/**
 * A feed's title on orders and in lists: its title, or the beginning of its text. Empty where the text itself is sold: an unpaid order
 * would reveal it.
 */
export const itemTitleOf = (
  { title, text, audience }: Pick<FeedContent, 'title' | 'text' | 'audience'>,
  files: readonly unknown[],
): string => title || (files.length > 0 || audience === 'everyone' ? text.slice(0, TITLE_LENGTH) : '');

/**
 * The files of a feed in order. Checks that they belong to the performer and may be used in feeds.
 * @throws CodedError FILE_NOT_YOURS; FILE_UNREADABLE, FILE_NOT_MADE for one whose processing failed
 */
export const checkFiles = async (
  trx: Trx,
  performerId: string,
  content: Pick<FeedContent, 'fileIds' | 'thumbnailId' | 'teaserId'>,
  /** Files the feed already uses: they may stay even when removed from the library. */
  present: readonly (string | null)[] = [],
): Promise<{ files: FileRow[]; teaser: FileRow | null }> => {
  const wanted = [...content.fileIds, content.thumbnailId, content.teaserId].filter((id) => id !== null);
  const found = new Map((wanted.length > 0 ? await lockOwnFiles(trx, performerId, wanted) : []).map((file) => [file.id, file]));
  const pick = (id: string, purposes: readonly string[]): FileRow => {
    const file = found.get(id);
    if (!file || !purposes.includes(file.purpose) || (file.removed_at !== null && !present.includes(id)))
      throw new CodedError('FILE_NOT_YOURS');
    if (file.state === 'failed') throw new CodedError(failureOf(file.failure));
    return file;
  };
  const files = [...new Set(content.fileIds)].map((id) => pick(id, ['feedPhoto', 'feedVideo', 'media']));
  if (content.thumbnailId) pick(content.thumbnailId, ['feedThumbnail', 'feedPhoto', 'media']);
  return { files, teaser: content.teaserId ? pick(content.teaserId, ['feedTeaser', 'media']) : null };
};

/**
 * Whether a teaser is cut from a feed's video. Only when the performer requested it.
 * @param files those of the feed
 */
export const cutsTeaser = ({ teaserCut, teaserId }: Pick<FeedContent, 'teaserCut' | 'teaserId'>, files: readonly FileRow[]): boolean =>
  teaserCut && teaserId === null && files.some(({ kind }) => kind === 'video');

/** Enqueues the teasers of a feed's videos, if requested. */
export const requestCutTeaser = async (platform: Platform, trx: Trx, isCut: boolean, files: readonly FileRow[]): Promise<void> => {
  for (const file of isCut ? files : []) if (file.kind === 'video') await requestTeaser(platform, trx, file);
};

/**
 * @param isDraft a draft may lack what publishing requires
 * @throws CodedError for the first rule violated; FieldsError for a feed that would expire before it is published
 */
export const assertPublishable = (
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  content: FeedContent,
  files: readonly FileRow[],
  { isDraft }: { isDraft: boolean },
): void => {
  const maximum = settings.get('priceMaximum');
  const problem = (isDraft ? draftProblem : feedProblem)({ ...content, priceAmount: content.price, files }, parseHundredths(maximum)!);
  if (problem) throw new CodedError(problem, problem === 'AMOUNT_OUT_OF_BOUNDS' ? { minimum: 0, maximum, field: 'price' } : undefined);
  const shownAt = Math.max(clock.now().getTime(), content.scheduledAt === null ? 0 : new Date(content.scheduledAt).getTime());
  if (!isDraft && content.expiresAt !== null && new Date(content.expiresAt).getTime() <= shownAt)
    throw new FieldsError([{ property: 'expiresAt', rule: 'date' }]);
};

/** @throws CodedError NOT_FOUND, PARTICIPANT_STATE; FieldsError for a day in the future */
export const saveParticipants = async (
  trx: Trx,
  itemId: string,
  performerId: string,
  { participantIds, producedOn }: Pick<FeedContent, 'participantIds' | 'producedOn'>,
  now: Date,
): Promise<void> => {
  const today = now.toISOString().slice(0, 10);
  // Time zones are at most a day ahead.
  const latest = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  if (producedOn !== null && producedOn > latest) throw new FieldsError([{ property: 'producedOn', rule: 'date' }]);
  await setItemParticipants(trx, { itemId, performerId, participantIds, producedOn: producedOn ?? today });
};

/** Makes a feed visible; timelines and announcements follow after the commit. */
export const activateFeed = async (trx: Trx, feed: Pick<FeedRow, 'id' | 'performer_id' | 'published_at'>, at: Date): Promise<void> => {
  await trx
    .updateTable('feeds')
    .set({ state: 'active', published_at: feed.published_at ?? at, updated_at: at })
    .where('id', '=', feed.id)
    .execute();
  await trx.updateTable('items').set({ on_sale: true, updated_at: at }).where('id', '=', feed.id).execute();
  await recordEvent(trx, 'feeds.published', { feedId: feed.id, performerId: feed.performer_id });
};

export const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

/**
 * Creates a feed: published immediately or when scheduled, or saved as a draft. While one of its videos is being encoded it is
 * `processing`, and it becomes active automatically.
 * @throws CodedError FEED_EMPTY, MEDIA_MIXED, PRICE_REQUIRED, AMOUNT_OUT_OF_BOUNDS, FILE_NOT_YOURS, FILE_UNREADABLE, PARTICIPANT_STATE,
 *   POLL_TAKEN
 */
const createFeed = async (
  platform: Platform,
  performerId: string,
  content: FeedContent,
  { isDraft }: { isDraft: boolean },
  idempotency?: Idempotency,
): Promise<{ feedId: string }> => {
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    const { files, teaser } = await checkFiles(trx, performerId, content);
    assertPublishable(platform, content, files, { isDraft });
    if (content.pollId !== null) await claimPoll(trx, performerId, content.pollId, null);
    const fileIds = files.map(({ id }) => id);
    const scheduledAt = dateOf(content.scheduledAt);
    const state = isDraft ? 'draft' : stateAtPublishing([...files, ...(teaser ? [teaser] : [])], scheduledAt, now);
    const feed = await trx
      .insertInto('feeds')
      .values({
        performer_id: performerId,
        type: feedTypeOf(files),
        title: content.title,
        text: content.text,
        state: state === 'active' ? 'processing' : state,
        thumbnail_file_id: content.thumbnailId,
        teaser_file_id: content.teaserId,
        teaser_cut: cutsTeaser(content, files),
        poll_id: content.pollId,
        scheduled_at: scheduledAt,
        expires_at: dateOf(content.expiresAt),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await setFeedFiles(trx, feed.id, fileIds, [content.thumbnailId, content.teaserId], now);
    await requestCutTeaser(platform, trx, feed.teaser_cut, files);
    await saveItem(trx, {
      id: feed.id,
      kind: 'feed',
      performerId,
      title: itemTitleOf(content, files),
      audience: content.audience,
      priceAmount: content.price || null,
      onSale: false,
    });
    await saveParticipants(trx, feed.id, performerId, content, now);
    await refreshFeedMedia(trx, feed);
    if (state === 'active') await activateFeed(trx, feed, now);
    return { feedId: feed.id };
  });
};

/** Publishes a new feed, immediately or when scheduled. @throws CodedError as `createFeed` */
export const publishFeed = (platform: Platform, performerId: string, content: FeedContent, idempotency?: Idempotency) =>
  createFeed(platform, performerId, content, { isDraft: false }, idempotency);

/** Saves a new feed as a draft. @throws CodedError as `createFeed`, except for rules of publishing */
export const saveDraft = (platform: Platform, performerId: string, content: FeedContent, idempotency?: Idempotency) =>
  createFeed(platform, performerId, content, { isDraft: true }, idempotency);
