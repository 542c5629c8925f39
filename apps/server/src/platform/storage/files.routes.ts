import type { FastifyInstance } from 'fastify';
import { CodedError } from '../errors.ts';
import { codedErrorOf, errorBody } from '../http/errors.ts';
import { localeOf } from '../http/locale.ts';
import type { Addresses } from './addresses.ts';
import { isList, signedList } from './lists.ts';
import type { Storage } from './storage.ts';

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  m3u8: 'application/vnd.apple.mpegurl',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
};

/** What a range header asks of a file: the bytes, `null` for all of it, or undefined when it can't be given. */
export const parseRange = (header: string | undefined, size: number): { start: number; end: number } | null | undefined => {
  if (!header) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = size - 1;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last);
  return start > end || start > last ? undefined : { start, end };
};

/** Whether the caller has this very file; proxies on the way may have called it weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));

/** Serves files by signed address, with ranges. */
export const registerFiles = (app: FastifyInstance, storage: Storage, addresses: Addresses): void => {
  app.route<{ Params: { '*': string }; Querystring: { e?: string; s?: string; t?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    exposeHeadRoute: false,
    async handler(request, reply) {
      try {
        const key = request.params['*'];
        if (!addresses.isValid(key, request.query)) throw new CodedError('FORBIDDEN');
        const whole = await storage.stat(key);
        const range = parseRange(request.headers.range, whole.bytes);
        const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
        const etag = `"${whole.bytes.toString(36)}-${whole.modifiedAt.getTime().toString(36)}"`;
        const type = request.query.t ?? TYPES[extension] ?? 'application/octet-stream';
        reply
          .header('content-type', type)
          .header('accept-ranges', 'bytes')
          .header('cache-control', 'private, max-age=3600, immutable')
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .header('cross-origin-resource-policy', 'same-origin')
          .header('etag', etag);
        if (type === 'application/pdf') reply.header('content-disposition', 'attachment');
        if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
        if (isList(key)) {
          const list = await signedList(storage, addresses, key, request.query.e!);
          reply.removeHeader('accept-ranges').header('content-length', list.length);
          return request.method === 'HEAD' ? reply.send() : reply.send(list);
        }
        if (range === undefined) return reply.code(416).header('content-range', `bytes */${whole.bytes}`).send();
        const { start, end } = range ?? { start: 0, end: whole.bytes - 1 };
        if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${whole.bytes}`);
        reply.header('content-length', end - start + 1);
        if (request.method === 'HEAD') return reply.send();
        const { stream } = await storage.open(key, { start, end });
        return reply.send(stream);
      } catch (error) {
        const coded = codedErrorOf(error);
        return reply
          .code(coded.status)
          .header('content-type', 'application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(JSON.stringify(errorBody(coded, localeOf(request))));
      }
    },
  });
};
