import { endpoints } from './endpoint.ts';

/** The administration of the site: pages, languages, texts, promos, branding. */
export const adminSite = endpoints({});
