import { type DestinationStream, type Logger, type SerializedError, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** Properties that are never logged, at any level of an object. */
const REDACTED = ['password', 'currentPassword', 'token', 'authorization', 'cookie', 'secret', 'signature', 'email'];

/** The query and the fragment: tokens, signatures, what somebody searched for. */
const QUERY = /[?#].*$/s;
/** Ids of sandbox payments: knowing one is enough to pay it. */
const SECRET_PATH = /\bsbx_[^/?#]*/g;

/** Webhooks of media servers aren't signed: their path holds a secret. */
const HOOK_PATH = /(\/hooks\/live\/)[^/?#]+/g;

/** An address within a sentence, up to the end of its query. */
const QUERY_IN_TEXT = /((?:https?:\/)?\/[^\s?#"'<>]*)\?[^\s"'<>)]+/g;

/** Removes the query, and secrets in the path, from a URL before it is logged. */
export const redactUrl = (url: string): string =>
  url.replace(QUERY, '?[redacted]').replace(SECRET_PATH, '[redacted]').replace(HOOK_PATH, '$1[redacted]');

/** The same for addresses within the text of an error. */
const redactText = (text: string): string =>
  text.replace(QUERY_IN_TEXT, '$1?[redacted]').replace(SECRET_PATH, '[redacted]').replace(HOOK_PATH, '$1[redacted]');

/** Error properties of PostgreSQL and libraries that may contain data: rows, values, whole requests. */
const DATA_PROPERTIES = ['detail', 'where', 'hint', 'query', 'parameters', 'internalQuery', 'response', 'envelope', 'command'];

/** Serializes an error without properties that may contain data. */
const withoutData = (error: Error): SerializedError => {
  const serialized = stdSerializers.err(error);
  const strip = (one: SerializedError): SerializedError =>
    ({
      ...Object.fromEntries(Object.entries(one).filter(([name]) => !DATA_PROPERTIES.includes(name))),
      message: redactText(one.message),
      stack: redactText(one.stack),
      ...(one.aggregateErrors ? { aggregateErrors: one.aggregateErrors.map(strip) } : {}),
    }) as SerializedError;
  return error instanceof Error ? strip(serialized) : serialized;
};

/** Writes synchronously: lines stay in order, and a crash loses none. */
export const createLog = (level: string, destination: DestinationStream = pino.destination({ sync: true })): Log =>
  pino(
    {
      level,
      base: null,
      serializers: { err: withoutData, url: redactUrl },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination,
  );
