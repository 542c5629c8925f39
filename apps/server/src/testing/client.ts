import { type IncomingHttpHeaders, Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { PASSWORD } from './cast/sign-up.ts';
import type { ResponseOf, Contract, RequestOf } from '@stagedoor/contract';
import type { ErrorBody } from '@stagedoor/contract/errors';

export interface Answer<T> {
  status: number;
  headers: Headers;
  data: T;
  /** The body of an error response. */
  error: ErrorBody;
}

type Loose = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, Blob | readonly Blob[]>;
  uploadId?: string;
  headers?: Record<string, string>;
};

/** A typed client of the API over real HTTP. */
export interface Client {
  token: string | undefined;
  /** Sends a call and returns any response. */
  send<K extends keyof Contract>(
    key: K,
    request?: RequestOf<Contract[K]> & { headers?: Record<string, string> },
  ): Promise<Answer<ResponseOf<Contract[K]>>>;
  /** Sends a call that must succeed. */
  call<K extends keyof Contract>(
    key: K,
    request?: RequestOf<Contract[K]> & { headers?: Record<string, string> },
  ): Promise<ResponseOf<Contract[K]>>;
  /** Sends any request, without type checks. */
  raw(key: string, request?: Loose): Promise<Answer<unknown>>;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
}
/** Sends text, a form or nothing. */
type Send = (address: URL, method: string, headers: Record<string, string>, body: string | FormData | undefined) => Promise<Received>;

const sendByFetch: Send = async (address, method, headers, body) => {
  const response = await fetch(address, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Connections are kept for further calls. */
const agent = new Agent({ keepAlive: true });

const headersOf = (received: IncomingHttpHeaders): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  return headers;
};

/** By Node's own client: `fetch` takes three times as much processor time, and tests make many calls. Forms are left to `fetch`. */
const sendByAgent: Send = (address, method, headers, body) => {
  if (body instanceof FormData) return sendByFetch(address, method, headers, body);
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const length =
    body === undefined
      ? method === 'POST' || method === 'PUT'
        ? { 'content-length': '0' }
        : {}
      : { 'content-length': Buffer.byteLength(body) };
  // Headers as `fetch` has them.
  const own = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
  const call = request(address, { method, agent, headers: { ...own, ...headers, ...length } });
  call.on('error', reject).on('response', (response) => {
    const whole = (content: Buffer): void =>
      resolve({ status: response.statusCode!, headers: headersOf(response.headers), text: content.toString('utf8') });
    buffer(response).then(whole, reject);
  });
  call.end(body);
  return promise;
};

export interface ClientOptions {
  /** Of a server that is killed and started again: by `fetch`, which tells a lost connection by a TypeError. */
  mayBeKilled?: boolean;
  /**
   * As the web does, confirms by the cast's password when an admin's call is refused for want of a recent confirmation, and repeats it: tests move
   * the clock. `false` in tests about that.
   */
  confirms?: boolean;
}

export const createClient = (url: string, token?: string, { mayBeKilled = false, confirms = true }: ClientOptions = {}): Client => {
  const sendOne = mayBeKilled ? sendByFetch : sendByAgent;
  const sendOnce = async (key: string, options: Loose = {}): Promise<Answer<unknown>> => {
    const [method, path] = key.split(' ') as [string, string];
    const { params = {}, query = {}, body, files, uploadId, headers = {} } = options;
    const address = new URL(`/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`, url);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, String(value));
    let payload: string | FormData | undefined;
    if (files) {
      payload = new FormData();
      for (const [name, value] of Object.entries(body ?? {})) payload.append(name, String(value));
      if (uploadId) payload.append('uploadId', uploadId);
      for (const [name, value] of Object.entries(files))
        for (const file of value instanceof Blob ? [value] : value) payload.append(name, file, 'file.bin');
    } else if (body !== undefined) payload = JSON.stringify(body);
    const sent = {
      ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: token } : {}),
      ...headers,
    };
    const response = await sendOne(address, method, sent, payload);
    const { status, text } = response;
    // Downloads are returned as text.
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const json: unknown = text && (isJson || status >= 300) ? JSON.parse(text) : text ? { data: text } : undefined;
    return {
      status,
      headers: response.headers,
      data: (json as { data?: unknown } | undefined)?.data,
      error: json as ErrorBody,
    };
  };
  const raw = async (key: string, options?: Loose): Promise<Answer<unknown>> => {
    const answer = await sendOnce(key, options);
    if (!confirms || !key.includes(' /admin/') || answer.error?.error !== 'RECENT_LOGIN_REQUIRED') return answer;
    const confirmed = await sendOnce('POST /auth/confirm', { body: { password: PASSWORD } });
    return confirmed.status < 300 ? sendOnce(key, options) : answer;
  };
  const send = raw as Client['send'];
  return {
    token,
    raw,
    send,
    async call(key, request) {
      const answer = await send(key, request as never);
      if (answer.status >= 300) throw new Error(`${key} answered ${answer.status}: ${JSON.stringify(answer.error)}`);
      return answer.data;
    },
  };
};
