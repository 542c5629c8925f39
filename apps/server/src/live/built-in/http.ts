import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@stagedoor/contract/errors';
import { CodedError } from '../../platform/errors.ts';
import { codedErrorOf, errorBody } from '../../platform/http/errors.ts';
import { chooseLocale } from '../../platform/texts.ts';
import { MAX_BODY_BYTES } from './limits.ts';

/** One request of the live process, read as far as every route needs it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: URLSearchParams;
  token: string | undefined;
  /** The token came in the address: addresses given out carry it on. */
  tokenInQuery: boolean;
  /** Ends with the connection. */
  signal: AbortSignal;
}

const AGAIN_IN_SECONDS: Partial<Record<ErrorCode, number>> = {
  LIVE_NOT_ON_AIR: 2,
  LIVE_ALREADY_PUBLISHING: 2,
  LIVE_FULL: 5,
  UNAVAILABLE: 2,
};

/** Players of any site may ask (RFC 9725, section 4.1): what is given depends on the token, never on a cookie. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, ETag, Link, Retry-After',
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
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return {
    request,
    response,
    path: mark < 0 ? address : address.slice(0, mark),
    query,
    token: bearer ?? inQuery,
    tokenInQuery: bearer === undefined && inQuery !== undefined,
    signal: controller.signal,
  };
};

export const answer = ({ response }: Exchange, status: number, headers: Record<string, string> = {}, body?: string | Buffer): void => {
  if (response.headersSent || response.destroyed) return;
  const content = body === undefined ? undefined : Buffer.from(body);
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    ...(status === 204 ? {} : { 'content-length': String(content?.length ?? 0) }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : content);
};

export const answerPreflight = (exchange: Exchange, more: Record<string, string> = {}): void =>
  answer(exchange, 204, { ...PREFLIGHT, ...more });

/** Answers with a status of HTTP's own, where no code of the contract has that status. */
export const answerStatus = (exchange: Exchange, status: number, code: ErrorCode): void => {
  answerError(exchange, new CodedError(code), status);
}; /** The site's body of a failure, in the caller's language. @returns the code it was answered with */
export const answerError = (exchange: Exchange, error: unknown, status?: number): CodedError => {
  const coded = error instanceof CodedError ? error : codedErrorOf(error);
  const { request, response, query } = exchange;
  const body = errorBody(coded, chooseLocale(query.get('locale') ?? undefined, request.headers['accept-language']));
  const again = AGAIN_IN_SECONDS[coded.code];
  answer(
    exchange,
    status ?? coded.status,
    {
      'content-type': 'application/json; charset=utf-8',
      ...(again === undefined ? {} : { 'retry-after': String(again) }),
      ...(request.complete || request.method === 'GET' || request.method === 'HEAD' ? {} : { connection: 'close' }),
    },
    JSON.stringify({ ...body, statusCode: status ?? body.statusCode }),
  );
  // Whatever else somebody wants to send is not waited for.
  if (!request.complete) response.once('finish', () => request.destroy());
  return coded;
};

/**
 * A request's body as text. One that never ends is broken off by the server's time limit for requests.
 * @throws CodedError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, BAD_REQUEST (broken off)
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

/** Are two secrets the same? Takes as long whether they are or not. */
export const sameSecret = (given: string | undefined, secret: string | undefined): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(secret ?? '')) && (given === undefined) === (secret === undefined);
};

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Where somebody calls from; a proxy of this machine is believed. */
export const callerAddress = (request: IncomingMessage): string => {
  const direct = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (!LOOPBACK.test(direct) || forwarded === undefined) return direct;
  return String(forwarded).split(',').at(-1)!.trim().slice(0, 64);
};
