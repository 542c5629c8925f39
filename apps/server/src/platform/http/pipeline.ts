import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { errorsOf } from '@stagedoor/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Viewer } from '../auth/viewer.ts';
import { asCostlyRead, mayBeCostly } from '../database/costly-reads.ts';
import type { Idempotency } from '../database/database.ts';
import { collectShown, isCollecting, noteAnswer, noteAsked, noteShortLived } from '../caching/shown.ts';
import { CodedError, FieldsError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { FreeSpaceOf, Uploads } from '../uploads/uploads.ts';
import { amountPathsOf, stepProblems } from './amount-units.ts';
import { type Admit, DEVICE_COOKIE, SESSION_COOKIE, isUnsafe } from './admission.ts';
import type { Call, Handlers } from './call.ts';
import { codedErrorOf, errorBody } from './errors.ts';
import { type ContentSource, type ReceivedForm, receiveMultipart } from './multipart.ts';
import { localeOf } from './locale.ts';
import type { ResponseCache } from './response-cache.ts';
import { fieldErrors } from './validation.ts';

/** As long as browsers store a cookie, in seconds. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;
const API_PREFIX = '/api';
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export interface PipelineOptions {
  platform: Platform;
  admit: Admit;
  responseCache: ResponseCache;
  /** Purges what is cached of the site as a whole; called after an admin changed something. */
  purgeGeneral: () => Promise<void>;
  uploads: Uploads;
  freeSpaceOf: FreeSpaceOf;
  /** Validate every response and fail on keys the contract doesn't have: for tests and development. */
  strictAnswers: boolean;
}

const splitKey = (key: EndpointKey): { method: string; url: string } => {
  const [method, path] = key.split(' ') as [string, string];
  return { method, url: path.replace(/\{(\w+)\}/g, ':$1') };
};

/** Whether the endpoint also takes JSON: all of its files are optional. */
const takesJson = ({ files }: Endpoint): boolean => Object.values(files ?? {}).every(({ optional }) => optional === true);

type Parsed = { value: { params: unknown; query: unknown; body: unknown; files: unknown } } | { issues: z.core.$ZodIssue[] };

/** Validates params, query and body, and collects the issues of all three. */
const parseInput = (endpoint: Endpoint, request: FastifyRequest, received: ReceivedForm | undefined): Parsed => {
  const issues: z.core.$ZodIssue[] = [];
  const read = (schema: z.ZodType | undefined, raw: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(raw, { reportInput: true });
    if (result.success) return result.data;
    issues.push(...result.error.issues);
    return undefined;
  };
  const value = {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body: read(endpoint.body, received ? received.fields : (request.body ?? {})),
    files: received?.files ?? (endpoint.files && Object.fromEntries(Object.keys(endpoint.files).map((name) => [name, []]))),
  };
  return issues.length > 0 ? { issues } : { value };
};

/** JSON with sorted keys, so that the same input has the same hash. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const idempotencyOf = (
  endpoint: Endpoint,
  route: EndpointKey,
  request: FastifyRequest,
  viewer: Viewer,
  received: ReceivedForm | undefined,
): Idempotency | undefined => {
  if (!isUnsafe(request.method) || endpoint.idempotency === 'none' || viewer.kind !== 'account') return undefined;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  if (!IDEMPOTENCY_KEY.test(key)) throw new CodedError('BAD_REQUEST');
  const files = Object.values(received?.files ?? {}).flatMap((list) => list.map(({ field, sha256 }) => [field, sha256]));
  const input = canonical([request.params, request.query, received ? received.fields : (request.body ?? null), files]);
  return { accountId: viewer.accountId, route, key, inputHash: hash('sha256', input) };
};

/** Throws when the handler returned keys that the contract doesn't have: the output schema would drop them silently. */
const assertNoSurplusKeys = (route: string, answer: unknown, result: unknown, path = 'data'): void => {
  if (!result || typeof result !== 'object' || !answer || typeof answer !== 'object') return;
  for (const [key, value] of Object.entries(result)) {
    if (value === undefined) continue;
    if (!(key in answer)) throw new Error(`${route} answers ${path}.${key}, which its contract does not have`);
    assertNoSurplusKeys(route, (answer as Record<string, unknown>)[key], value, `${path}.${key}`);
  }
};

/**
 * Binds the endpoints of a module to their handlers. Every call runs through the same steps: authentication →
 * authorization → rate limit → input validation → idempotency → handler → output schema → errors by code.
 */
