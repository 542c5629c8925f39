import { CodedError } from '../platform/errors.ts';
import { failureCodesOf } from '../platform/outbound/failure-codes.ts';
import type { Log } from '../platform/telemetry/log.ts';

const TIMEOUT_MS = 8000;
/** Replies of companies are a few lines; a page of errors may be longer, and isn't read. */
const MAX_CHARACTERS = 64 * 1024;

/** Failures of a connection before anything was sent through it. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export interface CompanyReply {
  status: number;
  text: string;
}

/** A call without a reply. */
export interface NoReply {
  /** Null: no reply came. */
  status: null;
  /** The company may have received the call. */
  mayBeReceived: boolean;
  /** A short word for the owner: the system's code of the failure. */
  failure: string;
}

export interface CompanyCalls {
  fetch: typeof globalThis.fetch;
  log: Pick<Log, 'warn'>;
  /** How long a call may take; by default eight seconds. */
  timeoutMs?: number | undefined;
  /** Longest reply that is read; by default 64 KiB. */
  maxCharacters?: number;
}

/**
 * Calls a company by GET. A failure is returned, never thrown: errors of the client carry the address, whose query holds passwords. Only host and code
 * are logged. Redirects aren't followed, since they would hand the query to another host.
 */
export const tryCompany = async (
  { fetch, log, timeoutMs = TIMEOUT_MS, maxCharacters = MAX_CHARACTERS }: CompanyCalls,
  url: string,
): Promise<CompanyReply | NoReply> => {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: (await response.text()).slice(0, maxCharacters) };
  } catch (error) {
    const codes = failureCodesOf(error);
    const host = URL.canParse(url) ? new URL(url).host : 'no address';
    const isUnsent = !URL.canParse(url) || codes.some((code) => UNSENT.has(code));
    log.warn({ host, code: codes[0] ?? 'unknown' }, 'a card company could not be reached');
    return { status: null, mayBeReceived: !isUnsent, failure: codes[0] ?? 'unreachable' };
  }
};

/** Calls a company by GET, where a retry does no harm. @throws CodedError GATEWAY_UNAVAILABLE unless it answers 200 */
export const askCompany = async (calls: CompanyCalls, url: string): Promise<string> => {
  const reply = await tryCompany(calls, url);
  if (reply.status === null) throw new CodedError('GATEWAY_UNAVAILABLE');
  if (reply.status !== 200) {
    calls.log.warn({ host: new URL(url).host, status: reply.status }, 'a card company answered with an error');
    throw new CodedError('GATEWAY_UNAVAILABLE');
  }
  return reply.text;
};

/** Returns whether a text is a web page instead of the reply that was asked for: a login, an error, a notice of maintenance. */
export const isWebPage = (text: string): boolean => /^\s*(?:<!doctype html|<html|<head|<body)/i.test(text);
