import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { CodedError } from '../platform/errors.ts';
import { findFfmpeg } from '../platform/media/ffmpeg.ts';
import type { Platform } from '../platform/platform.ts';
import { PROBE_PATH, PROBE_UPLOAD_BYTES, type ProbeView, isProbe } from '../platform/site-probe.ts';
import { version } from '../platform/version.ts';

/**
 * Registers what `stagedoor doctor` asks of the running site; it answers 404 to all others. GET tells how the site sees the request, POST counts
 * the bytes of an upload and stores nothing.
 */
export const registerProbe = (server: FastifyInstance, { config, encryption }: Platform): void => {
  void server.register(async (scope) => {
    // Without a parser of our own a body of this size would be refused.
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async (request, reply) => {
      // Real time: the caller is another process, which doesn't know a clock that was moved.
      if (!isProbe(request.headers.authorization, encryption, new Date())) throw new CodedError('NOT_FOUND');
      reply.header('cache-control', 'no-store');
    });
    scope.get(PROBE_PATH, async (request) => {
      const view: ProbeView = {
        version,
        address: request.ip,
        scheme: request.protocol === 'https' ? 'https' : 'http',
        forwardedFor: String(request.headers['x-forwarded-for'] ?? '') || null,
        trustsProxy: config.trustProxy,
        publicUrl: config.publicUrl,
        heapLimitBytes: getHeapStatistics().heap_size_limit,
        databasePool: config.databasePool,
        ffmpeg: (await findFfmpeg(config.ffmpegPath)) !== undefined,
      };
      return { data: view };
    });
    scope.post<{ Body: AsyncIterable<Buffer> }>(PROBE_PATH, { bodyLimit: PROBE_UPLOAD_BYTES }, async (request) => {
      let bytes = 0;
      for await (const chunk of request.body) {
        bytes += chunk.length;
        if (bytes > PROBE_UPLOAD_BYTES) throw new CodedError('PAYLOAD_TOO_LARGE');
      }
      return { data: { bytes } };
    });
  });
};
