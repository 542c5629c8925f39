import type { GiftAnimation, GivenGift } from '@stagedoor/contract/gifts';
import type { Platform } from '../../platform/platform.ts';

/** Snapshot of a gift or emoji among its order's facts. */
export interface GivenSnapshot {
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

/** The snapshot among an order's facts; null for orders of anything else. */
export const givenSnapshotOf = (orderFacts: Record<string, unknown>): GivenSnapshot | null => {
  if (orderFacts['given'] !== 'gift' && orderFacts['given'] !== 'emoji') return null;
  const { given, giftId, name, image, imageKey, symbol, animation, quantity } = orderFacts as unknown as GivenSnapshot;
  return { given, giftId, name, image, imageKey, symbol, animation, quantity };
};

/** As sent to clients. */
export const givenGiftOf = ({ storage }: Pick<Platform, 'storage'>, snapshot: GivenSnapshot | null): GivenGift | null =>
  snapshot && {
    kind: snapshot.given,
    _id: snapshot.giftId,
    name: snapshot.name,
    image: snapshot.imageKey ? storage.signedUrl(snapshot.imageKey) : snapshot.image,
    symbol: snapshot.symbol,
    animation: snapshot.animation,
    quantity: snapshot.quantity,
  };
