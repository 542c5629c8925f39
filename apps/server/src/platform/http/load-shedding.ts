import { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CodedError } from '../errors.ts';
import { translate } from '../texts.ts';
import { localeOf } from './locale.ts';

/** Mean time that callbacks waited for the event loop, in milliseconds, above which requests are refused. */
const MAX_DELAY_MS = 700;
const SAMPLE_MS = 500;
/** More requests than this in work, the oldest of them waiting for longer than that: the node is behind. */
const MANY = 300;
const LONG_MS = 1000;
const CHECK_MS = 100;
/** When a refused caller may try again, in seconds. */
const RETRY_SECONDS = 2;
/** A refused page is asked for again by itself; not by all at the same moment. */
const RETRY_SPREAD_SECONDS = 4;

/** Never refused, nor waited for: probes, numbers for the operator, reports of gateways, media, uploads, and the code and styles of a page that was taken. */
const ALWAYS = ['/api/health', '/api/ready', '/metrics', '/api/gateways/', '/media/', '/files/', '/uploads', '/assets/'];

/** Calls that a page makes for itself on the server arrive without a connection: the page was taken already. */
const isTaken = ({ url, raw }: FastifyRequest): boolean =>
  !(raw.socket instanceof Socket) || ALWAYS.some((prefix) => url.startsWith(prefix));

/**
 * Refuses requests with UNAVAILABLE while the node is so far behind that it would answer them only after seconds: those it takes are
 * answered in time, instead of all of them too late. It is behind when many wait and the oldest has waited long, or when the event loop
 * is delayed; a node that is merely busy is neither.
 */
export const registerLoadShedding = async (server: FastifyInstance): Promise<void> => {
  /** Requests in work, oldest first, with when they came. */
  const inWork = new Map<FastifyRequest, number>();
  const isOnTime = (): boolean => {
    const oldest = inWork.values().next();
    return inWork.size <= MANY || oldest.done === true || performance.now() - oldest.value < LONG_MS;
  };
  await server.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    healthCheck: () => Promise.resolve(isOnTime()),
    healthCheckInterval: CHECK_MS,
    pressureHandler: (request, reply) => {
      if (isTaken(request)) return;
      if (!request.headers.accept?.includes('text/html')) throw new CodedError('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
      const locale = localeOf(request);
      void reply
        .code(503)
        .headers({
          'retry-after': RETRY_SECONDS,
          refresh: String(RETRY_SECONDS + Math.floor(Math.random() * RETRY_SPREAD_SECONDS)),
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
        })
        .send(
          `<!doctype html><html lang="${locale}"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>503</title><p>${translate(locale, 'errors.UNAVAILABLE')}</p></html>`,
        );
    },
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isTaken(request)) inWork.set(request, performance.now());
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    inWork.delete(request);
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    inWork.delete(request);
    done();
  });
};
