import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CodedError } from '../platform/errors.ts';
import { codedErrorOf, errorBody } from '../platform/http/errors.ts';
import { localeOf } from '../platform/http/locale.ts';
import { MEDIA_SERVER, type MediaAbout } from './test-media-address.ts';

/** The live process that answers for a show's media. */
export interface MediaNode {
  url: string;
  /** Null of what isn't a show, and of shows that follow the settings. */
  appName: string | null;
}

export interface MediaProxyOptions {
  /** Public mark of this site, which a test of media addresses recognizes. */
  site: string;
  appName(): string;
  /** The node that hosts a show or can host it, and the application's name when the show began; null when no live process is alive. */
  nodeOf(streamId: string): Promise<MediaNode | null>;
  /** The node of the show that a stream key means, or one that can host it; null when no live process is alive. @param keyHash SHA-256 of the key */
  nodeOfKey(keyHash: Buffer): Promise<MediaNode | null>;
  /**
   * The URL of an ended show's recording, if the token allows it.
   * @throws CodedError NOT_FOUND while there is no recording, LIVE_TOKEN_INVALID
   */
  recordingOf(streamId: string, token: string | undefined): Promise<string>;
  /** How long the node of a show is used without asking again, in milliseconds. */
  nodeTtlMs?: number;
  /** A show's endless file is ended once its client has read nothing for so many milliseconds. */
  unreadMs?: number;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const MEDIA = new RegExp(`^(?:streams/(${UUID})(?:\\.(m3u8|mp4)|/[\\w.-]{1,60})|(whip|whep|check)/(${UUID})(?:/[\\w-]{1,80})?)$`);
/** The lasting address of publishers with a stream key. */
const BY_KEY = 'whip/key';
/** No timeout: a progressive response lasts as long as the show. */
const NO_TIMEOUT = 0;
const HEADERS_MS = 20_000;
/** Idle connections are closed long before the live process does (IDLE_MS): a request sent while it closes one would fail. */
const IDLE_CONNECTION_MS = 4_000;
const NODE_TTL_MS = 1000;
/** For so long after that, viewers are sent to the same node while the answer is awaited: a slow or lost database must not stop the show for them. */
const NODE_STALE_MS = 60_000;
/** Longer than a network check. */
const CHECK_TTL_MS = 60_000;
/** As long as a live node waits for those connected to it: what waits here, too, counts as delivered. */
const UNREAD_MS = 5_000;
const HOP_BY_HOP = ['cookie', 'connection', 'x-forwarded-for'];

const bearerOf = (authorization: string | undefined): string | undefined => /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
const tokenOf = (authorization: string | undefined, query: unknown): string | undefined =>
  bearerOf(authorization) ?? (query as { token?: string }).token;

/** Destroys a response that its client doesn't read. */
const endUnread = (response: ServerResponse, unreadMs: number): void => {
  let readAt = performance.now();
  const markRead = (): void => {
    readAt = performance.now();
  };
  const timer = setInterval(() => {
    if (!response.writableNeedDrain) markRead();
    else if (performance.now() - readAt > unreadMs) response.destroy();
  }, unreadMs / 5).unref();
  response.on('drain', markRead).once('close', () => clearInterval(timer));
};

/** Passes a request on to a live node. @param onLost the node doesn't answer */
const forward = (request: FastifyRequest, reply: FastifyReply, url: string, onLost: () => void): FastifyReply =>
  reply.from(url, {
    retryDelay: () => null,
    rewriteRequestHeaders: (_request, headers) => ({
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name))),
      'x-forwarded-for': request.ip,
    }),
    onError: (upstream) => {
      onLost();
      const body = errorBody(codedErrorOf(new CodedError('UNAVAILABLE')), localeOf(request));
      void upstream.code(body.statusCode).header('cache-control', 'no-store').header('retry-after', '1').send(body);
    },
  });

/**
 * `/media/{app}/…` of the built-in engine: every web node proxies requests to the live node that hosts the show, and redirects to recordings
 * itself. The live node checks the token of each playlist, segment and session.
 */
export const registerMediaProxy = async (server: FastifyInstance, options: MediaProxyOptions): Promise<void> => {
  // Every viewer requests parts several times a second: the node of a show is cached for a second.
  const nodes = new LRUCache<string, MediaNode>({
    max: 10_000,
    ttl: options.nodeTtlMs ?? NODE_TTL_MS,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (id) => (await options.nodeOf(id)) ?? undefined,
  });
  const recordingOrNull = (streamId: string, token: string | undefined): Promise<string | null> =>
    options.recordingOf(streamId, token).catch((error: unknown) => {
      if (error instanceof CodedError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
  /** An address that was pasted once goes on working when the application's name is changed: the node is asked with that of the show. */
  const publishByKey = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = bearerOf(request.headers.authorization)?.trim() ?? '';
    const node = await options.nodeOfKey(createHash('sha256').update(key).digest());
    if (!node) throw new CodedError('UNAVAILABLE');
    return forward(request, reply, `${node.url}/media/${encodeURIComponent(node.appName ?? options.appName())}/${BY_KEY}`, () => undefined);
  };
  await server.register(async (scope) => {
    // Bodies are streamed through unparsed; the live node limits their size.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      undici: {
        connections: 512,
        pipelining: 1,
        headersTimeout: HEADERS_MS,
        bodyTimeout: NO_TIMEOUT,
        keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      },
    });
    scope.route<{ Params: { app: string; '*': string } }>({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/media/:app/*',
      exposeHeadRoute: false,
      async handler(request, reply) {
        if (request.params['*'] === 'about' && request.method === 'GET')
          return reply
            .header('access-control-allow-origin', '*')
            .header('cache-control', 'no-store')
            .send({ server: MEDIA_SERVER, site: options.site } satisfies MediaAbout);
        if (request.params['*'] === BY_KEY) return publishByKey(request, reply);
        const match = MEDIA.exec(request.params['*']);
        if (!match) throw new CodedError('NOT_FOUND');
        const { app } = request.params;
        const streamId = (match[1] ?? match[4])!;
        if (match[2] === 'mp4' && app === options.appName()) {
          const address = await recordingOrNull(streamId, tokenOf(request.headers.authorization, request.query));
          if (address) return reply.header('cache-control', 'no-store').redirect(address, 302);
        }
        if (match[2] === 'mp4') endUnread(reply.raw, options.unreadMs ?? UNREAD_MS);
        // The uploads of a network check belong to the node that has its connection.
        const mayBeStale = match[1] !== undefined && nodes.getRemainingTTL(streamId) > -NODE_STALE_MS;
        const node = await nodes.fetch(streamId, {
          allowStale: mayBeStale,
          allowStaleOnFetchRejection: mayBeStale,
          ...(match[3] === 'check' ? { ttl: CHECK_TTL_MS } : {}),
        });
        if (app !== (node?.appName ?? options.appName())) throw new CodedError('NOT_FOUND');
        if (!node) throw new CodedError('UNAVAILABLE');
        return forward(request, reply, `${node.url}${request.url}`, () => nodes.delete(streamId));
      },
    });
  });
};
