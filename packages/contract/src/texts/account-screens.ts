import { texts } from './text.ts';

/** Texts of the account’s own page. */
export const accountScreenTexts = texts({});
