import type { IncomingMessage } from 'node:http';
import { SocketAddress, isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';

/** IPv4 in IPv6 (RFC 4291, 2.5.5.2), as `SocketAddress` writes it. */
const MAPPED = '::ffff:';

/**
 * One spelling for each IP address: without port, brackets and zone, IPv4 where it is mapped into IPv6. Proxies and dual-stack sockets write
 * the same address in several ways, and whoever compares it (country blocks, limits) must not depend on that.
 */
export const normalizeAddress = (address: string): string => {
  const trimmed = address.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const [plain = ''] = bare.split('%');
  if (!isIPv6(plain)) return plain;
  const canonical = new SocketAddress({ address: plain, family: 'ipv6' }).address;
  return canonical.startsWith(MAPPED) && canonical.includes('.') ? canonical.slice(MAPPED.length) : canonical;
};

/**
 * The IP address of a request outside of Fastify (sockets), computed as `trustProxy` does for all others.
 * @param proxies proxies whose `X-Forwarded-For` is trusted
 */
export const createAddressOf = (proxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const trust = proxies.length > 0 ? proxyAddress.compile([...proxies]) : (): boolean => false;
  return (request) => normalizeAddress(proxyAddress(request, trust));
};
