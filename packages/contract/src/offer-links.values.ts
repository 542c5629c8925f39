// Constants of offer links without Zod, so that the web shares them.

/** Free days before the first period, or a discount on it. */
export const OFFER_LINK_KINDS = ['trial', 'discount'] as const;
/** `ended`: the last day is over; `closed`: by the performer, permanently. */
export const OFFER_LINK_STATES = ['open', 'paused', 'usedUp', 'ended', 'closed'] as const;
export type OfferLinkState = (typeof OFFER_LINK_STATES)[number];

/** How many links a performer may have that are neither closed nor ended. */
export const MAX_OFFER_LINKS = 100;
export const MAX_OFFER_DAYS = 90;
export const MAX_OFFER_USES = 10_000;

/** Why a link can't be used by the fan who opened it; subscribing at the regular price stays possible. */
export const offerErrors = ['OFFER_ENDED', 'OFFER_PAUSED', 'OFFER_USED_UP', 'OFFER_USED', 'OFFER_NOT_NEW'] as const;

/** The parameter of a profile's address that holds a link's code. */
export const OFFER_PARAMETER = 'offer';

/** The path of a link, within the site. */
export const offerPath = (username: string, code: string): string => `/${username}?${OFFER_PARAMETER}=${code}`;
