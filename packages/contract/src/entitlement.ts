import { z } from 'zod';
import { ITEM_KINDS } from './items.values.ts';
import { amount, id } from './shapes.ts';

export { AUDIENCES, type Audience, ITEM_KINDS, ITEM_STATES, type ItemKind } from './items.values.ts';

/** Why a viewer may see an item. */
export const OPEN_REASONS = ['free', 'own', 'admin', 'follower', 'subscriber', 'buyer'] as const;

/** Why a viewer may not. `blocked` items answer as if they did not exist. */
export const LOCK_REASONS = ['followers', 'subscribers', 'buyers'] as const;

/** An option for getting access, with its price in tokens and in the site's currency. */
export const accessOption = z.object({
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
    /** Cheapest first; the button offers the first one. */
    waysIn: z.array(accessOption),
  }),
]);
export type Access = z.output<typeof access>;
export type AccessOption = z.output<typeof accessOption>;

/** The version of a price that the buyer saw; a purchase at another one is refused with PRICE_CHANGED. */
export const priceVersion = z.number().int();

export const itemRef = z.object({ kind: z.enum(ITEM_KINDS), id });
