import { texts } from './text.ts';

/** Texts of the age gate and the cookie choice. */
export const gateTexts = texts({});
