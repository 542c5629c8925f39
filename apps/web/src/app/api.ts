import type { ResponseOf, Contract, RequestOf } from '@stagedoor/contract';
import type { ErrorBody, ErrorCode, FieldError } from '@stagedoor/contract/errors';

/** An error response of the API, or a failure to reach it (status 0). */
export class ApiError extends Error {
  /** 0 when no response arrived. */
  readonly status: number;
  /** A stable code of the contract; `NETWORK` or `ABORTED` when no response arrived. */
  readonly code: string;
  /** Errors by field: with VALIDATION_FAILED the first message of each property, else of a code that concerns one field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Details such as the missing balance. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The message is the server's; without one it is ours. */
  readonly isServersMessage: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    details: Record<string, unknown> = {},
    isServersMessage = status > 0,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.details = details;
    this.isServersMessage = isServersMessage;
  }
}

/** The server's message, or, where it gave none, the sentence that the specification names for this failure. */
export const messageOr = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.isServersMessage ? error.message : otherwise;

/**
 * The error of a form, with the sentence that the specification names where the server's answer has no words. A lost answer is told as such: the
 * server decided nothing.
 */
export const withWords = (error: ApiError | null, otherwise: string): ApiError | null =>
  error && error.status > 0 && !error.isServersMessage
    ? new ApiError(error.status, error.code, otherwise, error.fields, error.details, false)
    : error;

type Key = keyof Contract & string;

/** Options of every call, independent of its contract. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Upload progress, 0 to 1; for calls with files. */
  onProgress?: (part: number) => void;
  /** For a retry: the idempotency key of the first attempt. A new one by default. */
  idempotencyKey?: string;
}

/** Parameters, query, body and files of a call, and its options. */
export type CallInput<K extends Key> = RequestOf<Contract[K]> & CallOptions;
type Given<K extends Key> = object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

/** Calls the API by its contract: `call('GET /feeds/{id}', { params: { id } })` returns `data`. */
export type Call = <K extends Key>(key: K, ...given: Given<K>) => Promise<ResponseOf<Contract[K]>>;

interface LooseInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, Blob | readonly Blob[] | undefined>;
  uploadId?: string;
}

/** One request as the transport sends it; `path` starts after `/api`. */
export interface Outgoing {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Body to serialize as JSON, or a form with files. */
  body: unknown;
  form: FormData | null;
  signal: AbortSignal | undefined;
  onProgress: ((part: number) => void) | undefined;
}

export interface Transport {
  /** Returns status and parsed body; throws ApiError when no response arrived. */
  send: (request: Outgoing) => Promise<{ status: number; body: unknown }>;
  /** The locale sent with every request (specification section 7). */
  locale: () => string;
  /** Called on a 401: the session is over. */
  onUnauthenticated: () => void;
}

const fill = (template: string, params: Record<string, unknown> = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));

const search = (query: Record<string, unknown>): string => {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) parts.append(name, String(one));
  }
  return parts.toString();
};

const formOf = (input: LooseInput): FormData | null => {
  if (!input.files) return null;
  const form = new FormData();
  for (const [name, value] of Object.entries(input.body ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  if (input.uploadId) form.append('uploadId', input.uploadId);
  for (const [name, value] of Object.entries(input.files)) {
    if (!value) continue;
    for (const file of value instanceof Blob ? [value] : value) form.append(name, file);
  }
  return form;
};

/** The form field an error code concerns, if always the same; else the response names it. */
const FIELD_OF: Readonly<Partial<Record<ErrorCode, string>>> = {
  CURRENT_PASSWORD_WRONG: 'currentPassword',
  PERFORMER_USERNAME_TAKEN: 'username',
  PRICE_REQUIRED: 'price',
  TWO_FACTOR_INVALID: 'code',
  UNDERAGE: 'dateOfBirth',
  USERNAME_RESERVED: 'username',
  USERNAME_TAKEN: 'username',
};

/**
 * The error of a response, with the message to show: the first constraint of the first entry when the
 * message is a list, else the message, else "Bad request!" (specification section 5).
 */
export const errorOf = (status: number, body: unknown): ApiError => {
  const failure = (body ?? {}) as Partial<ErrorBody>;
  const list: readonly FieldError[] = typeof failure.message === 'object' ? failure.message : [];
  const fields = Object.fromEntries(list.map((entry) => [entry.property, Object.values(entry.constraints)[0] ?? '']));
  const first = list[0] ? Object.values(list[0].constraints)[0] : undefined;
  const given = first ?? (typeof failure.message === 'string' ? failure.message : '');
  const sentence = given || 'Bad request!';
  // The specification's sentence for a 401, whatever the response contains.
  const shown = status === 401 ? 'Forbidden in the action!' : sentence;
  const named = failure.details?.['field'];
  const field = typeof named === 'string' ? named : failure.error && FIELD_OF[failure.error];
  const byField = field ? { [field]: shown, ...fields } : fields;
  return new ApiError(status, failure.error ?? 'BAD_REQUEST', shown, byField, failure.details ?? {}, given !== '');
};

/** Creates the API client on top of a transport. */
export const createCall = (transport: Transport): Call => {
  const call = async (key: string, input: LooseInput = {}): Promise<unknown> => {
    const [method = 'GET', template = '/'] = key.split(' ');
    const form = formOf(input);
    const query = search({ ...input.query, locale: transport.locale() });
    const headers: Record<string, string> = { accept: 'application/json' };
    if (method !== 'GET') headers['idempotency-key'] = input.idempotencyKey ?? crypto.randomUUID();
    const { status, body } = await transport.send({
      method,
      path: `${fill(template, input.params)}?${query}`,
      headers,
      body: form ? undefined : input.body,
      form,
      signal: input.signal,
      onProgress: input.onProgress,
    });
    if (status >= 200 && status < 300) {
      return (body as { data?: unknown } | undefined)?.data;
    }
    if (status === 401) transport.onUnauthenticated();
    throw errorOf(status, body);
  };
  return call as Call;
};
