import { PassThrough, Readable } from 'node:stream';
import { UPLOADS_PATH, UPLOAD_PURPOSES } from '@stagedoor/contract/uploads';
import { COMMON_ERRORS, type ErrorCode } from '@stagedoor/contract/errors';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountViewer } from '../auth/viewer.ts';
import { CodedError } from '../errors.ts';
import type { Admit, AdmissionRule } from '../http/admission.ts';
import { codedErrorOf, errorBody } from '../http/errors.ts';
import { localeOf } from '../http/locale.ts';
import { startIdleTimeout, drainRequest } from '../http/multipart.ts';
import { isUploadId } from './upload-parts.ts';
import { type Uploads, consumerOf } from './uploads.ts';
import { UPLOAD_MS, isUploadPurpose } from './uploads.store.ts';

/** Admission rules for creating an upload: those of the call that uses it. */
const CREATION_RULES = new Map<string | undefined, AdmissionRule>(
  UPLOAD_PURPOSES.map((purpose) => {
    const { who, personal, acting, lite, suspended, verified, open } = consumerOf(purpose).endpoint;
    const rule: AdmissionRule = { who, limit: 'upload' };
    return [purpose, Object.assign(rule, { personal, acting, lite, suspended, verified, open })];
  }),
);
/** Admission rule for an unknown purpose, before it is refused as such. */
const UNKNOWN_PURPOSE_RULE: AdmissionRule = { who: 'performer', verified: true, limit: 'upload' };
/** Admission rule for continuing an upload: its owner may continue, and the call that uses it checks again. */
const CONTINUATION_RULE: AdmissionRule = { who: 'performer', lite: true };

/** The purpose in a creation request's metadata, for admission before the body is read. */
const purposeFromMetadata = (metadata: unknown): string | undefined => {
  const pair = typeof metadata === 'string' ? metadata.split(',').find((one) => one.trim().startsWith('purpose ')) : undefined;
  return pair && Buffer.from(pair.trim().slice('purpose '.length), 'base64').toString('utf8');
};

/** Time for a request to stop after another request for the same upload, in milliseconds. */
const DRAIN_MS = 500;
const METHODS = ['OPTIONS', 'POST', 'PATCH', 'HEAD', 'DELETE'] as const;

/** Error codes of the contract for the protocol's errors. */
const ERROR_CODES = new Map<unknown, ErrorCode>([
  [ERRORS.FILE_NOT_FOUND, 'NOT_FOUND'],
  [ERRORS.FILE_NO_LONGER_EXISTS, 'NOT_FOUND'],
  [ERRORS.INVALID_OFFSET, 'UPLOAD_OFFSET'],
  [ERRORS.ABORTED, 'UPLOAD_INTERRUPTED'],
  [ERRORS.ERR_LOCK_TIMEOUT, 'UNAVAILABLE'],
]);
/** Error codes that may be returned. */
const ALLOWED_ERRORS: readonly ErrorCode[] = [
  ...COMMON_ERRORS,
  'UPLOAD_OFFSET',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'QUOTA_EXCEEDED',
  'UPLOADS_OPEN',
];

const codedFailure = (failure: unknown): CodedError => {
  const code = ERROR_CODES.get(failure);
  if (code) return new CodedError(code);
  const status = (failure as { status_code?: number }).status_code;
  if (status === 413) return new CodedError('FILE_TOO_LARGE');
  if (status !== undefined && (status < 500 || status === 501)) return new CodedError('BAD_REQUEST');
  const coded = codedErrorOf(failure);
  return ALLOWED_ERRORS.includes(coded.code) ? coded : new CodedError('INTERNAL');
};

/** One request to the protocol's server. */
interface Exchange {
  viewer: AccountViewer;
  failure?: unknown;
}

/** The uploads of one account as a data store of the protocol's server. */
class AccountUploads extends DataStore {
  readonly #uploads: Uploads;
  readonly #accountId: string;
  readonly #purpose: string | undefined;

