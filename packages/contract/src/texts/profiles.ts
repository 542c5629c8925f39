import { texts } from './text.ts';

/** Texts of performers’ full profiles, black lists, payout details and co-performers, and of the option lists. */
export const profileTexts = texts({});
