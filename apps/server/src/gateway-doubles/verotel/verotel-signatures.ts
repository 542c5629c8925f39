import { createHash } from 'node:crypto';
import type { Fields } from '../double-server.ts';

export type SignatureHash = 'sha256' | 'sha1';

/** Parameters of an order that its signature covers. All others, such as `email`, stay out of it. */
const SIGNED = new Set(
  (
    'version shopID priceAmount priceCurrency paymentMethod description referenceID saleID custom1 custom2 custom3 subscriptionType period name ' +
    'trialAmount trialPeriod cancelDiscountPercentage type successURL declineURL precedingSaleID upgradeOption mcc ' +
    'subCreditorName subCreditorId subCreditorCountry'
  ).split(' '),
);

/** Signs fields: sorted by their names in byte order, so that capitals come first. */
export const sign = (fields: Fields, key: string, hash: SignatureHash): string => {
  const parts = Object.keys(fields)
    .toSorted((left, right) => (left < right ? -1 : 1))
    .map((name) => `${name}=${fields[name]}`);
  return createHash(hash)
    .update([key, ...parts].join(':'), 'utf8')
    .digest('hex');
};

/** Signs what a site sends: empty and unsigned parameters are left out. */
export const signRequest = (fields: Fields, key: string, hash: SignatureHash): string =>
  sign(Object.fromEntries(Object.entries(fields).filter(([name, value]) => SIGNED.has(name) && value !== '')), key, hash);
