import { createHash } from 'node:crypto';

// Signed here from the reference once more, so that the double isn't tested by its own signature.

type Query = Record<string, string>;

export const KEY = 'double-signature-key';
export const OLDER_KEY = 'double-older-signature-key';

const UNSIGNED = ['email', 'oneClickToken', 'backURL'];

/** Hashes a key and fields as the reference's examples are written: key, then sorted pairs. */
export const signatureOf = (query: Query, key = KEY, hash = 'sha256'): string => {
  const pairs = Object.entries(query)
    .filter(([name]) => name !== 'signature')
    .map(([name, value]) => `${name}=${value}`);
  return createHash(hash)
    .update([key, ...pairs.sort()].join(':'))
    .digest('hex');
};

export const signedUrl = (base: string, path: string, query: Query, key = KEY, hash = 'sha256'): string => {
  const all = { shopID: '12345', version: '4', ...query };
  const signed = Object.fromEntries(Object.entries(all).filter(([name, value]) => !UNSIGNED.includes(name) && value !== ''));
  return `${base}${path}?${new URLSearchParams({ ...all, signature: signatureOf(signed, key, hash) }).toString()}`;
};

export const purchaseUrl = (base: string, referenceID: string, changed: Query = {}, key = KEY, hash = 'sha256'): string =>
  signedUrl(
    base,
    '/startorder',
    { type: 'purchase', priceAmount: '9.99', priceCurrency: 'USD', description: 'Test item ñ', referenceID, ...changed },
    key,
    hash,
  );

export const subscriptionUrl = (base: string, referenceID: string, changed: Query = {}): string =>
  signedUrl(base, '/startorder', {
    type: 'subscription',
    subscriptionType: 'recurring',
    period: 'P1M',
    priceAmount: '12.64',
    priceCurrency: 'EUR',
    name: 'Monthly',
    referenceID,
    ...changed,
  });
