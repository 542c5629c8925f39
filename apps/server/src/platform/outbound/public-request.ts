import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import { chunksOf } from '../chunks.ts';
import { NotFetched, assertReachable, lookupReachable } from './fetch-public.ts';

export interface PublicRequests {
  /** For one request and all of its answer, in milliseconds. */
  timeoutMs: number;
  /** Longer answers are refused. */
  maxBytes: number;
  /** Networks in CIDR notation that may be reached besides the public internet, on any port and without encryption. */
  networks: readonly string[];
}

interface PublicRequest {
  method?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
}

/** The system's code of a request that wasn't answered in time, as failure-codes.ts finds it. */
const timedOut = (): Error => Object.assign(new NotFetched('no answer in time'), { code: 'TIMEOUT' });

/**
 * Sends requests to a company's server, like `fetch`: never into a private network, without following redirects, and within bounds of time and size.
 *
 * @throws NotFetched, or the error of the connection
 */
export const createPublicRequests = ({ timeoutMs, maxBytes, networks }: PublicRequests) => {
  const send = (url: URL, { method = 'GET', headers = {}, body }: PublicRequest, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      // A literal address is connected to without a lookup.
      if (isIP(host)) assertReachable(host, url.port, networks);
      if (url.protocol !== 'https:' && networks.length === 0) throw new NotFetched('not encrypted');
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      request(
        url,
        {
          method,
          agent: false,
          headers: { ...headers, ...length, 'accept-encoding': 'identity' },
          signal,
          lookup: lookupReachable(url.port, networks, resolveName),
        },
        resolve,
      )
        .on('error', reject)
        .end(body);
    });

  const read = async (response: IncomingMessage): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of chunksOf(response)) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        response.destroy();
        throw new NotFetched(`longer than ${maxBytes} bytes`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };

  return async (address: string, request: PublicRequest = {}): Promise<Response> => {
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NotFetched(`${url.protocol} is not the web`);
    if (url.username || url.password) throw new NotFetched('an address with a password');
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url, request, signal);
      const body = await read(response);
      const status = response.statusCode ?? 502;
      const headers = new Headers();
      for (const [name, value] of Object.entries(response.headers))
        for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
      const isEmpty = status === 204 || status === 205 || status === 304;
      return new Response(isEmpty ? null : new Uint8Array(body), { status, headers });
    } catch (error) {
      throw signal.aborted ? timedOut() : error;
    }
  };
};

export type SendPublicRequest = ReturnType<typeof createPublicRequests>;
