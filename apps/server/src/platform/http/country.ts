import { createRequire } from 'node:module';
import { type CountryResponse, open } from 'maxmind';
import { embeddedIpv4 } from '../network.ts';

/** The country code of an IP address, or null if unknown. Translated and tunnelled addresses are where their IPv4 address is. */
export type CountryOf = (ip: string) => string | null;

const MAX_CACHED = 10_000;

/** Opens the bundled GeoIP country database (public domain, CC0). */
export const openCountries = async (): Promise<CountryOf> => {
  const path = createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  const reader = await open<CountryResponse & { country_code?: string }>(path, { cache: { max: MAX_CACHED } });
  return (ip) => {
    try {
      const record = reader.get(embeddedIpv4(ip) ?? ip);
      return record?.country_code ?? record?.country?.iso_code ?? null;
    } catch {
      return null;
    }
  };
};
