import { type Logger, type SerializedError, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** What never reaches a log, wherever it stands in an object. */
const REDACTED = ['password', 'currentPassword', 'token', 'authorization', 'cookie', 'secret', 'signature', 'email'];

/** Takes tokens out of an address before it is logged. */
export const redactUrl = (url: string): string => url.replace(/([?&](?:token|s|signature|q)=)[^&#]*/gi, '$1[redacted]');

/** What PostgreSQL adds to a failure, and libraries to theirs: rows, values, whole requests. */
const TELLTALE = ['detail', 'where', 'hint', 'query', 'parameters', 'internalQuery', 'response', 'envelope', 'command'];

/** A failure without the data it failed on. */
const withoutData = (error: Error): SerializedError => {
  const serialized = stdSerializers.err(error);
  const strip = (one: SerializedError): SerializedError => ({
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
