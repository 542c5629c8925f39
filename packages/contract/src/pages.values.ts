// Constants of the site's pages without Zod, so that the web shares them.

/** Pages of the site by their kind: policies keep their versions, and terms are agreed to as well, by everybody or by performers. */
export const PAGE_KINDS = ['page', 'policy', 'terms', 'performerTerms'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Kinds that accounts agree to. */
export const isAgreedTo = (kind: PageKind): boolean => kind === 'terms' || kind === 'performerTerms';
