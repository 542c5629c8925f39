import type { GiftAnimation } from '@stagedoor/contract/gifts.values';

/** A gift being edited. */
export interface GiftDraft {
  name: string;
  price: string;
  animation: GiftAnimation;
}

export const EMPTY_GIFT: GiftDraft = { name: '', price: '', animation: 'float' };
