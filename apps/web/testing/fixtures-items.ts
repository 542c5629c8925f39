import type { FeedView } from '@stagedoor/contract/feeds';
import type { GalleryView } from '@stagedoor/contract/galleries';
import type { ProductView } from '@stagedoor/contract/products';
import type { VideoView } from '@stagedoor/contract/videos';
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
  performer: { ...PERFORMER, craft: 'Cellist', city: 'Lisbon', isOnline: false, isLive: false, live: { state: 'none' } },
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

const { text: _text, poll: _poll, type: _type, ...ITEM } = LOCKED_POST;

/** A gallery of the performer, locked as the post is. */
export const galleryOf = (number: number, title: string): GalleryView => ({
  ...ITEM,
  _id: idOf(number),
  kind: 'gallery',
  title,
  description: '',
  cover: null,
});

/** A video of 95 seconds of the performer, locked as the post is. */
export const videoOf = (number: number, title: string): VideoView => ({
  ...ITEM,
  _id: idOf(number),
  kind: 'video',
  title,
  description: '',
  views: 0,
  resumeAt: null,
  isFavourite: false,
  isWatchLater: false,
  counts: { ...ITEM.counts, photos: 0, videoSeconds: 95 },
});

const productOf = (change: Pick<ProductView, '_id' | 'type' | 'name' | 'price' | 'money'> & Partial<ProductView>): ProductView => ({
  ...ITEM,
  kind: 'product',
  title: change.name,
  description: '',
  stock: null,
  isAvailable: true,
  picture: null,
  shipping: [],
  access: { allowed: false, reason: 'buyers', waysIn: [{ kind: 'buy', period: null, price: change.price, money: change.money }] },
  ...change,
});

/** A download at 4 tokens. */
export const SCORE: ProductView = productOf({ _id: idOf(20), type: 'digital', name: 'Six studies', price: 4, money: 4 });

/** A print that is sent to Spain for 3.50 tokens. */
export const PRINT: ProductView = productOf({
  _id: idOf(21),
  type: 'physical',
  name: 'Signed print',
  price: 12,
  money: 12,
  stock: 3,
  shipping: [{ country: 'ES', price: 3.5 }],
});
