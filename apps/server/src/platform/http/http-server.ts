import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { CodedError } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createRequestLog } from '../telemetry/request-log.ts';
import { HSTS } from '../web/security-headers.ts';
import { normalizeAddress } from './address.ts';
import { registerBodyDeadline } from './body-deadline.ts';
import { codedErrorOf, errorBody } from './errors.ts';
import { registerJsonBody } from './json-body.ts';
import { registerLoadShedding } from './load-shedding.ts';
import { localeOf } from './locale.ts';
import type { httpOptions } from './rough-requests.ts';

interface HttpServerOptions {
  config: Pick<Config, 'publicUrl'>;
  log: Log;
  metrics: Metrics;
  /** Called after each request that may have written. */
  onWritten(): void;
  /** Refuses requests while the node is seconds behind. */
  shedsLoad: boolean;
  http: ReturnType<typeof httpOptions>;
  /** Their `X-Forwarded-For` is trusted. */
  trustedProxies: string[] | false;
}

/** Creates the site's HTTP server without routes: what holds for every request and every refusal. */
export const createHttpServer = async (options: HttpServerOptions): Promise<FastifyInstance> => {
  const { config, log, metrics, onWritten, shedsLoad, http, trustedProxies } = options;
  const server = Fastify({
    loggerInstance: log,
    childLoggerFactory: createRequestLog,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    trustProxy: trustedProxies,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    genReqId: () => crypto.randomUUID(),
    http,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (config.publicUrl.startsWith('https:')) reply.header('strict-transport-security', HSTS);
    // Before anything compares it.
    Object.defineProperty(request, 'ip', { value: normalizeAddress(request.ip) });
  });
  if (shedsLoad) await registerLoadShedding(server);
  registerBodyDeadline(server);
  // Pages of other origins may send text/plain without a preflight; no endpoint takes it.
  server.removeContentTypeParser('text/plain');
  registerJsonBody(server);
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.requests.observe({ route: `${request.method} ${route}`, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (log.isLevelEnabled('debug')) {
      const { method, url } = request;
      log.debug({ method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    }
  });
  server.addHook('onResponse', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') onWritten();
  });
  server.setErrorHandler((error, request, reply) => {
    const body = errorBody(codedErrorOf(error), localeOf(request));
    const { code, details } = codedErrorOf(error);
    // A refusal of the overloaded node isn't a failure; logging each would add to the load.
    if (body.statusCode >= 500 && code !== 'UNAVAILABLE') log.error({ err: error, url: request.url }, 'a request failed');
    if (details?.['retryAfterSeconds']) reply.header('retry-after', String(details['retryAfterSeconds']));
    return reply.code(body.statusCode).header('cache-control', 'no-store').send(body);
  });
  server.setNotFoundHandler((request, reply) => {
    const body = errorBody(new CodedError('NOT_FOUND'), localeOf(request));
    return reply.code(404).header('cache-control', 'no-store').send(body);
  });
  return server;
};
