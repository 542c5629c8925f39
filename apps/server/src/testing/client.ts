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

export const createClient = (url: string, token?: string): Client => {
  const raw = async (key: string, request: Loose = {}): Promise<Answer<unknown>> => {
    const [method, path] = key.split(' ') as [string, string];
    const { params = {}, query = {}, body, files, uploadId, headers = {} } = request;
    const address = new URL(`/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`, url);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, String(value));
    let payload: string | FormData | undefined;
    if (files) {
      payload = new FormData();
      for (const [name, value] of Object.entries((body as Record<string, unknown> | undefined) ?? {})) payload.append(name, String(value));
      if (uploadId) payload.append('uploadId', uploadId);
      for (const [name, value] of Object.entries(files))
        for (const file of Array.isArray(value) ? (value as Blob[]) : [value as Blob]) payload.append(name, file, 'file.bin');
    } else if (body !== undefined) payload = JSON.stringify(body);
    const response = await fetch(address, {
      method,
      headers: {
        ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: token } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    // Downloads are returned as text.
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const json: unknown = text && (isJson || !response.ok) ? JSON.parse(text) : text ? { data: text } : undefined;
    return {
      status: response.status,
      headers: response.headers,
      data: (json as { data?: unknown } | undefined)?.data,
      error: json as ErrorBody,
    };
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
