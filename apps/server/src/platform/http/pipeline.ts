import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { errorsOf } from '@stagedoor/contract/errors';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Viewer } from '../auth/viewer.ts';
import { collectShown, isCollecting, noteAnswer, noteAsked, noteShortLived } from '../caching/shown.ts';
import { asCostlyRead, mayBeCostly } from '../database/costly-reads.ts';
import { CodedError, FieldsError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { FreeSpaceOf, Uploads } from '../uploads/uploads.ts';
import { type Admit, isUnsafe } from './admission.ts';
import { type AmountPath, amountPathsOf, stepProblems } from './amount-units.ts';
import type { Call, Handlers } from './call.ts';
import { codedErrorOf } from './errors.ts';
import { idempotencyOf } from './idempotency.ts';
import { type Parsed, hasFiles, parseInput } from './input.ts';
import { localeOf } from './locale.ts';
import { scanFile } from '../scanning/scan-files.ts';
import type { ReceivedFile } from '../storage/received-file.ts';
import { type ContentSource, type ReceivedForm, receiveMultipart } from './multipart.ts';
import { createCall } from './ongoing-call.ts';
import { replyDownload, replyJson, replyRefusal } from './replies.ts';
import type { KeptResponse, ResponseCache } from './response-cache.ts';
import { fieldErrors } from './validation.ts';

const API_PREFIX = '/api';
const NO_TAGS: readonly string[] = [];

type Handler = (call: Call, input: unknown) => unknown;

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

/** Throws when the handler returned keys that the contract doesn't have: the output schema would drop them silently. */
const assertNoSurplusKeys = (route: string, answer: unknown, result: unknown, path = 'data'): void => {
  if (!result || typeof result !== 'object' || !answer || typeof answer !== 'object') return;
  for (const [key, value] of Object.entries(result)) {
    if (value === undefined) continue;
    if (!(key in answer)) throw new Error(`${route} answers ${path}.${key}, which its contract does not have`);
    assertNoSurplusKeys(route, (answer as Record<string, unknown>)[key], value, `${path}.${key}`);
  }
};

/** An endpoint with its function, and what follows from its definition. */
interface Bound {
  key: EndpointKey;
  endpoint: Endpoint;
  handler: Handler;
  /** Its method is GET. */
  isRead: boolean;
  status: number;
  /** The amounts of its body, which must be payable in the site's currency. */
  amountPaths: readonly AmountPath[];
  /** Codes that it may answer. */
  listed: ReadonlySet<string>;
}

/** Returns the sources that the caller's content may come from, and how much of it may be stored. */
const contentSourceOf = ({ platform, uploads, freeSpaceOf }: PipelineOptions, viewer: Viewer): ContentSource => {
  const { assertRoomFor } = platform.diskSpace;
  const { clamd, storage, log } = platform;
  const scan = clamd && ((file: ReceivedFile) => scanFile({ clamd, storage, log }, file));
  if (viewer.kind !== 'account') return { assertRoomFor, scan };
  const { accountId } = viewer;
  return {
    assertRoomFor,
    scan,
    takeUpload: (purposes, id) => uploads.take(accountId, purposes, id),
    freeSpace: () => freeSpaceOf(platform.database, accountId),
  };
};

/** Stores the files of a multipart request, from the request itself or from uploads of the caller. */
const storeFiles = (options: PipelineOptions, endpoint: Endpoint, request: FastifyRequest, viewer: Viewer): Promise<ReceivedForm> =>
  receiveMultipart(request, endpoint.files!, { storage: options.platform.storage, ...contentSourceOf(options, viewer) });

/** Validates the input against the contract, then its amounts against the site's currency. @throws FieldsError for an amount */
const validate = (
  { platform }: PipelineOptions,
  { endpoint, amountPaths }: Bound,
  request: FastifyRequest,
  received: ReceivedForm | undefined,
): Parsed => {
  const input = parseInput(endpoint, request, received);
  if ('issues' in input) return input;
  const unpayable = stepProblems(platform.settings, amountPaths, input.value.body);
  if (unpayable.length > 0) throw new FieldsError(unpayable);
  return input;
};

/** Calls the endpoint's function, and notes what its answer shows only where that may be cached: by itself, or in a page. */
const callFunction = async (
  { endpoint, handler, isRead }: Bound,
  call: Call,
  input: { params: unknown; query: unknown },
  isKept: boolean,
): Promise<{ result: unknown; tags: readonly string[] }> => {
  const run = () => (isRead && mayBeCostly(endpoint, input.query) ? asCostlyRead(() => handler(call, input)) : handler(call, input));
  if (!isKept && !isCollecting()) return { result: await run(), tags: NO_TAGS };
  const { result, shown } = await collectShown(() => {
    noteAsked(input.params, input.query);
    return run();
  });
  noteAnswer(shown);
  return { result, tags: shown.tags };
};

/** Purges what is cached of the site after an admin's change. A failure is logged: the change is committed already. */
const purgeAfterAdmin = async ({ purgeGeneral }: PipelineOptions, { key }: Bound, request: FastifyRequest): Promise<void> => {
  await purgeGeneral().catch((error: unknown) => request.log.warn({ err: error, route: key }, 'other nodes were not told to purge'));
};

/** Applies the output schema, which drops what the contract doesn't list; hot endpoints are checked in tests alone. */
const applyOutputSchema = ({ strictAnswers }: PipelineOptions, { key, endpoint }: Bound, result: unknown): unknown => {
  const data = strictAnswers || !endpoint.hot ? endpoint.output.parse(result) : result;
  if (strictAnswers) assertNoSurplusKeys(key, data, result);
  return data;
};

/** Maps an error to the code that is answered, and logs what isn't the caller's fault. */
const mapError = (
  { strictAnswers }: PipelineOptions,
  { key, endpoint, listed }: Bound,
  { log }: FastifyRequest,
  error: unknown,
  coded: CodedError,
  accountId: string | null,
): CodedError => {
  let answered = coded;
  if (strictAnswers && !listed.has(coded.code)) {
    log.error({ route: key, code: coded.code }, 'a code that the contract does not list');
    answered = new CodedError('INTERNAL');
  }
  if (answered.code === 'INTERNAL') log.error({ err: error, route: key }, 'a call failed');
  else if (endpoint.logsRefusals && accountId !== null) log.info({ route: key, code: answered.code, accountId }, 'a call was refused');
  return answered;
};

const replyCached = (reply: FastifyReply, { status }: Bound, cached: KeptResponse): Buffer => {
  noteAnswer(cached.shown);
  replyJson(reply, status);
  return cached.body;
};

const replyInvalid = (reply: FastifyReply, issues: readonly z.core.$ZodIssue[], locale: Locale): string => {
  noteShortLived();
  replyJson(reply, 422);
  return JSON.stringify({ statusCode: 422, error: 'VALIDATION_FAILED', message: fieldErrors(issues, locale) });
};

/** Handles a request by the steps that ARCHITECTURE.md lists under "Life of a request". */
const handle = async (
  options: PipelineOptions,
  bound: Bound,
  secureCookies: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const { admit, responseCache } = options;
  const { key, endpoint, status } = bound;
  const locale = localeOf(request);
  let received: ReceivedForm | undefined;
  let failure: CodedError | undefined;
  let accountId: string | null = null;
  try {
    // Authenticates, checks maintenance and country, authorizes the caller and counts the rate limit.
    const admitted = await admit(request, endpoint);
    const { viewer, country } = admitted;
    if (viewer.kind === 'account') accountId = viewer.accountId;

    const cacheKey = endpoint.kept && viewer.kind === 'visitor' ? `${locale} ${country} ${request.url}` : undefined;
    const cached = cacheKey && responseCache.get(cacheKey);
    if (cached) return replyCached(reply, bound, cached);
    const store = cacheKey ? responseCache.begin(cacheKey) : undefined;

    if (hasFiles(endpoint, request)) received = await storeFiles(options, endpoint, request, viewer);
    const input = validate(options, bound, request, received);
    if ('issues' in input) {
      await admitted.lighten();
      return replyInvalid(reply, input.issues, locale);
    }
    const idempotency = idempotencyOf(endpoint, key, request, viewer, received);
    const call = createCall(request, reply, { admitted, locale, idempotency, savedAs: endpoint.download?.name, secureCookies });
    const { result, tags } = await callFunction(bound, call, input.value, store !== undefined);
    if (endpoint.permission && isUnsafe(request.method)) await purgeAfterAdmin(options, bound, request);
    if (endpoint.download) return replyDownload(reply, status, endpoint.download, call.savedAs, result);

    const data = applyOutputSchema(options, bound, result);
    replyJson(reply, status, endpoint.plain ? 'public, max-age=60' : 'no-store');
    const text = JSON.stringify(endpoint.plain ? data : { data });
    if (!store) return text;
    const body = Buffer.from(text);
    store(body, tags);
    return body;
  } catch (error) {
    noteShortLived();
    failure = codedErrorOf(error);
    return replyRefusal(reply, mapError(options, bound, request, error, failure, accountId), locale);
  } finally {
    await received?.release(failure);
  }
};

/** Binds the endpoints of a module to their functions: each request of one runs through the steps of `handle`. */
export const createBinder = (app: FastifyInstance, options: PipelineOptions) => {
  const secureCookies = options.platform.config.publicUrl.startsWith('https:');

  const bindOne = (key: EndpointKey, endpoint: Endpoint, handler: Handler): void => {
    const { method, url } = splitKey(key);
    const bound: Bound = {
      key,
      endpoint,
      handler,
      isRead: method === 'GET',
      status: endpoint.status ?? 200,
      amountPaths: amountPathsOf(endpoint.body),
      listed: new Set<string>(errorsOf(endpoint)),
    };
    app.route({
      method,
      url: API_PREFIX + url,
      handler: (request, reply) => handle(options, bound, secureCookies, request, reply),
      ...(endpoint.files ? { bodyLimit: 4 * 1024 ** 3, config: { receivesFiles: true } } : {}),
    });
  };

  return <T extends Readonly<Record<EndpointKey, Endpoint>>>(module: T, handlers: Handlers<T>): void => {
    for (const [key, endpoint] of Object.entries(module) as [EndpointKey, Endpoint][]) {
      bindOne(key, endpoint, (handlers as Record<string, Handler>)[key]!);
    }
  };
};

export type Bind = ReturnType<typeof createBinder>;
