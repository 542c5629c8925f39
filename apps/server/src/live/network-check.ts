import { createHmac } from 'node:crypto';

/** How long a network check may wait to be used, in milliseconds. */
const LIFETIME_MS = 60_000;

const signatureOf = (secret: string, checkId: string, accountId: string, expiresMs: number): string =>
  createHmac('sha256', secret).update(`network check\n${checkId}\n${accountId}\n${expiresMs}`).digest('base64url');

/**
 * The token of one network check. It belongs to no show, so it is signed with the secret that the site's processes share instead of being a grant in a
 * table.
 */
export const signNetworkCheck = (
  secret: string,
  { checkId, accountId, now }: { checkId: string; accountId: string; now: Date },
): string => {
  const expiresMs = now.getTime() + LIFETIME_MS;
  return `${accountId}.${expiresMs}.${signatureOf(secret, checkId, accountId, expiresMs)}`;
};

export interface NetworkCheckGrant {
  accountId: string;
  expiresMs: number;
}

/** @returns undefined for a token that is foreign, expired or another check's. @param nowMs milliseconds since 1970 */
export const readNetworkCheck = (
  secret: string,
  checkId: string,
  token: string | undefined,
  nowMs: number,
  isEqual: (one: string, other: string) => boolean,
): NetworkCheckGrant | undefined => {
  const [, accountId, expires, signature] = /^([\w-]{1,64})\.(\d{1,16})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (!accountId || !expires || !signature) return undefined;
  const expiresMs = Number(expires);
  if (!isEqual(signature, signatureOf(secret, checkId, accountId, expiresMs))) return undefined;
  // Never valid for longer than it may wait, whatever clock it was signed by.
  return expiresMs > nowMs && expiresMs <= nowMs + 2 * LIFETIME_MS ? { accountId, expiresMs } : undefined;
};
