import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route receives files, which may take long; it ends idle connections itself. */
    receivesFiles?: boolean;
  }
}

/** Time for the whole body of a request without files, of 1 MiB at most: over 17 kB a second. */
const BODY_MS = 60_000;

/** A client that doesn't close its side after the answer is disconnected. */
const LINGER_MS = 500;

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Closes connections whose request body doesn't end in time: a client that sends a byte now and then would hold its connection for ever.
 * (Node's own `requestTimeout` knows no routes, so it would end long uploads too.)
 */
export const registerBodyDeadline = (server: FastifyInstance, timeoutMs = BODY_MS): void => {
  server.addHook('onRequest', async (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
    if (!encoding && !Number(length)) return;
    if (request.routeOptions.config.receivesFiles && !type.startsWith('application/json')) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      const { socket } = raw;
      if (socket.destroyed) return;
      socket.end(TIMED_OUT);
      // Destroyed at once, a connection whose client still sends would be reset, and the answer lost on its way.
      const linger = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(linger));
    }, timeoutMs);
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
};
