import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/**
 * The IP address of a request outside of Fastify (sockets), computed as `trustProxy` does for all others.
 * @param proxies proxies whose `X-Forwarded-For` is trusted
 */
export const createAddressOf = (proxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const trust = proxies.length > 0 ? proxyAddress.compile([...proxies]) : (): boolean => false;
  return (request) => proxyAddress(request, trust);
};
