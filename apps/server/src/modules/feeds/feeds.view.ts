import type { Access } from '@stagedoor/contract/entitlement';
import type { FeedView } from '@stagedoor/contract/feeds';
import type { Poll } from '@stagedoor/contract/polls';
import { type Picture, type VideoFile, hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Viewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FactColumns, accessOfRows, tokenValueOf } from '../entitlement/index.ts';
import { pictureOf, videoOf as videoFormsOf } from '../files/index.ts';
import { authorOf } from '../performers/index.ts';
import type { FeedContentRow } from './feed-contents.ts';
import type { FeedMedia, FeedPreview } from './feeds.store.ts';

/** One viewer's relation to a feed. */
export interface FeedFacts extends FactColumns {
  is_liked: boolean;
  is_bookmarked: boolean;
}

const videoOf = (platform: Platform, media: FeedMedia | null | undefined): VideoFile | null =>
  media?.kind === 'video' ? videoFormsOf(platform, media) : null;

const previewOf = (platform: Platform, preview: FeedPreview | null): Picture | null =>
  preview && {
    width: preview.width,
    height: preview.height,
    thumbhash: preview.thumbhash,
    sources: [{ width: preview.width, url: platform.storage.signedUrl(preview.key) }],
  };

type Shown = Pick<FeedView, 'preview' | 'photos' | 'video' | 'teaser'>;

/** Signed addresses are valid for at least an hour, so objects containing them may be cached for minutes. */
const SHOWN_MS = 5 * 60_000;
const kept = new WeakMap<FeedContentRow, { shown: Shown; until: number }>();

/** A feed's media for viewers with full access: the same for all of them, cached for minutes. */
const shownOf = (platform: Platform, row: FeedContentRow): Shown => {
  const now = Date.now();
  const known = kept.get(row);
  if (known && known.until > now) return known.shown;
  const shown: Shown = {
    preview: previewOf(platform, row.preview),
    photos: row.media.flatMap((media) => {
      const picture = media.kind === 'image' ? pictureOf(platform, media.variants, media.thumbhash) : null;
      return picture ? [{ _id: media.id, ...picture }] : [];
    }),
    video: videoOf(
      platform,
      row.media.find(({ kind }) => kind === 'video'),
    ),
    teaser: videoOf(platform, row.teaser),
  };
  kept.set(row, { shown, until: now + SHOWN_MS });
  return shown;
};

/**
 * A feed as one viewer sees it. The only place that withholds locked content: files, addresses, polls, and the text of a feed that is only
 * text.
 */
export const feedViewOf = (
  platform: Platform,
  viewer: Viewer,
  row: FeedContentRow,
  facts: FeedFacts,
  polls: ReadonlyMap<string, Poll>,
): FeedView => {
  const access: Access = accessOfRows(row, facts, viewer, tokenValueOf(platform.settings));
  const open = access.allowed;
  const shown = shownOf(platform, row);
  return {
    _id: row.id,
    kind: 'feed',
    type: row.type as FeedView['type'],
    title: row.title,
    text: open || row.type !== 'text' ? row.text : '',
    audience: row.audience as FeedView['audience'],
    price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
    priceVersion: row.price_version,
    performer: authorOf(platform, row.item_performer_id, row),
    access,
    preview: shown.preview,
    photos: open ? shown.photos : [],
    video: open ? shown.video : null,
    teaser: shown.teaser,
    poll: open ? (polls.get(row.poll_id ?? '') ?? null) : null,
    counts: {
      photos: row.photo_count,
      videoSeconds: row.video_ms === null ? null : row.video_ms / 1000,
      likes: row.like_count,
      comments: row.comment_count,
      unlocks: row.unlock_count,
    },
    isLiked: facts.is_liked,
    isBookmarked: facts.is_bookmarked,
    isPinned: row.pinned_at !== null,
    publishedAt: row.published_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};
