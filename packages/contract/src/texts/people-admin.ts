import { texts } from './text.ts';

/** Texts of the administration of people, and of takedown notices. */
export const peopleAdminTexts = texts({});
