import { randomInt } from 'node:crypto';

/** Without look-alike characters (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference that can be read out on the phone: `7K3Q-9XPD`. */
export const newReference = (): string =>
  Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]!)
    .join('')
    .replace(/(.{4})/, '$1-');
