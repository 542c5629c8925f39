import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { MAX_OFFER_DAYS, MAX_OFFER_LINKS, MAX_OFFER_USES, OFFER_LINK_KINDS, OFFER_LINK_STATES, offerErrors } from './offer-links.values.ts';
import { amount, id, idParams, instant, line, listOf, paging, sortable } from './shapes.ts';
import { SUBSCRIPTION_PLANS, offerCode } from './subscriptions.ts';

/** A link by which a performer gives free days, or a discount on the first period of a plan. */
export const offerLink = z.object({
  _id: id,
  code: z.string(),
  /** For the performer alone. */
  name: z.string(),
  kind: z.enum(OFFER_LINK_KINDS),
  /** The plan that is discounted, or that follows the free days. */
  plan: z.enum(SUBSCRIPTION_PLANS),
  /** Free days; null for a discount. */
  days: z.number().int().nullable(),
  /** Per cent off the first period; null for free days. */
  percent: z.number().int().nullable(),
  /** Only for fans who never subscribed to this performer, free or paid. */
  onlyNew: z.boolean(),
  usesMaximum: z.number().int().nullable(),
  /** Fans who subscribed by it. A refund doesn't reduce it. */
  subscribers: z.number().int(),
  /** Uses kept for orders that wait for their payment, a day at most. */
  reserved: z.number().int(),
  /** Null without a limit. */
  usesLeft: z.number().int().nullable(),
  endsAt: instant.nullable(),
  state: z.enum(OFFER_LINK_STATES),
  createdAt: instant,
  updatedAt: instant,
});
export type OfferLink = z.output<typeof offerLink>;

const common = {
  name: line(60),
  plan: z.enum(SUBSCRIPTION_PLANS).default('monthly'),
  onlyNew: z.boolean().default(true),
  usesMaximum: z.number().int().min(1).max(MAX_OFFER_USES).nullable().default(null),
  endsAt: instant.nullable().default(null),
};
const terms = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('trial'), days: z.number().int().min(1).max(MAX_OFFER_DAYS) }),
  z.object({ ...common, kind: z.literal('discount'), percent: z.number().int().min(1).max(99) }),
]);
export type OfferLinkTerms = z.output<typeof terms>;

/** A performer's own offer links. */
export const offerLinks = endpoints({
  'GET /performer/offer-links': {
    summary: 'The own offer links, newest first.',
    who: 'performer',
    query: sortable(paging, ['createdAt', 'updatedAt']),
    output: listOf(offerLink),
  },
  'POST /performer/offer-links': {
    summary: `Make an offer link; at most ${MAX_OFFER_LINKS} that are neither closed nor ended. Its terms stay as they are.`,
    who: 'performer',
    verified: true,
    body: terms,
    output: offerLink,
    status: 201,
    errors: ['OFFER_LINKS_FULL', 'NOT_FOR_SALE'],
  },
  'PUT /performer/offer-links/{id}': {
    summary: 'Pause an own offer link, open it again, or close it permanently; idempotent. Uses that are reserved can still be paid.',
    who: 'performer',
    params: idParams,
    body: z.object({ state: z.enum(['open', 'paused', 'closed']) }),
    output: offerLink,
    errors: ['OFFER_STATE'],
  },
});

const price = z.object({ price: amount, money: amount });

/** What a link offers the caller now: what is paid at once, and what a period costs after that. */
export const offer = z.object({
  code: z.string(),
  kind: z.enum(OFFER_LINK_KINDS),
  plan: z.enum(SUBSCRIPTION_PLANS),
  days: z.number().int().nullable(),
  percent: z.number().int().nullable(),
  onlyNew: z.boolean(),
  /** Paid now; zero for free days. */
  first: price,
  /** The end of what is paid or free, if it begins now; from then on each period costs the regular price. */
  firstUntil: instant,
  ordinary: price,
  priceVersion: z.number().int(),
  /** Until when the link can be used; null without an end. */
  endsAt: instant.nullable(),
});
export type LinkOffer = z.output<typeof offer>;

/** What fans and visitors see of an offer link. */
export const offers = endpoints({
  'GET /performers/{id}/offers/{code}': {
    summary: 'What the offer link with this code of a performer, by id or username, offers the caller. Nothing is used or reserved.',
    who: 'public',
    params: z.object({ id: z.string().min(1).max(60), code: offerCode }),
    output: offer,
    errors: [...offerErrors, 'OWN_ITEM', 'ALREADY_SUBSCRIBED', 'NOT_FOR_SALE'],
  },
});
