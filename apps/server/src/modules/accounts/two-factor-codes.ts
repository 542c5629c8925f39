import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Length of a time step in seconds (RFC 6238 section 5.2). */
const PERIOD = 30;
/** Steps before and after the current one whose codes are accepted: clocks drift, people type slowly. */
const WINDOW = 1;
export const RECOVERY_CODES = 10;
/** Crockford's alphabet, without letters that look like digits. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) });

/** 160 bits, as RFC 4226 recommends, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What an app reads from a QR code (the key URI format). */
export const uriOf = (secret: string, issuer: string, label: string): string => totpOf(secret, issuer, label).toString();

/** The time step a code belongs to, or null when none near this instant matches. */
export const stepOf = (secret: string, code: string, at: Date): bigint | null => {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totpOf(secret).validate({ token: digits, window: WINDOW, timestamp: at.getTime() });
  return delta === null ? null : BigInt(Math.floor(at.getTime() / 1000 / PERIOD) + delta);
};

/** A recovery code to write down: four groups of four, about 78 bits. */
export const newRecoveryCode = (): string => {
  let code = '';
  while (code.length < GROUPS * GROUP_LENGTH) {
    for (const byte of randomBytes(32)) {
      // Rejection sampling: larger bytes would favour the beginning of the alphabet.
      if (byte >= 256 - (256 % ALPHABET.length)) continue;
      if (code.length < GROUPS * GROUP_LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code.match(/.{4}/g)!.join('-');
};

/** The stored hash of a recovery code, typed with or without dashes. A plain hash suffices for this many bits. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId}\n${code.toLowerCase().replace(/[\s-]/g, '')}`)
    .digest();
