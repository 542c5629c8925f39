import { type Logger, type SerializedError, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** What never reaches a log, wherever it stands in an object. */
const REDACTED = ['password', 'currentPassword', 'token', 'authorization', 'cookie', 'secret', 'signature', 'email'];

const SECRET_QUERY = /([?&](?:token|authorization|auth|s|signature|q|code|password|email|username)=)[^&#]*/gi;
/** Whoever knows the id of a payment at the sandbox can pay it. */
const SECRET_PATH = /\bsbx_[^/?#]*/g;

/** Takes out of an address, before it is logged, what opens something or names somebody. */
export const redactUrl = (url: string): string => url.replace(SECRET_QUERY, '$1[redacted]').replace(SECRET_PATH, '[redacted]');

/** What PostgreSQL adds to a failure, and libraries to theirs: rows, values, whole requests. */
const TELLTALE = ['detail', 'where', 'hint', 'query', 'parameters', 'internalQuery', 'response', 'envelope', 'command'];

/** A failure without the data it failed on. */
const withoutData = (error: Error): SerializedError => {
  const serialized = stdSerializers.err(error);
  const strip = (one: SerializedError): SerializedError =>
    ({
      ...Object.fromEntries(Object.entries(one).filter(([name]) => !TELLTALE.includes(name))),
      ...(one.aggregateErrors ? { aggregateErrors: one.aggregateErrors.map(strip) } : {}),
    }) as SerializedError;
  return error instanceof Error ? strip(serialized) : serialized;
};

/** Written at once: the order of what is printed holds, and a crash takes no line with it. */
export const createLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      serializers: { err: withoutData },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    pino.destination({ sync: true }),
  );
