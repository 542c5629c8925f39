import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, Logger } from 'pino';

const METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent', 'child'] as const;

/** A log whose child is made by its first line. */
class RequestLog {
  readonly #log: Logger;
  readonly #bindings: Bindings;
  #child: Logger | undefined;
  constructor(log: Logger, bindings: Bindings) {
    this.#log = log;
    this.#bindings = bindings;
  }
  get level(): string {
    return this.#log.level;
  }
  static {
    for (const method of METHODS)
      Object.defineProperty(this.prototype, method, {
        value(this: RequestLog, ...line: unknown[]): unknown {
          this.#child ??= this.#log.child(this.#bindings);
          return (this.#child[method] as (...of: unknown[]) => unknown).apply(this.#child, line);
        },
      });
  }
}

/**
 * The log of a request, with its id. Most requests log nothing, and a child of pino, whose bindings are serialized and redacted, is 9 kB of
 * garbage.
 */
export const createRequestLog = (log: unknown, bindings: Bindings): FastifyBaseLogger =>
  new RequestLog(log as Logger, bindings) as unknown as FastifyBaseLogger;