  /** @param purpose the purpose that the account was admitted for, to create an upload */
  constructor(uploads: Uploads, accountId: string, purpose: string | undefined) {
    super();
    this.#uploads = uploads;
    this.#accountId = accountId;
    this.#purpose = purpose;
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const purpose = upload.metadata?.['purpose'];
    if (upload.size === undefined || !isUploadPurpose(purpose) || purpose !== this.#purpose) throw new CodedError('BAD_REQUEST');
    await this.#uploads.begin({ id: upload.id, accountId: this.#accountId, purpose, bytes: upload.size });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, offset, purpose, createdAt } = await this.#uploads.get(this.#accountId, id);
    return new Upload({ id, size: bytes, offset, metadata: { purpose }, creation_date: createdAt.toISOString() });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { offset: currentOffset } = await this.#uploads.get(this.#accountId, id);
    // Checked again right before the write: an upload that a call has taken has nothing left to append to.
    if (currentOffset !== offset || (await this.#uploads.parts.sizeOf(id)) !== offset) throw ERRORS.INVALID_OFFSET;
    return this.#uploads.parts.append(id, offset, stream);
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.cancel(this.#accountId, id);
  }

  override getExpiration(): number {
    return UPLOAD_MS;
  }
}

/** The request for the protocol's server: its body is a separate stream, which can be destroyed without closing the connection. */
const protocolRequest = (request: FastifyRequest, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  const url = new URL(request.url, 'http://localhost');
  url.search = '';
  const hasBody = request.method === 'PATCH' || request.method === 'POST';
  const body = new PassThrough();
  if (hasBody) {
    const { raw } = request;
    raw.pipe(body);
    const broken = () => void (raw.complete || body.destroy(new Error('the connection was lost')));
    raw.once('error', broken).once('close', broken);
    signal.addEventListener('abort', () => {
      raw.unpipe(body).off('close', broken);
      body.on('error', () => {}).destroy();
    });
  }
  return new Request(url, {
    method: request.method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(body), duplex: 'half' } : {}),
  });
};

/**
 * Serves resumable uploads by tus 1.0 (extensions creation, creation-with-upload, termination, expiration) to accounts that may make the calls
 * that use them; errors have the API's format.
 */
export const registerUploads = async (app: FastifyInstance, { uploads, admit }: { uploads: Uploads; admit: Admit }): Promise<void> => {
  const exchanges = new WeakMap<object, Exchange>();
  const serverOf = (accountId: string, purpose: string | undefined): Server =>
    new Server({
      path: UPLOADS_PATH,
      datastore: new AccountUploads(uploads, accountId, purpose),
      locker: uploads.locks,
      lockDrainTimeout: DRAIN_MS,
      relativeLocation: true,
      // No CORS: only the site's own pages may upload.
      allowedOrigins: () => false,
      namingFunction: () => crypto.randomUUID(),
      getFileIdFromRequest: (_request, id) => (isUploadId(id) ? id : undefined),
      onResponseError: (request, failure) => {
        const exchange = exchanges.get(request);
        if (exchange) exchange.failure = failure;
        return undefined;
      },
    });

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const clearIdleTimeout = startIdleTimeout(request.raw);
    const ended = new AbortController();
    try {
      const purpose = request.method === 'POST' ? purposeFromMetadata(request.headers['upload-metadata']) : undefined;
      const { viewer } = await admit(
        request,
        request.method === 'POST' ? (CREATION_RULES.get(purpose) ?? UNKNOWN_PURPOSE_RULE) : CONTINUATION_RULE,
      );
      if (viewer.kind !== 'account') throw new CodedError('UNAUTHENTICATED');
      const exchange: Exchange = { viewer };
      const protocol = protocolRequest(request, ended.signal);
      exchanges.set(protocol, exchange);
      const response = await serverOf(exchange.viewer.accountId, purpose).handleWeb(protocol);
      for (const [name, value] of response.headers) if (!name.startsWith('access-control-')) reply.header(name, value);
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      if (exchange.failure !== undefined) throw exchange.failure;
      if (response.status >= 400) throw new CodedError(response.status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST');
      return await reply.code(response.status).send();
    } catch (error) {
      const coded = codedFailure(error);
      if (coded.code === 'INTERNAL') request.log.error({ err: error, method: request.method }, 'an upload failed');
      if (coded.details?.['retryAfterSeconds']) reply.header('retry-after', String(coded.details['retryAfterSeconds']));
      const body = JSON.stringify(errorBody(coded, localeOf(request)));
      return await reply
        .code(coded.status)
        .removeHeader('content-length')
        .header('tus-resumable', '1.0.0')
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(request.method === 'HEAD' ? undefined : body);
    } finally {
      ended.abort();
      drainRequest(request.raw);
      clearIdleTimeout();
    }
  };

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    for (const url of [UPLOADS_PATH, `${UPLOADS_PATH}/:id`])
      scope.route({ method: [...METHODS], url, exposeHeadRoute: false, config: { receivesFiles: true }, handler: answer });
  });
};
