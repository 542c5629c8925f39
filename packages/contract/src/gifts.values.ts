// Constants of gifts without Zod, so that the web shares them.

/** How a gift is shown when it is given. */
export const GIFT_ANIMATIONS = ['float', 'burst', 'shower', 'spotlight'] as const;
export type GiftAnimation = (typeof GIFT_ANIMATIONS)[number];
