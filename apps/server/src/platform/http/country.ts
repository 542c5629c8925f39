import { createRequire } from 'node:module';
import { type CountryResponse, open } from 'maxmind';

/** The country of an address, two letters, or null where it isn't known. */
export type CountryOf = (ip: string) => string | null;

const MAX_CACHED = 10_000;

/** Looks addresses up in the database of countries that comes with the product (public domain, CC0). */
export const openCountries = async (): Promise<CountryOf> => {
  const path = createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  const reader = await open<CountryResponse & { country_code?: string }>(path, { cache: { max: MAX_CACHED } });
  return (ip) => {
    try {
      const found = reader.get(ip);
      return found?.country_code ?? found?.country?.iso_code ?? null;
    } catch {
      return null;
    }
  };
};
