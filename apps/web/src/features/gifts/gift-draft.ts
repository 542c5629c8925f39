import type { GiftAnimation } from '@stagedoor/contract/gifts.values';

/** A gift being edited. */
export interface GiftDraft {
  name: string;
  price: string;
  animation: GiftAnimation;
}

export const EMPTY_GIFT: GiftDraft = { name: '', price: '', animation: 'float' };

/** Tokens as typed, with a point or a comma; null for an invalid price. */
export const tokensOf = (typed: string): number | null => {
  const written = typed.trim().replace(',', '.');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(written)) return null;
  const tokens = Number(written);
  return tokens > 0 ? tokens : null;
};
