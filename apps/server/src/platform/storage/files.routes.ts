import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallerRule } from '../auth/viewer.ts';
import { CodedError } from '../errors.ts';
import { codedErrorOf, errorBody } from '../http/errors.ts';
import { localeOf } from '../http/locale.ts';
import { isSealedKey } from './sealed-storage.ts';
import type { FileHolds } from './held-files.ts';
import type { FileAddress, UrlSigner } from './url-signer.ts';
import { isManifest, signedManifest } from './manifests.ts';
import type { Storage } from './storage.ts';

const CONTENT_TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  m4s: 'video/iso.segment',
  m3u8: 'application/vnd.apple.mpegurl',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
};

/** The type of a stored file by its extension. */
export const contentTypeOf = (key: string): string => CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream';

/** Parses a Range header: the byte range, `null` for the whole file, or undefined when it can't be satisfied. */
export const parseRange = (header: string | undefined, size: number): { start: number; end: number } | null | undefined => {
  if (!header) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = size - 1;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last);
  return start > end || start > last ? undefined : { start, end };
};

/** Whether If-None-Match matches; proxies may have made the ETag weak. */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));

/** The header that saves a file under a name: in ASCII for old programs, and as it is (RFC 6266). */
export const savedAs = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ !#-[\]-~]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/** Archives of personal data; those that earlier versions made aren't encrypted. */
const isArchive = (key: string): boolean => /^(?:sealed\/)?exports\//.test(key);
const isPersonal = (key: string): boolean => isSealedKey(key) || isArchive(key);

/** Archives open to whoever may request them, suspended accounts included. Neither opens to an admin who acts as the account. */
const ARCHIVE_RULE: CallerRule = { who: 'user', personal: true, lite: true, suspended: true };
const DOCUMENT_RULE: CallerRule = { who: 'user', personal: true };

/** A held file opens for admins who moderate and for its owner, by whatever address. */
const MODERATOR_RULE: CallerRule = { who: 'admin', permission: 'content' };
const OWNER_RULE: CallerRule = { who: 'user', lite: true, suspended: true };

type CallerOf = (request: FastifyRequest, rule: CallerRule) => Promise<string | null>;

const mayOpenHeld = async (request: FastifyRequest, ownerId: string, callerOf: CallerOf): Promise<boolean> =>
  (await callerOf(request, MODERATOR_RULE)) !== null || (await callerOf(request, OWNER_RULE)) === ownerId;

/**
 * Serves files by signed URL, with byte ranges.
 * @param callerOf the account of a request's session. Documents and archives of personal data open for the account of their URL alone.
 */
export const registerFiles = (
  app: FastifyInstance,
  { storage, urlSigner, holds, callerOf }: { storage: Storage; urlSigner: UrlSigner; holds: FileHolds; callerOf: CallerOf },
): void => {
  app.route<{ Params: { '*': string }; Querystring: FileAddress }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    exposeHeadRoute: false,
    async handler(request, reply) {
      try {
        const key = request.params['*'];
        if (!urlSigner.isValid(key, request.query)) throw new CodedError('FORBIDDEN');
        const { v: accountId } = request.query;
        const rule = isArchive(key) ? ARCHIVE_RULE : DOCUMENT_RULE;
        const mayOpen = accountId === undefined ? !isPersonal(key) : (await callerOf(request, rule)) === accountId;
        if (!mayOpen) throw new CodedError('FORBIDDEN');
        const heldOwnerId = holds.ownerOf(key);
        if (heldOwnerId !== undefined && !(await mayOpenHeld(request, heldOwnerId, callerOf))) throw new CodedError('FORBIDDEN');
        const whole = await storage.stat(key);
        const range = parseRange(request.headers.range, whole.bytes);
        const etag = `"${whole.bytes.toString(36)}-${whole.modifiedAt.getTime().toString(36)}"`;
        const type = request.query.t ?? contentTypeOf(key);
        reply
          .header('content-type', type)
          .header('accept-ranges', 'bytes')
          .header('cache-control', accountId === undefined && heldOwnerId === undefined ? 'private, max-age=3600, immutable' : 'no-store')
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .header('cross-origin-resource-policy', 'same-origin')
          .header('etag', etag);
        const { n: name } = request.query;
        if (name) reply.header('content-disposition', savedAs(name));
        else if (type === 'application/pdf') reply.header('content-disposition', 'attachment');
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        if (isManifest(key)) {
          const manifest = await signedManifest(storage, urlSigner, key, request.query.e!);
          reply.removeHeader('accept-ranges').header('content-length', manifest.length);
          return request.method === 'HEAD' ? reply.send() : reply.send(manifest);
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
