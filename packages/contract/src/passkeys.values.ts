/** Passkeys of one account. */
export const MAX_PASSKEYS = 10;
