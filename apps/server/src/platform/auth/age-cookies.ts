import { createHmac, timingSafeEqual } from 'node:crypto';
import { AGE_VERIFIED_COOKIE } from '@stagedoor/contract/web';
import { isId } from '@stagedoor/contract/ids.values';
import type { Encryption } from '../encryption.ts';

/** A visitor's check that was passed. */
export interface VerifiedVisitor {
  checkId: string;
  until: Date;
}

/** Signs and reads the cookie of visitors whose age was verified. It is valid by itself: reading it takes no query. */
export interface AgeCookies {
  sign(verified: VerifiedVisitor): string;
  /** Returns the check of a request's cookie; null for a cookie that is missing, forged or out of date. */
  read(cookies: Readonly<Record<string, string | undefined>>, now: Date): VerifiedVisitor | null;
}

/** The first part of every value: a cookie of another format, or of a milder level, never counts. */
const FORMAT = 'verify1';
/** How many cookies' signatures are kept, so that the calls of one page compute it once. */
const MAX_KNOWN = 2000;

export const createAgeCookies = (encryption: Pick<Encryption, 'derive'>): AgeCookies => {
  const key = encryption.derive('ageCookies');
  const signatureOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const known = new Map<string, VerifiedVisitor>();

  const verify = (value: string): VerifiedVisitor | null => {
    const [format, checkId = '', seconds = '', signature = '', ...more] = value.split('.');
    if (format !== FORMAT || more.length > 0 || !isId(checkId) || !/^\d{1,12}$/.test(seconds)) return null;
    const given = Buffer.from(signature, 'base64url');
    const right = signatureOf(`${FORMAT}.${checkId}.${seconds}`);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    return { checkId, until: new Date(Number(seconds) * 1000) };
  };

  return {
    sign({ checkId, until }) {
      const text = `${FORMAT}.${checkId}.${Math.floor(until.getTime() / 1000)}`;
      return `${text}.${signatureOf(text).toString('base64url')}`;
    },
    read(cookies, now) {
      const value = cookies[AGE_VERIFIED_COOKIE];
      if (!value || value.length > 200) return null;
      const verified = known.get(value) ?? verify(value);
      if (!verified || verified.until <= now) return null;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(value, verified);
      return verified;
    },
  };
};

/** The cookie with the secret of a check that has begun. */
export const AGE_CHECK_COOKIE = 'ageCheck';
/** Minutes that a person may take at the provider. */
export const AGE_CHECK_MINUTES = 15;

/** The attributes of that cookie: it is sent to `/age/return` alone. `lax`, because the browser comes back from another site. */
export const ageCheckCookie = (secure: boolean) =>
  ({ path: '/age', httpOnly: true, sameSite: 'lax', secure, maxAge: AGE_CHECK_MINUTES * 60 }) as const;

/** The attributes of the cookie of a visitor whose age was verified. */
export const ageVerifiedCookie = (secure: boolean, until: Date) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure, expires: until }) as const;