export const createBinder = (app: FastifyInstance, options: PipelineOptions) => {
  const { platform, admit, responseCache, purgeGeneral, uploads, freeSpaceOf, strictAnswers } = options;
  const secureCookies = platform.config.publicUrl.startsWith('https:');

  const { assertRoomFor } = platform.diskSpace;

  /** Where the caller's content may come from, and how much of it may be stored. */
  const contentSourceOf = (viewer: Viewer): ContentSource => {
    if (viewer.kind !== 'account') return { assertRoomFor };
    const { accountId } = viewer;
    return {
      assertRoomFor,
      takeUpload: (purposes, id) => uploads.take(accountId, purposes, id),
      freeSpace: () => freeSpaceOf(platform.database, accountId),
    };
  };

  const bindOne = (key: EndpointKey, endpoint: Endpoint, handler: (call: Call, input: unknown) => unknown): void => {
    const { method, url } = splitKey(key);
    const amountPaths = amountPathsOf(endpoint.body);
    const status = endpoint.status ?? 200;
    const parseAnswer = strictAnswers || !endpoint.hot;
    const listed = new Set<string>(errorsOf(endpoint));

    /** The handler's answer and what it shows, which is noted only where it may be cached: by itself, or in a page. */
    const answer = async (call: Call, input: { params: unknown; query: unknown }, isKept: boolean) => {
      const run = () =>
        method === 'GET' && mayBeCostly(endpoint, input.query) ? asCostlyRead(() => handler(call, input)) : handler(call, input);
      if (!isKept && !isCollecting()) return { result: await run(), tags: [] };
      const { result, shown } = await collectShown(() => {
        noteAsked(input.params, input.query);
        return run();
      });
      noteAnswer(shown);
      return { result, tags: shown.tags };
    };

    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const locale = localeOf(request);
      let received: ReceivedForm | undefined;
      let failure: CodedError | undefined;
      let accountId: string | null = null;
      try {
        const { viewer, country, lighten } = await admit(request, endpoint);
        if (viewer.kind === 'account') accountId = viewer.accountId;

        const cacheKey = endpoint.kept && viewer.kind === 'visitor' ? `${locale} ${country} ${request.url}` : undefined;
        const cached = cacheKey && responseCache.get(cacheKey);
        if (cached) {
          noteAnswer(cached.shown);
          reply.code(status).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
          return cached.body;
        }
        const store = cacheKey ? responseCache.begin(cacheKey) : undefined;
        if (!endpoint.files && request.isMultipart()) throw new CodedError('UNSUPPORTED_MEDIA_TYPE');
        if (endpoint.files && !(takesJson(endpoint) && !request.isMultipart()))
          received = await receiveMultipart(request, endpoint.files, { storage: platform.storage, ...contentSourceOf(viewer) });
        const input = parseInput(endpoint, request, received);
        if ('issues' in input) {
          await lighten();
          noteShortLived();
          reply.code(422).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
          return JSON.stringify({ statusCode: 422, error: 'VALIDATION_FAILED', message: fieldErrors(input.issues, locale) });
        }
        const unpayable = stepProblems(platform.settings, amountPaths, input.value.body);
        if (unpayable.length > 0) throw new FieldsError(unpayable);
        let savedAs = endpoint.download?.name;
        const call: Call = {
          viewer,
          locale,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          country,
          idempotency: idempotencyOf(endpoint, key, request, viewer, received),
          log: request.log as Call['log'],
          setSessionCookie: (token, maxAge) =>
            void reply.setCookie(SESSION_COOKIE, token, {
              path: '/',
              httpOnly: true,
              sameSite: 'lax',
              secure: secureCookies,
              ...(maxAge ? { maxAge } : {}),
            }),
          clearSessionCookie: () =>
            void reply.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies }),
          deviceCookie: request.cookies[DEVICE_COOKIE],
          setDeviceCookie: (value) =>
            void reply.setCookie(DEVICE_COOKIE, value, {
              path: '/api/auth',
              httpOnly: true,
              sameSite: 'lax',
              secure: secureCookies,
              maxAge: DEVICE_COOKIE_SECONDS,
            }),
          saveAs: (name) => {
            savedAs = name;
          },
        };
        const { result, tags } = await answer(call, input.value, store !== undefined);
        // What was changed stays changed although other nodes may not hear of it.
        if (endpoint.permission && isUnsafe(request.method))
          await purgeGeneral().catch((error: unknown) =>
            request.log.warn({ err: error, route: key }, 'other nodes were not told to purge'),
          );
        if (endpoint.download) {
          const { contentType } = endpoint.download;
          return reply
            .code(status)
            .header('content-type', contentType === 'application/pdf' ? contentType : `${contentType}; charset=utf-8`)
            .header('content-disposition', `attachment; filename="${savedAs}"`)
            .header('cache-control', 'no-store')
            .header('x-content-type-options', 'nosniff')
            .send(Readable.from(result as AsyncIterable<string | Uint8Array>));
        }
        const data = parseAnswer ? endpoint.output.parse(result) : result;
        if (strictAnswers) assertNoSurplusKeys(key, data, result);
        reply
          .code(status)
          .header('content-type', 'application/json; charset=utf-8')
          .header('cache-control', endpoint.plain ? 'public, max-age=60' : 'no-store');
        const text = JSON.stringify(endpoint.plain ? data : { data });
        if (!store) return text;
        const body = Buffer.from(text);
        store(body, tags);
        return body;
      } catch (error) {
        noteShortLived();
        let coded = codedErrorOf(error);
        failure = coded;
        if (strictAnswers && !listed.has(coded.code)) {
          request.log.error({ route: key, code: coded.code }, 'a code that the contract does not list');
          coded = new CodedError('INTERNAL');
        }
        if (coded.code === 'INTERNAL') request.log.error({ err: error, route: key }, 'a call failed');
        else if (endpoint.logsRefusals && accountId !== null)
          request.log.info({ route: key, code: coded.code, accountId }, 'a call was refused');
        if (coded.status === 429 && coded.details?.['retryAfterSeconds'])
          reply.header('retry-after', String(coded.details['retryAfterSeconds']));
        reply.code(coded.status).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
        return JSON.stringify(errorBody(coded, locale));
      } finally {
        await received?.release(failure);
      }
    };
    app.route({
      method: method as 'GET',
      url: API_PREFIX + url,
      handler: handle,
      ...(endpoint.files ? { bodyLimit: 4 * 1024 ** 3, config: { receivesFiles: true } } : {}),
    });
  };

  return <T extends Readonly<Record<EndpointKey, Endpoint>>>(module: T, handlers: Handlers<T>): void => {
    for (const [key, endpoint] of Object.entries(module) as [EndpointKey, Endpoint][]) {
      bindOne(key, endpoint, (handlers as Record<string, (call: Call, input: unknown) => unknown>)[key]!);
    }
  };
};

export type Bind = ReturnType<typeof createBinder>;
