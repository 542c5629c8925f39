import { portOf } from '../../platform/bound-port.ts';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { CodedError } from '../../platform/errors.ts';
import { isRough, refuseRough, refuseTunnel } from '../../platform/http/rough-requests.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type Exchange, createExchange, respondError } from './http.ts';
import { type Overload, createOverload, isDispensable } from './overload.ts';
import { IDLE_MS, type Limits, MAX_HEADER_BYTES } from './limits.ts';

/** Interval at which slow requests are looked for. */
const CONNECTIONS_CHECK_MS = 1_000;

/** Answers a request. @returns whether it was one of its own */
export type MediaRoute = (exchange: Exchange) => Promise<boolean>;

const answer = async (
  routes: readonly MediaRoute[],
  log: Log,
  overload: Overload,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const exchange = createExchange(request, response);
  try {
    if (overload.isOverloaded() && isDispensable(exchange)) throw new CodedError('LIVE_FULL');
    for (const route of routes) if (await route(exchange)) return;
    throw new CodedError('NOT_FOUND');
  } catch (error) {
    if (!(error instanceof CodedError)) log.error({ err: error, path: exchange.path }, 'a request failed');
    if (response.headersSent) response.destroy();
    else respondError(exchange, error);
  }
};

/** The live process's HTTP server: offers each request to the routes in order, and bounds slow clients. */
export const createMediaServer = (routes: readonly MediaRoute[], { limits, log }: { limits: Limits; log: Log }): Server => {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.requestMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    keepAliveTimeout: IDLE_MS,
    noDelay: true,
  };
  const overload = createOverload(limits.overloadedMs);
  const server = createServer(options, (request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    if (isRough(request)) {
      refuseRough(request, response);
      return;
    }
    answer(routes, log, overload, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a request failed without an answer');
      response.destroy();
    });
  });
  server.on('connect', refuseTunnel);
  server.once('close', overload.close);
  server.maxConnections = limits.connections;
  // Closes connections whose client doesn't read.
  server.setTimeout(IDLE_MS);
  return server;
};

/** @param port 0 for any @returns the port it listens on @throws when the port is taken */
export const listen = async (server: Server, port: number, host: string): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return portOf(server);
};

/** Stops listening and cuts every connection. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
