import { CONTRACT, type Contract, type Endpoint, type ResponseOf } from '@stagedoor/contract';
import { COMMON_ERRORS, ERRORS, type ErrorCode } from '@stagedoor/contract/errors';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { keysOf } from '@stagedoor/contract/keys.values';
import { uploadsTo } from './upload-double.ts';

type Key = keyof Contract & string;

/** A request as the component sent it. */
export interface SentRequest {
  key: Key;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The JSON body, or the fields of a form. */
  body: unknown;
  idempotencyKey: string | null;
}

type Reply = () => Promise<Response>;

interface Route {
  key: Key;
  pattern: RegExp;
  names: readonly string[];
}

const ROUTES: readonly Route[] = keysOf(CONTRACT).map((key) => {
  const path = key.slice(key.indexOf(' ') + 1);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return { key, names, pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`) };
});

/** Paths without parameters win over those with some, as in the server's router. */
const routeOf = (method: string, pathname: string): Route | undefined =>
  ROUTES.filter(({ key, pattern }) => key.startsWith(`${method} `) && pattern.test(pathname)).toSorted(
    (one, other) => one.names.length - other.names.length,
  )[0];

const endpointOf = (key: Key): Endpoint => CONTRACT[key];

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const locale = (): 'en' | 'es' => (document.documentElement.lang === 'es' ? 'es' : 'en');

/**
 * Stands for the site's API in a component test: what a component sends must satisfy the contract, what it is answered must too. A call
 * without an answer fails the test.
 */
export class ApiDouble {
  /** Every request so far, oldest first. */
  readonly requests: SentRequest[] = [];
  /** Violations of the contract; the test fails when there are any. */
  readonly problems: string[] = [];
  readonly #replies = new Map<Key, Reply>();

  /** Answers a call with data of the contract's shape from now on. */
  answer<K extends Key>(key: K, data: ResponseOf<Contract[K]>): void {
    const parsed = endpointOf(key).output.safeParse(data);
    if (!parsed.success) throw new Error(`The answer given for ${key} is not of the contract's shape: ${parsed.error.message}`);
    this.#replies.set(key, () => Promise.resolve(json(endpointOf(key).status ?? 200, { data })));
  }

  /** Answers a call with a failure that has no words from now on, as a proxy does. */
  refuseWithoutWords(key: Key): void {
    this.#replies.set(key, () => Promise.resolve(json(400, {})));
  }

  /** Refuses a call with one of its codes from now on. */
  refuse(key: Key, code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): void {
    const { errors = [], stepUp } = endpointOf(key);
    const isStepUp = stepUp === true && code === 'RECENT_LOGIN_REQUIRED';
    if (!isStepUp && !COMMON_ERRORS.includes(code) && !errors.includes(code)) throw new Error(`${key} does not declare ${code}.`);
    const sentence = (): string => TEXTS[`errors.${code}`][locale()];
    this.#replies.set(key, () =>
      Promise.resolve(json(ERRORS[code], { statusCode: ERRORS[code], error: code, message: sentence(), details })),
    );
  }

  /** Refuses one field of a call from now on, with a sentence of the server. */
  refuseField(key: Key, property: string, sentence: Readonly<Record<'en' | 'es', string>>): void {
    const message = (): object[] => [{ property, constraints: { refused: sentence[locale()] } }];
    this.#replies.set(key, () => Promise.resolve(json(422, { statusCode: 422, error: 'VALIDATION_FAILED', message: message() })));
  }

  /** Loses every request of a call from now on, as without a network. */
  lose(key: Key): void {
    this.#replies.set(key, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  /** Holds the answer of a call back. @returns a function that releases it */
  hold(key: Key): () => void {
    const reply = this.#replies.get(key);
    if (!reply) throw new Error(`${key} has no answer to hold back.`);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#replies.set(key, async () => {
      await promise;
      return reply();
    });
    return resolve;
  }

  /** The requests of one call, oldest first. */
  sent(key: Key): readonly SentRequest[] {
    return this.requests.filter((request) => request.key === key);
  }

  /** Replaces `fetch`, and `XMLHttpRequest` for uploads, until the returned function is called. */
  install(): () => void {
    const original = globalThis.fetch;
    const uploads = globalThis.XMLHttpRequest;
    globalThis.XMLHttpRequest = uploadsTo(({ method, address, form, headers }) =>
      this.#handle(method, address, Object.fromEntries(form), headers),
    );
    globalThis.fetch = (input, options) => {
      const request = new Request(input, options);
      const address = new URL(request.url);
      if (!address.pathname.startsWith('/api/')) return original(input, options);
      // An aborted request is not sent.
      if (request.signal.aborted) return Promise.reject(request.signal.reason);
      return request.text().then((text) => this.#handle(request.method, address, text ? JSON.parse(text) : undefined, request.headers));
    };
    return () => {
      globalThis.fetch = original;
      globalThis.XMLHttpRequest = uploads;
    };
  }

  async #handle(method: string, address: URL, body: unknown, headers: Headers): Promise<Response> {
    const route = routeOf(method, address.pathname);
    if (!route) return this.#fail(`${method} ${address.pathname} is not in the contract`);
    const found = route.pattern.exec(address.pathname)!.slice(1);
    const params = Object.fromEntries(route.names.map((name, place) => [name, decodeURIComponent(found[place]!)]));
    const query = Object.fromEntries(address.searchParams);
    const sent: SentRequest = {
      key: route.key,
      params,
      query,
      body,
      idempotencyKey: headers.get('idempotency-key'),
    };
    this.requests.push(sent);
    this.#check(sent);
    const reply = this.#replies.get(route.key);
    return reply ? reply() : this.#fail(`${route.key} was called without an answer for it`);
  }

  #check({ key, params, query, body }: SentRequest): void {
    const endpoint = endpointOf(key);
    const { locale: _locale, ...asked } = query;
    for (const [part, schema, value] of [
      ['params', endpoint.params, params],
      ['query', endpoint.query, asked],
      ['body', endpoint.body, body],
    ] as const) {
      const parsed = schema?.safeParse(value);
      if (parsed?.success === false) this.problems.push(`${key}: the contract refuses its ${part}: ${parsed.error.message}`);
    }
  }

  #fail(problem: string): Response {
    this.problems.push(problem);
    return json(500, { statusCode: 500, error: 'INTERNAL', message: problem });
  }
}
