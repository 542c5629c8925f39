import replyFrom from '@fastify/reply-from';
import type { FastifyInstance } from 'fastify';
import { CodedError } from '../platform/errors.ts';
import { codedErrorOf, errorBody } from '../platform/http/errors.ts';
import { localeOf } from '../platform/http/locale.ts';

export interface MediaProxyOptions {
  appName(): string;
  /** Where the node is that carries a show, or undefined. */
  ownerOf(streamId: string): Promise<string | undefined>;
  /** Where a node is that can take one more show, or undefined. */
  freeNode(): Promise<string | undefined>;
  /**
   * The address of a show's recording, once it is finished, for whoever may watch it; undefined while there is none.
   * @throws CodedError LIVE_TOKEN_INVALID, NOT_FOUND
   */
  recordingOf(streamId: string, token: string | undefined): Promise<string | undefined>;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const MEDIA = new RegExp(`^(?:streams/(${UUID})(?:\\.(m3u8|mp4)|/[\\w.-]{1,60})|(whip|whep)/(${UUID})(?:/[\\w-]{1,80})?)$`);
/** As long as a whole show: a progressive answer never ends while it is live. */
const NEVER = 0;
const HEADERS_MS = 20_000;
const HOP_BY_HOP = ['cookie', 'connection', 'x-forwarded-for'];

const tokenOf = (authorization: string | undefined, query: unknown): string | undefined =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? (query as { token?: string }).token;

/**
 * `/media/{app}/…` of the built-in engine: every web node hands a request to the live node that carries the show, and gives out recordings
 * itself. Tokens are checked by the live node, on each playlist, segment and session.
 */
export const registerMediaProxy = async (server: FastifyInstance, options: MediaProxyOptions): Promise<void> => {
  await server.register(async (scope) => {
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      undici: { connections: 512, pipelining: 1, headersTimeout: HEADERS_MS, bodyTimeout: NEVER },
    });
    // Bodies go through as they come; the live node bounds them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.route<{ Params: { app: string; '*': string } }>({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/media/:app/*',
      exposeHeadRoute: false,
      async handler(request, reply) {
        const match = MEDIA.exec(request.params['*']);
        if (!match || request.params.app !== options.appName()) throw new CodedError('NOT_FOUND');
        const streamId = (match[1] ?? match[4])!;
        const isPublishing = match[3] === 'whip' && request.method === 'POST';
        const owner = (await options.ownerOf(streamId)) ?? (isPublishing ? await options.freeNode() : undefined);
        if (!owner) {
          if (match[2] === 'mp4') {
            const address = await options.recordingOf(streamId, tokenOf(request.headers.authorization, request.query));
            if (address) return reply.header('cache-control', 'no-store').redirect(address, 302);
          }
          if (isPublishing) throw new CodedError('UNAVAILABLE');
          reply.header('retry-after', '2');
          throw new CodedError('LIVE_NOT_ON_AIR');
        }
        return reply.from(`${owner}${request.url}`, {
          retryDelay: () => null,
          rewriteRequestHeaders: (_request, headers) => ({
            ...Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name))),
            'x-forwarded-for': request.ip,
          }),
          onError: (answer) => {
            const body = errorBody(codedErrorOf(new CodedError('UNAVAILABLE')), localeOf(request));
            void answer.code(body.statusCode).header('cache-control', 'no-store').header('retry-after', '1').send(body);
          },
        });
      },
    });
  });
};
