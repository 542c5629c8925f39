import { type Logger, pino } from 'pino';

export type Log = Logger;

/** What never reaches a log, wherever it stands in an object. */
const REDACTED = ['password', 'currentPassword', 'token', 'authorization', 'cookie', 'secret', 'signature', 'email'];

/** Takes tokens out of an address before it is logged. */
export const redactUrl = (url: string): string => url.replace(/([?&](?:token|s|signature|q)=)[^&#]*/gi, '$1[redacted]');

/** Written at once: the order of what is printed holds, and a crash takes no line with it. */
export const createLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    pino.destination({ sync: true }),
  );
