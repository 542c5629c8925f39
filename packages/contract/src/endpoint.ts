import type { FileKind } from './files.values.ts';
import type { z } from 'zod';
import type { AdminPermission } from './admin-roles.ts';
import type { ErrorCode } from './errors.ts';
import type { UploadPurpose } from './uploads.ts';

/**
 * Who may call an endpoint. `public` needs no session; `user` any account; `fan`, `performer` and
 * `admin` an account of that role.
 */
export type Caller = 'public' | 'user' | 'fan' | 'performer' | 'admin';

/** Named limits; their numbers live with the server's pipeline. */
export type RateLimit = 'read' | 'write' | 'login' | 'register' | 'lookup' | 'mail' | 'contact' | 'upload' | 'money' | 'chat' | 'measure';

/** What one file field of a multipart call accepts. The kind is decided by content, never by name. */
export interface FileField {
  /** Kinds of content accepted. */
  accept: readonly FileKind[];
  /** Largest size in bytes. */
  maxBytes: number;
  /** Maximum number of files in this field (default 1). */
  maxCount?: number;
  /** The call is refused when the field is missing, unless this is set. */
  optional?: boolean;
  /**
   * A performer's content: may also come from a resumable upload for this purpose (uploads.ts), and counts against the performer's
   * storage.
   */
  purpose?: UploadPurpose;
  /** Stored and handed out as it came, whatever its kind: checked for viruses where the site has a scanner, as documents always are. */
  unchanged?: boolean;
  /** Pictures are shown as they came, so only formats that browsers show are accepted. */
  isPlain?: boolean;
}

export interface Endpoint {
  /** One sentence for the reference. */
  summary: string;
  who: Caller;
  /** What an admin needs to be allowed; every call of admins names it. */
  permission?: AdminPermission;
  /** Only for the account's owner: refused to an admin acting as the account. */
  personal?: boolean;
  /**
   * Needs a log-in or a confirmation (`POST /auth/confirm`) less than ten minutes old, else RECENT_LOGIN_REQUIRED: for what gives power, moves
   * money, opens documents or bank details, or views the site as somebody else.
   */
  stepUp?: boolean;
  /** Changes nothing of an account, although it isn't a GET: open to that admin too. */
  acting?: boolean;
  /** A lite performer may call it too. Public calls always may. */
  lite?: boolean;
  /** A suspended account may call it too. */
  suspended?: boolean;
  /** The caller's mail address must be verified (paying, messaging, publishing). */
  verified?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  files?: Readonly<Record<string, FileField>>;
  /** Shape of `data`; with `plain`, of the whole answer. */
  output: z.ZodType;
  /** The answer is sent as it is, not wrapped in `{ data }`. */
  plain?: boolean;
  /** The answer is a file to save, sent piece by piece: its function returns the pieces of text. */
  download?: { contentType: string /** What it is saved as. */; name: string };
  /** Status of success; default 200. */
  status?: 200 | 201 | 202;
  /** Codes this call may answer beyond those every call may (see `COMMON_ERRORS`). */
  errors?: readonly ErrorCode[];
  limit?: RateLimit;
  /**
   * How `Idempotency-Key` is implemented. `database` (the default of unsafe calls): the pipeline stores key
   * and response in the transaction of the write. `ledger`: the ledger's own function stores them.
   */
  idempotency?: 'database' | 'ledger' | 'none';
  /**
   * Answered even in maintenance mode (`maintenance`), or also in blocked countries and before an age was confirmed (`always`). `age`:
   * answered before an age was confirmed or verified, as the pages are that tell what the site is, and the ones nobody may be held away from: the
   * own account and its deletion, and the end of a subscription.
   */
  open?: 'maintenance' | 'always' | 'age';
  /** A write that is possible while a restored site waits for its owner's confirmation: nothing that charges, pays or tells anybody. */
  inQuiet?: boolean;
  /** Answered to accounts in a running show while maintenance lets shows end: what a show needs, and nothing that begins one. */
  inShow?: boolean;
  /** Answers may be sent without being parsed by `output` in production: hot lists only. */
  hot?: boolean;
  /**
   * What visitors are answered may be kept, the same for all of them in a country and a language: until something of a performer it shows
   * changes, a minute at most, or for seconds when it is a list over many (decision 32). Public reads only.
   */
  kept?: boolean;
  /**
   * A read that may cost far more than others: it shares a few connections with others of its kind, so that they hold nobody else up.
   * `false`: of a search with filters the call itself knows which statements cost that much.
   */
  costly?: boolean;
  /** What it refuses to an account is logged, with the code and the account. */
  logsRefusals?: boolean;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;
export type Endpoints = Readonly<Record<EndpointKey, Endpoint>>;

/** Declares the endpoints of one module; keeps their literal types. */
export const endpoints = <const T extends Record<EndpointKey, Endpoint>>(definition: T): T => definition;

type SchemaIn<T> = T extends z.ZodType ? z.input<T> : unknown;

/** What the browser sends. */
export type RequestOf<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: z.input<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends z.ZodType ? { body: z.input<E['body']> } : unknown) &
  (E['files'] extends object
    ? { files: { [K in keyof E['files']]?: Blob | readonly Blob[] } /** In place of the file. */; uploadId?: string }
    : unknown);

/** What the browser receives as `data` (or as the whole answer of a `plain` call). */
export type ResponseOf<E extends Endpoint> = z.output<E['output']>;

/** What the server's function returns: the value that `output` parses. */
export type ResultOf<E extends Endpoint> = SchemaIn<E['output']>;

interface Blob {
  readonly size: number;
  readonly type: string;
}

/**
 * What is the same for several kinds of items, by the key of each kind's call: endpoints here, their functions on the server.
 * `Calls` names the keys, which no type can follow through a loop.
 */
export const callsOfKinds = <Calls, Kind extends string>(
  kinds: readonly Kind[],
  keyOf: (kind: Kind) => keyof Calls & string,
  callOf: (kind: Kind) => Calls[keyof Calls],
): Calls => Object.fromEntries(kinds.map((kind) => [keyOf(kind), callOf(kind)])) as Calls;
