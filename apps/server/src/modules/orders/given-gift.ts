import type { GiftAnimation, GivenGift } from '@stagedoor/contract/gifts';
import type { Platform } from '../../platform/platform.ts';

/** What an order of a gift or an emoji keeps of it, as it was when it was given. */
export interface GivenDetail {
  given: 'gift' | 'emoji';
  giftId: string;
  name: string;
  /** An address of ours, or the place of its picture in storage; neither for emoji. */
  image: string | null;
  imageKey: string | null;
  symbol: string | null;
  animation: GiftAnimation;
  quantity: number;
}

/** That of an order's detail, without what else stands there; null for orders of anything else. */
export const givenDetailOf = (detail: Record<string, unknown>): GivenDetail | null => {
  if (detail['given'] !== 'gift' && detail['given'] !== 'emoji') return null;
  const { given, giftId, name, image, imageKey, symbol, animation, quantity } = detail as unknown as GivenDetail;
  return { given, giftId, name, image, imageKey, symbol, animation, quantity };
};

/** As it travels. */
export const givenGiftOf = ({ storage }: Pick<Platform, 'storage'>, detail: GivenDetail | null): GivenGift | null =>
  detail && {
    kind: detail.given,
    _id: detail.giftId,
    name: detail.name,
    image: detail.imageKey ? storage.address(detail.imageKey) : detail.image,
    symbol: detail.symbol,
    animation: detail.animation,
    quantity: detail.quantity,
  };
