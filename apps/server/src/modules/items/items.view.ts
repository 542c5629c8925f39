import type { Access } from '@stagedoor/contract/entitlement';
import type { ItemView } from '@stagedoor/contract/items';
import { type Picture, type VideoFile, hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Caller } from '../../platform/caller.ts';
import { shownCount } from '../../platform/differences.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FactColumns, accessOfRows, tokenValueOf } from '../access/index.ts';
import { categoriesOf } from '../categories/index.ts';
import { pictureOf, videoOf as videoRenditionsOf } from '../files/index.ts';
import { type AuthorNow, authorOf } from '../performers/index.ts';
import type { ItemContentRow } from './item-contents.ts';
import type { ItemMedia, ItemPreview } from './item-files.ts';
import { itemKind } from './kinds.ts';

/** A viewer's relation to an item, what is counted of it, and when its performer was last seen. */
export interface ItemFacts extends FactColumns, AuthorNow {
  is_liked: boolean;
  is_bookmarked: boolean;
  like_count: number;
  comment_count: number;
  unlock_count: number;
  view_count: bigint;
}

const videoOf = (platform: Platform, media: ItemMedia | null | undefined): VideoFile | null =>
  media?.kind === 'video' ? videoRenditionsOf(platform, media) : null;

export const previewOf = (platform: Platform, preview: ItemPreview | null): Picture | null =>
  preview && {
    width: preview.width,
    height: preview.height,
    thumbhash: preview.thumbhash,
    sources: [{ width: preview.width, url: platform.storage.signedUrl(preview.key) }],
  };

type MediaView = Pick<ItemView, 'preview' | 'photos' | 'video' | 'teaser'>;

/** An address lasts an hour at least, so what holds addresses may be kept for minutes. */
const MEDIA_VIEW_MS = 5 * 60_000;
const mediaViews = new WeakMap<ItemContentRow, { view: MediaView; until: number }>();

/** An item's media as they travel to those who may see all of it: the same for all of them, and made once in some minutes. */
const mediaViewOf = (platform: Platform, row: ItemContentRow): MediaView => {
  const now = Date.now();
  const known = mediaViews.get(row);
  if (known && known.until > now) return known.view;
  const view: MediaView = {
    preview: previewOf(platform, row.preview),
    photos: row.media.flatMap((media) => {
      const picture = media.kind === 'image' ? pictureOf(platform, media.variants, media.thumbhash) : null;
      return picture ? [{ _id: media.id, alt: media.alt ?? '', ...picture }] : [];
    }),
    video: videoOf(
      platform,
      row.media.find(({ kind }) => kind === 'video'),
    ),
    teaser: videoOf(platform, row.teaser),
  };
  mediaViews.set(row, { view, until: now + MEDIA_VIEW_MS });
  return view;
};

const commonViewOf = (
  platform: Platform,
  { locale }: Pick<Caller, 'locale'>,
  row: ItemContentRow,
  facts: ItemFacts,
  access: Access,
): ItemView => {
  const media = mediaViewOf(platform, row);
  return {
    _id: row.id,
    title: row.title,
    audience: row.audience,
    price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
    priceVersion: row.price_version,
    performer: authorOf(platform, row.item_performer_id, row, facts),
    access,
    preview: media.preview,
    photos: access.allowed ? media.photos : [],
    video: access.allowed ? media.video : null,
    teaser: media.teaser,
    counts: {
      photos: row.photo_count,
      videoSeconds: row.video_ms === null ? null : row.video_ms / 1000,
      likes: shownCount(facts.like_count),
      comments: shownCount(facts.comment_count),
      unlocks: shownCount(facts.unlock_count),
    },
    categories: categoriesOf(platform.database, row.category_ids, locale),
    tags: row.tags,
    isLiked: facts.is_liked,
    isBookmarked: facts.is_bookmarked,
    isPinned: row.pinned_at !== null,
    publishedAt: row.published_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

/**
 * What a viewer gets of an item, by its kind. What is locked is withheld here and by the kind's own view, and nowhere else: no file, no
 * address, nothing that only those let in may know.
 * @param decided the decision, where the item's own facts don't suffice
 */
export const itemViewOf = <View>(
  platform: Platform,
  { viewer, locale }: Caller,
  content: ItemContentRow,
  facts: ItemFacts,
  personal: ReadonlyMap<string, unknown>,
  decided?: Access,
): View => {
  const access = decided ?? accessOfRows(content, facts, viewer, tokenValueOf(platform.settings));
  return itemKind(content.kind).view(platform, commonViewOf(platform, { locale }, content, facts, access), {
    content,
    shared: content.shared,
    personal: personal.get(content.id),
    open: access.allowed,
    views: Number(facts.view_count),
  }) as View;
};
