// Constants of settings without Zod, so that the web shares them.

/** Who a menu entry or a promo is for. */
export const AUDIENCES = ['everyone', 'visitors', 'fans', 'performers'] as const;
export type Audience = (typeof AUDIENCES)[number];
