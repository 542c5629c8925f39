import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Seconds a code stands for (RFC 6238 section 5.2). */
const PERIOD = 30;
/** Steps before and after the present one whose codes are taken: clocks go wrong, people type slowly. */
const WINDOW = 1;
export const RECOVERY_CODES = 10;
/** Crockford's alphabet without the letters that read like digits. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) });

/** 160 bits, as RFC 4226 recommends, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What an app reads from a QR code (the key URI format). */
export const uriOf = (secret: string, issuer: string, label: string): string => totpOf(secret, issuer, label).toString();

/** The time step a code belongs to, or null when it is of none near this instant. */
export const stepOf = (secret: string, code: string, at: Date): bigint | null => {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totpOf(secret).validate({ token: digits, window: WINDOW, timestamp: at.getTime() });
  return delta === null ? null : BigInt(Math.floor(at.getTime() / 1000 / PERIOD) + delta);
};

/** A code to be written down: four groups of four, some 78 bits. */
export const newRecoveryCode = (): string => {
  let code = '';
  while (code.length < GROUPS * GROUP_LENGTH) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole run through the alphabet would favour its beginning.
      if (byte >= 256 - (256 % ALPHABET.length)) continue;
      if (code.length < GROUPS * GROUP_LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code.match(/.{4}/g)!.join('-');
};

/** What is kept of a recovery code; as it is typed, with or without dashes. They have too many bits to be guessed from it. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId}\n${code.toLowerCase().replace(/[\s-]/g, '')}`)
    .digest();
