import { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CodedError } from '../errors.ts';
import { translate } from '../texts.ts';
import { localeOf } from './locale.ts';

/** Mean time that callbacks waited for the event loop, in milliseconds, above which requests are refused. */
const MAX_DELAY_MS = 700;
const SAMPLE_MS = 500;
/** When a refused caller may try again, in seconds. */
const RETRY_SECONDS = 2;

/** Never refused: probes, numbers for the operator, reports of gateways and of the live process, uploads already under way. */
const ALWAYS = ['/api/health', '/api/ready', '/metrics', '/api/gateways/', '/media/', '/uploads/'];

/** Calls that a page makes for itself on the server arrive without a connection: the page was taken already. */
const isTaken = ({ url, raw }: FastifyRequest): boolean =>
  !(raw.socket instanceof Socket) || ALWAYS.some((prefix) => url.startsWith(prefix));

/**
 * Refuses requests with UNAVAILABLE while the node is so far behind that it would answer them only after seconds: those it takes are
 * answered in time, instead of all of them too late. Measured is the delay of the event loop, which grows without bound when more
 * arrives than can be done; a node that is merely busy stays far below.
 */
export const registerLoadShedding = async (server: FastifyInstance): Promise<void> => {
  await server.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    pressureHandler: (request, reply) => {
      if (isTaken(request)) return;
      if (!request.headers.accept?.includes('text/html')) throw new CodedError('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
      const locale = localeOf(request);
      void reply
        .code(503)
        .headers({ 'retry-after': RETRY_SECONDS, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
        .send(`<!doctype html><html lang="${locale}"><title>503</title><p>${translate(locale, 'errors.UNAVAILABLE')}</p></html>`);
    },
  });
};
