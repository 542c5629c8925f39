import type { FeedView } from '@stagedoor/contract/feeds';
import { idOf, INSTANT, PERFORMER } from './fixtures.ts';

export const POST_ID = idOf(10);

/** A post with six photos that buyers alone see, at 6.50 tokens. */
export const LOCKED_POST: FeedView = {
  _id: POST_ID,
  kind: 'feed',
  type: 'photo',
  title: 'The full rehearsal',
  text: '',
  poll: null,
  audience: 'buyers',
  price: 6.5,
  priceVersion: 3,
  performer: { ...PERFORMER, craft: 'Cellist', city: 'Lisbon', isOnline: false, isLive: false },
  access: { allowed: false, reason: 'buyers', waysIn: [{ kind: 'buy', period: null, price: 6.5, money: 6.5 }] },
  preview: null,
  photos: [],
  video: null,
  teaser: null,
  counts: { photos: 6, videoSeconds: null, likes: 0, comments: 0, unlocks: 4 },
  categories: [],
  tags: [],
  isLiked: false,
  isBookmarked: false,
  isPinned: false,
  publishedAt: INSTANT,
  expiresAt: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

/** The same post for somebody who bought it. */
export const BOUGHT_POST: FeedView = { ...LOCKED_POST, access: { allowed: true, reason: 'buyer' } };
