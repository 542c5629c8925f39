export { type FoundOfferLink, type OfferLinkName, findOfferLink, takeOfferLink } from './find-offer-link.ts';
export { discountedPrice } from './offer-links.rules.ts';
