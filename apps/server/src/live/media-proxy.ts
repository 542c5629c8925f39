import replyFrom from '@fastify/reply-from';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CodedError } from '../platform/errors.ts';
import { codedErrorOf, errorBody } from '../platform/http/errors.ts';
import { localeOf } from '../platform/http/locale.ts';

export interface MediaProxyOptions {
  appName(): string;
  /** Where the node is that carries a show, or that can take it; null where no live process is alive. */
  nodeUrlOf(streamId: string): Promise<string | null>;
  /**
   * The address of an ended show's recording, for whoever may watch it.
   * @throws CodedError NOT_FOUND while there is none, LIVE_TOKEN_INVALID
   */
  recordingOf(streamId: string, token: string | undefined): Promise<string>;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const MEDIA = new RegExp(`^(?:streams/(${UUID})(?:\\.(m3u8|mp4)|/[\\w.-]{1,60})|(whip|whep)/(${UUID})(?:/[\\w-]{1,80})?)$`);
/** As long as a whole show: a progressive answer never ends while it is live. */
const NEVER = 0;
const HEADERS_MS = 20_000;
const NODE_MS = 1000;
const HOP_BY_HOP = ['cookie', 'connection', 'x-forwarded-for'];

const tokenOf = (authorization: string | undefined, query: unknown): string | undefined =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? (query as { token?: string }).token;

/**
 * `/media/{app}/…` of the built-in engine: every web node hands a request to the live node that carries the show, and gives out recordings
 * itself. Tokens are checked by the live node, on each playlist, segment and session.
 */
export const registerMediaProxy = async (server: FastifyInstance, options: MediaProxyOptions): Promise<void> => {
  // Parts are asked for several times a second by every viewer: where a show is, is asked once a second.
  const nodes = new LRUCache<string, string>({
    max: 10_000,
    ttl: NODE_MS,
    fetchMethod: async (id) => (await options.nodeUrlOf(id)) ?? undefined,
  });
  const recordingOrNull = (streamId: string, token: string | undefined): Promise<string | null> =>
    options.recordingOf(streamId, token).catch((error: unknown) => {
      if (error instanceof CodedError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
  await server.register(async (scope) => {
    // Bodies go through as they come; the live node bounds them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      undici: { connections: 512, pipelining: 1, headersTimeout: HEADERS_MS, bodyTimeout: NEVER },
    });
    scope.route<{ Params: { app: string; '*': string } }>({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/media/:app/*',
      exposeHeadRoute: false,
      async handler(request, reply) {
        const match = MEDIA.exec(request.params['*']);
        if (!match || request.params.app !== options.appName()) throw new CodedError('NOT_FOUND');
        const streamId = (match[1] ?? match[4])!;
        if (match[2] === 'mp4') {
          const address = await recordingOrNull(streamId, tokenOf(request.headers.authorization, request.query));
          if (address) return reply.header('cache-control', 'no-store').redirect(address, 302);
        }
        const node = await nodes.fetch(streamId);
        if (!node) throw new CodedError('UNAVAILABLE');
        return reply.from(`${node}${request.url}`, {
          retryDelay: () => null,
          rewriteRequestHeaders: (_request, headers) => ({
            ...Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name))),
            'x-forwarded-for': request.ip,
          }),
          onError: (answer) => {
            nodes.delete(streamId);
            const body = errorBody(codedErrorOf(new CodedError('UNAVAILABLE')), localeOf(request));
            void answer.code(body.statusCode).header('cache-control', 'no-store').header('retry-after', '1').send(body);
          },
        });
      },
    });
  });
};
