import { z } from 'zod';
import { amount, id } from './shapes.ts';

/** Every kind that can be sold or given, now or later. */
export const ITEM_KINDS = ['feed', 'gallery', 'photo', 'video', 'reel', 'product', 'message', 'stream'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Who an item is for. `buyers` needs a price. */
export const AUDIENCES = ['everyone', 'followers', 'subscribers', 'buyers'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Why a viewer may see an item. */
export const OPEN_REASONS = ['free', 'own', 'admin', 'follower', 'subscriber', 'buyer'] as const;

/** Why a viewer may not. `blocked` items answer as if they did not exist. */
export const LOCK_REASONS = ['followers', 'subscribers', 'buyers'] as const;

/** A way in: what to do and what it costs in tokens and in the site's currency. */
export const wayIn = z.object({
  kind: z.enum(['follow', 'subscribe', 'buy']),
  period: z.enum(['month', 'year']).nullable(),
  price: amount,
  money: amount,
});

/** The one decision over an item and a viewer (module entitlement). */
export const access = z.discriminatedUnion('allowed', [
  z.object({ allowed: z.literal(true), reason: z.enum(OPEN_REASONS) }),
  z.object({
    allowed: z.literal(false),
    reason: z.enum(LOCK_REASONS),
    /** Cheapest first; the first one is what the button offers. */
    waysIn: z.array(wayIn),
  }),
]);
export type Access = z.output<typeof access>;
export type WayIn = z.output<typeof wayIn>;

/** The version of a price that the buyer saw; a purchase at another one is refused with PRICE_CHANGED. */
export const priceVersion = z.number().int();

export const itemRef = z.object({ kind: z.enum(ITEM_KINDS), id });
