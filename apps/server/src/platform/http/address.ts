import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/**
 * The address a request came from, where it passes by the server's own pipeline (sockets): as `trustProxy` has it for all others.
 * @param proxies whose `X-Forwarded-For` counts; none when it isn't believed
 */
export const createAddressOf = (proxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const trust = proxies.length > 0 ? proxyAddress.compile([...proxies]) : (): boolean => false;
  return (request) => proxyAddress(request, trust);
};
