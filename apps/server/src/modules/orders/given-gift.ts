import type { GiftAnimation, GivenGift } from '@stagedoor/contract/gifts';
import type { Platform } from '../../platform/platform.ts';

/** Snapshot of a gift or emoji in its order's detail. */
export interface GivenDetail {
  given: 'gift' | 'emoji';
  giftId: string;
  name: string;
  /** A URL of this site, or the storage key of its picture; neither for emoji. */
  image: string | null;
  imageKey: string | null;
  symbol: string | null;
  animation: GiftAnimation;
  quantity: number;
}

/** The snapshot in an order's detail; null for orders of anything else. */
export const givenDetailOf = (detail: Record<string, unknown>): GivenDetail | null => {
  if (detail['given'] !== 'gift' && detail['given'] !== 'emoji') return null;
  const { given, giftId, name, image, imageKey, symbol, animation, quantity } = detail as unknown as GivenDetail;
  return { given, giftId, name, image, imageKey, symbol, animation, quantity };
};

/** As sent to clients. */
export const givenGiftOf = ({ storage }: Pick<Platform, 'storage'>, detail: GivenDetail | null): GivenGift | null =>
  detail && {
    kind: detail.given,
    _id: detail.giftId,
    name: detail.name,
    image: detail.imageKey ? storage.signedUrl(detail.imageKey) : detail.image,
    symbol: detail.symbol,
    animation: detail.animation,
    quantity: detail.quantity,
  };
