import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CodedError } from '../errors.ts';
import { chooseLocale } from '../texts.ts';
import { errorBody } from './errors.ts';

/** A request whose headers aren't complete by then is ended with 408. */
const HEADERS_MS = 20_000;
/** Between two searches for such requests: together less than half a minute. */
const HEADERS_CHECK_MS = 5_000;

/** A name or an IPv4 address, or an IPv6 address in brackets, with a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Paths that a URL parser would read as another host. */
const OTHER_HOST = /^[/\\]{2}/;
/** PostgreSQL takes no text with it. */
const ZERO_BYTE = /%00/;

const hostsIn = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]!.length === 4 && rawHeaders[at - 1]!.toLowerCase() === 'host');

const canBeDecoded = (path: string): boolean => {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return !ZERO_BYTE.test(path);
  } catch {
    return false;
  }
};

/**
 * Finds requests that handlers could understand differently: a target that isn't a path, several or malformed Host headers, a path that
 * can't be decoded. Browsers and proxies send none of them.
 */
export const isRough = ({ url = '', rawHeaders, httpVersion }: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'httpVersion'>): boolean => {
  const hosts = hostsIn(rawHeaders);
  // Probes of balancers speak HTTP/1.0 without it.
  const isHostFine = hosts.length === 1 ? HOST.test(hosts[0]!) : hosts.length === 0 && httpVersion === '1.0';
  if (!isHostFine || !url.startsWith('/') || OTHER_HOST.test(url)) return true;
  const mark = url.indexOf('?');
  return !canBeDecoded(mark < 0 ? url : url.slice(0, mark));
};

/** Answers a rough request with 400. */
export const refuseRough = (request: IncomingMessage, response: ServerResponse): void => {
  const body = errorBody(new CodedError('BAD_REQUEST'), chooseLocale(undefined, request.headers['accept-language']));
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
};

/** Answers CONNECT: without a listener Node closes the connection in silence. */
export const refuseTunnel = (_request: IncomingMessage, socket: Duplex): void => {
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 405 ${STATUS_CODES[405]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};

/** Refuses rough requests before any other listener of the server: routes, pages, files and sockets. Call it after all have been added. */
export const guardRequests = (server: Server): void => {
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isRough(request)) refuseRough(request, response);
    else for (const listener of listeners) listener.call(server, request, response);
  });
  server.on('connect', refuseTunnel);
};

const isSocketRequest = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && request.url?.startsWith('/socket.io/') === true && !isRough(request);

/**
 * Options of the site's HTTP server.
 * @param headersMs instead of HEADERS_MS; for tests
 * @param isDevelopment other listeners take upgrades too
 */
export const httpOptions = (headersMs = HEADERS_MS, isDevelopment = false): ServerOptions => ({
  // Node would derive it from the time for whole requests, which has no limit because uploads last.
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.min(headersMs, HEADERS_CHECK_MS),
  // Other upgrades are ignored, as HTTP allows: the request is answered without one.
  ...(isDevelopment ? {} : { shouldUpgradeCallback: isSocketRequest }),
});
