import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@stagedoor/contract/errors';
import { CodedError } from '../../platform/errors.ts';
import { codedErrorOf, errorBody } from '../../platform/http/errors.ts';
import { chooseLocale } from '../../platform/texts.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import { messageFor } from './refusals.ts';

/** A request to the live process and its response, with what every route needs of it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: URLSearchParams;
  token: string | undefined;
  /** The token came in the URL: URLs in the response carry it too. */
  tokenInQuery: boolean;
  /** Aborted when the response is sent or its connection lost. Made when it is first asked for: most requests never wait. */
  readonly signal: AbortSignal;
}

const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  LIVE_NOT_ON_AIR: 2,
  LIVE_ALREADY_PUBLISHING: 2,
  LIVE_FULL: 5,
  LIVE_KEY_BUSY: 60,
  LIVE_KEY_TRIES: 600,
  UNAVAILABLE: 2,
};

/** Requests of any origin are allowed (RFC 9725, section 4.1): access depends on the token, never on a cookie. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, ETag, Link, Retry-After, X-Media-Access',
} as const;
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, If-Match',
  'access-control-max-age': '86400',
} as const;

export const createExchange = (request: IncomingMessage, response: ServerResponse): Exchange => {
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  response.setHeader('x-content-type-options', 'nosniff');
  const address = request.url ?? '/';
  const mark = address.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1));
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const inQuery = query.get('token') ?? undefined;
  let controller: AbortController | undefined;
  return {
    request,
    response,
    path: mark < 0 ? address : address.slice(0, mark),
    query,
    token: bearer ?? inQuery,
    tokenInQuery: bearer === undefined && inQuery !== undefined,
    get signal() {
      if (!controller) {
        const own = new AbortController();
        controller = own;
        if (response.destroyed) own.abort();
        else response.once('close', () => own.abort());
      }
      return controller.signal;
    },
  };
};

export const respond = (
  { response }: Exchange,
  status: number,
  headers: Record<string, string | string[]> = {},
  body?: string | Buffer,
): void => {
  if (response.headersSent || response.destroyed) return;
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    ...(status === 204 ? {} : { 'content-length': String(content?.length ?? 0) }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : content);
};

const GZIP = /(?:^|,)[ \t]*(?:x-)?gzip[ \t]*(?:;[ \t]*q=([\d.]+)[ \t]*)?(?:,|$)/i;

/** Whether a response may be compressed with gzip: it is named, and not with a weight of 0 (RFC 9110, section 12.5.3). */
export const acceptsGzip = ({ request }: Pick<Exchange, 'request'>): boolean => {
  const named = GZIP.exec(String(request.headers['accept-encoding'] ?? ''));
  return named !== null && Number(named[1] ?? 1) > 0;
};

export const respondPreflight = (exchange: Exchange, more: Record<string, string | string[]> = {}): void =>
  respond(exchange, 204, { ...PREFLIGHT, ...more });

/** Responds with an HTTP status that no error code of the contract has. */
export const respondStatus = (exchange: Exchange, status: number, code: ErrorCode): void => {
  respondError(exchange, new CodedError(code), status);
};

/** Responds with the error body of the contract, in the caller's language. @returns the error that was sent */
export const respondError = (exchange: Exchange, error: unknown, status?: number): CodedError => {
  const coded = error instanceof CodedError ? error : codedErrorOf(error);
  const { request, response, query } = exchange;
  const locale = chooseLocale(query.get('locale') ?? undefined, request.headers['accept-language']);
  const body = errorBody(coded, locale);
  const retryAfter = RETRY_AFTER_SECONDS[coded.code];
  respond(
    exchange,
    status ?? coded.status,
    {
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(request.complete || request.method === 'GET' || request.method === 'HEAD' ? {} : { connection: 'close' }),
    },
    JSON.stringify({ ...body, message: messageFor(request, coded, locale) ?? body.message, statusCode: status ?? body.statusCode }),
  );
  // The rest of the request's body is not read.
  if (!request.complete) response.once('finish', () => request.destroy());
  return coded;
};

/**
 * A request's body as text. The server's request timeout ends one that doesn't complete.
 * @throws CodedError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, BAD_REQUEST (aborted)
 */
export const readBody = async ({ request }: Exchange, type: string): Promise<string> => {
  const given = request.headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  if (given !== type) throw new CodedError('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new CodedError('PAYLOAD_TOO_LARGE');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (): void => reject(new CodedError('BAD_REQUEST'));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) {
        request.pause();
        request.removeAllListeners('data');
        reject(new CodedError('PAYLOAD_TOO_LARGE'));
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', fail);
    request.once('close', fail);
  });
};

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/**
 * The address that tells two clients of one token apart. Behind the web nodes of several machines it is what they forward: their own addresses
 * change from request to request. Nothing is granted by it.
 */
export const clientAddress = (request: IncomingMessage): string => {
  const forwarded = request.headers['x-forwarded-for'];
  return forwarded === undefined ? (request.socket.remoteAddress ?? '') : String(forwarded).split(',').at(-1)!.trim().slice(0, 64);
};

/** The caller's IP address; `X-Forwarded-For` counts only from a proxy on this machine. */
export const callerAddress = (request: IncomingMessage): string => {
  const direct = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (!LOOPBACK.test(direct) || forwarded === undefined) return direct;
  return String(forwarded).split(',').at(-1)!.trim().slice(0, 64);
};
