import type { AddressInfo } from 'node:net';

/** The port of a server; undefined while it doesn't listen, or listens at a path. */
export const boundPort = (server: { address(): AddressInfo | string | null }): number | undefined => {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
};

/** The port of a server that listens. @throws Error for one that doesn't */
export const portOf = (server: { address(): AddressInfo | string | null }): number => {
  const port = boundPort(server);
  if (port === undefined) throw new Error('The server doesn’t listen at a port.');
  return port;
};
