/** The decoder of HEIC prints this in place of decoding a picture of too many pixels. */
export const TOO_LARGE = 'too large';
