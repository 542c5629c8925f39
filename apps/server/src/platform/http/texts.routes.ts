import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type WebTextPart, isWebTextPart } from '@stagedoor/contract/texts/parts';
import type { FastifyInstance } from 'fastify';
import type { Languages } from '../languages.ts';
import { chooseLocale, textsOf, textsPartOf, textsVersionOf } from '../texts.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** High compression whose cost is not noticeable on the first request after a change. */
const QUALITY = 9;

type Encoding = 'br' | 'gzip' | 'identity';

const encode = async (text: string, encoding: Encoding): Promise<Buffer> => {
  const body = Buffer.from(text);
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return compressGzip(body, { level: QUALITY });
  return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
};

const encodingFor = (accepted: string | undefined): Encoding =>
  /\bbr\b/.test(accepted ?? '') ? 'br' : /\bgzip\b/.test(accepted ?? '') ? 'gzip' : 'identity';

/**
 * `GET /i18n/text/:locale`: all texts of a language, or with `part` those of one part of the web. Compressed once and cached until
 * a text changes; a response requested by version is immutable.
 */
export const registerTexts = (app: FastifyInstance, languages: Pick<Languages, 'onChange'>): void => {
  const bodies = new Map<string, Promise<Buffer>>();
  languages.onChange(() => bodies.clear());

  const bodyOf = (locale: Locale, part: WebTextPart | undefined, encoding: Encoding): Promise<Buffer> => {
    const key = `${locale} ${part ?? ''} ${encoding}`;
    const cached = bodies.get(key);
    if (cached) return cached;
    const encoded = encode(JSON.stringify(part ? textsPartOf(locale, part) : textsOf(locale)), encoding);
    bodies.set(key, encoded);
    return encoded;
  };

  app.get('/i18n/text/:locale', async (request, reply) => {
    const { part, v } = request.query as { part?: unknown; v?: unknown };
    const locale = chooseLocale((request.params as { locale: string }).locale);
    const encoding = encodingFor(request.headers['accept-encoding']);
    const isVersion = v === textsVersionOf(locale);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', isVersion ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
      .send(await bodyOf(locale, isWebTextPart(part) ? part : undefined, encoding));
  });
};
