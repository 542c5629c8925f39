import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an IPv6 address, as numbers; dotted ends and zones included. */
export const groupsOf = (address: string): number[] => {
  const dotted = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail = ''] = dotted.split('::');
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0), ...after];
};

/**
 * The IPv4 address inside an IPv6 one that belongs to a translator (NAT64: RFC 6052 and RFC 8215) or a tunnel (6to4: RFC 3056): it tells where
 * the caller is. Undefined for all others.
 */
export const embeddedIpv4 = (ip: string): string | undefined => {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  const [a, b, c, d, e, f, g, h] = groups as [number, number, number, number, number, number, number, number];
  const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (a === 0x2002) return dotted(b, c);
  if (a !== 0x64 || b !== 0xff9b) return undefined;
  if (c === 0 && d === 0 && e === 0 && f === 0) return dotted(g, h);
  // A network of its own within it has any length; the longest, /96, is what translators use.
  return c === 1 ? dotted(g, h) : undefined;
};

/**
 * The network counted as one visitor: the /64 of an IPv6 address, within which one machine may choose its addresses; an IPv4 address itself,
 * also when it is mapped, translated or tunnelled into IPv6.
 */
export const networkOf = (ip: string): string => {
  const [address = ''] = (MAPPED.exec(ip)?.[1] ?? embeddedIpv4(ip) ?? ip).split('%');
  if (!isIPv6(address)) return address;
  return groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
};
