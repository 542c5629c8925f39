import { texts } from './text.ts';

/** Texts of the site’s administration. */
export const siteAdminTexts = texts({});
