import { createHash } from 'node:crypto';
import { secretsMatch } from '../../platform/secrets-match.ts';
import type { CallbackFields } from '../callback-fields.ts';

export type SignatureHash = 'sha256' | 'sha1';

/** Parameters that an outgoing signature covers; all others are sent unsigned. */
const SIGNED = new Set(
  `version shopID priceAmount priceCurrency paymentMethod description referenceID saleID custom1 custom2 custom3 subscriptionType period name trialAmount
  trialPeriod cancelDiscountPercentage type successURL declineURL precedingSaleID upgradeOption`.split(/\s+/),
);

/** Incoming parameters that some versions of the protocol leave out of the signature, one set after the other. */
const UNSIGNED_VARIANTS = [[], ['email', 'version'], ['email'], ['oneClickToken'], ['email', 'version', 'oneClickToken']] as const;

/**
 * Returns the text under a signature: the key, then the parameters by name in byte order (capitals first), their values as they are.
 * @param params without empty ones
 */
export const signedText = (key: string, params: Iterable<readonly [string, string]>): string => {
  const sorted = [...params].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return [key, ...sorted.map(([name, value]) => `${name}=${value}`)].join(':');
};

export const signatureOf = (hash: SignatureHash, key: string, params: Iterable<readonly [string, string]>): string =>
  createHash(hash).update(signedText(key, params), 'utf8').digest('hex');

/** Returns an address of the company with signed parameters. Empty ones are left out. */
export const signedAddress = (
  address: string,
  params: Readonly<Record<string, string | undefined>>,
  { hash, key }: { hash: SignatureHash; key: string },
): string => {
  const given = Object.entries(params).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
  const signature = signatureOf(
    hash,
    key,
    given.filter(([name]) => SIGNED.has(name)),
  );
  return `${address}?${new URLSearchParams([...given, ['signature', signature]]).toString()}`;
};

/** A signature of the company that was found right. */
export interface RightSignature {
  hash: SignatureHash;
  /** Parameters that it doesn't cover: they must not be relied on. */
  unsigned: readonly string[];
}

/** Checks the signature of received parameters with each of the keys. @returns null if none fits */
export const checkSignature = (fields: CallbackFields, keys: readonly string[]): RightSignature | null => {
  const given = fields.get('signature')?.toLowerCase();
  if (!given) return null;
  for (const key of keys.filter(Boolean))
    for (const unsigned of UNSIGNED_VARIANTS) {
      if (!unsigned.every((name) => fields.has(name))) continue;
      const params = [...fields].filter(([name]) => name !== 'signature' && !unsigned.some((one) => one === name));
      for (const hash of ['sha256', 'sha1'] as const) if (secretsMatch(given, signatureOf(hash, key, params))) return { hash, unsigned };
    }
  return null;
};
