import { errorOf } from '../thrown.ts';
import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { isInNetworks, isPublicAddress } from './public-address.ts';
import { chunksOf } from '../chunks.ts';

/** Why nothing was fetched: the address may not be reached, or the answer is no use. */
type NotFetchedReason = 'address' | 'answer' | 'size';

/** Nothing was fetched. The message is for the log. */
export class NotFetched extends Error {
  readonly reason: NotFetchedReason;
  constructor(message: string, reason: NotFetchedReason = 'address') {
    super(message);
    this.reason = reason;
  }
}

const MAX_REDIRECTS = 3;
const PORTS: readonly string[] = ['', '80', '443'];
const USER_AGENT = 'Mozilla/5.0 (compatible; StagedoorPreview/1.0)';

/** Answers all addresses of a name. */
export type Resolve = (
  hostname: string,
  options: { all: true; verbatim: true },
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface FetchOptions {
  /** What is accepted, by the beginning of the content type. */
  accept: string;
  maxBytes: number;
  /** Takes the first `maxBytes` of what is longer, instead of refusing it. */
  truncates?: boolean;
  /** Headers of the request. They go where redirects lead too, so that a secret needs `maxRedirects: 0`. */
  headers?: Readonly<Record<string, string>>;
  /** 3 unless given. */
  maxRedirects?: number;
  /** For all of it, redirects included, in milliseconds. */
  timeoutMs: number;
  /** Networks in CIDR notation that may be reached besides the public internet, on any port. */
  networks: readonly string[];
  /** The system's, unless given. */
  resolve?: Resolve;
}

export interface Fetched {
  /** After redirects. */
  url: string;
  contentType: string;
  body: Buffer;
}

/** @throws NotFetched unless the address may be reached */
export const assertReachable = (address: string, port: string, networks: readonly string[]): void => {
  if (isInNetworks(address, networks)) return;
  if (!isPublicAddress(address)) throw new NotFetched(`${address} is not a public address`);
  if (!PORTS.includes(port)) throw new NotFetched(`port ${port} is not one of the web's`);
};

/**
 * Resolves a name to addresses that may be reached, and connects to exactly those: a name that answers differently the second time gains
 * nothing. One address inside a private network refuses them all.
 */
export const lookupReachable =
  (port: string, networks: readonly string[], resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) return callback(error, '');
      try {
        for (const { address } of addresses) assertReachable(address, port, networks);
      } catch (refusal) {
        return callback(errorOf(refusal), '');
      }
      const [first] = addresses;
      if (!first) return callback(new NotFetched(`${hostname} has no address`), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });

const open = (
  url: URL,
  { accept, headers: given, networks, resolve: resolveHost = resolveName }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A literal address is connected to without a lookup.
    if (isIP(host)) assertReachable(host, url.port, networks);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { accept: `${accept}*;q=1, */*;q=0.1`, 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...given };
    send(url, { agent: false, headers, signal, lookup: lookupReachable(url.port, networks, resolveHost) }, resolve)
      .on('error', reject)
      .end();
  });

const bodyOf = async (response: IncomingMessage, { maxBytes, truncates = false }: FetchOptions): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(response)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < maxBytes) continue;
    response.destroy();
    if (!truncates) throw new NotFetched(`longer than ${maxBytes} bytes`, 'size');
    break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
};

/**
 * Fetches a page or a picture from the public internet for somebody else, without their address or cookies. Addresses inside private
 * networks are refused, also those reached by a redirect or a name that resolves to one.
 *
 * @throws NotFetched, or the error of the connection
 */
export const fetchPublic = async (address: string, options: FetchOptions): Promise<Fetched> => {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const { maxRedirects = MAX_REDIRECTS } = options;
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NotFetched(`${url.protocol} is not the web`);
    if (url.username || url.password) throw new NotFetched('an address with a password');
    const response = await open(url, options, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location) {
      response.destroy();
      url = new URL(location, url);
      continue;
    }
    const contentType = response.headers['content-type'] ?? '';
    if (status !== 200 || !contentType.startsWith(options.accept)) {
      response.destroy();
      throw new NotFetched(`answered ${status}, ${contentType}`, 'answer');
    }
    return { url: url.href, contentType, body: await bodyOf(response, options) };
  }
  throw new NotFetched('too many redirects', 'answer');
};
