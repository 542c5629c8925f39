import { isIP } from 'node:net';
import { normalizeAddress } from '../platform/http/address.ts';
import { isInNetworks } from '../platform/outbound/public-address.ts';

/** A network in CIDR notation; undefined for a line that is none. */
const networkOf = (line: string): string | undefined => {
  const [address = '', bits, ...rest] = line.split('/');
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  if (version === 0 || rest.length > 0) return undefined;
  if (bits === undefined) return `${address}/${most}`;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? line : undefined;
};

/**
 * Returns whether a callback’s sender is in the owner's list of addresses and networks, one a line. An empty list allows all; a list without any readable line
 * allows none.
 */
export const isAllowedSender = (ip: string, list: string): boolean => {
  const lines = list.split(/[\s,]+/).filter(Boolean);
  if (lines.length === 0) return true;
  const address = normalizeAddress(ip);
  return (
    isIP(address) !== 0 &&
    isInNetworks(
      address,
      lines.map(networkOf).filter((network) => network !== undefined),
    )
  );
};
