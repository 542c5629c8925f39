import { z } from 'zod';
import { access, priceVersion } from './entitlement.ts';
import { endpoints } from './endpoint.ts';
import { amount, id, idList, idParams, instant, listOf, paging, picture, sortable } from './shapes.ts';
import { publicUser } from './users.ts';

/** How many products a call may name; as many as a cart may hold. */
const MAX_IDS = 50;

/** A product as a viewer sees it. What a digital one is of is never in it: see `download-link`. */
export const productView = z.object({
  _id: id,
  type: z.enum(['physical', 'digital']),
  name: z.string(),
  description: z.string(),
  /** Tokens for one, and the same in the site's currency. */
  price: amount,
  money: amount,
  priceVersion,
  /** How many are left; null when there is no end to them. */
  stock: z.number().int().nullable(),
  /** It can be bought now: on sale, and not sold out. */
  isAvailable: z.boolean(),
  picture: picture.nullable(),
  performer: publicUser,
  access,
  createdAt: instant,
});
export type ProductView = z.output<typeof productView>;

export const products = endpoints({
  'GET /performer-assets/products/search': {
    summary:
      'Products on sale, newest first: of a performer, or those of the ids. What is off sale, or hidden from the caller, is missing.',
    who: 'public',
    query: sortable(paging, ['createdAt', 'updatedAt', 'price']).extend({
      /** Id or username. */
      performerId: z.string().max(60).optional(),
      ids: idList(MAX_IDS).optional(),
    }),
    output: listOf(productView),
  },
  'GET /performer-assets/products/{id}': {
    summary: 'One product; for those who bought it also when it is off sale.',
    who: 'public',
    params: idParams,
    output: productView,
  },
  'GET /performer-assets/products/{id}/download-link': {
    summary: 'Where those who may have a digital product download it: a signed address for an hour or two.',
    who: 'user',
    params: idParams,
    output: z.object({ url: z.string(), /** What to save it as. */ name: z.string(), bytes: z.number().int(), contentType: z.string() }),
    errors: ['LOCKED', 'FILE_MISSING'],
  },
});
