import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. */
export const secretsMatch = (given: string | undefined, secret: string | undefined): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(secret ?? '')) && (given === undefined) === (secret === undefined);
};
