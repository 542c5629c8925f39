import type { FastifyInstance } from 'fastify';
import { CodedError } from '../errors.ts';
import { codedErrorOf, errorBody } from '../http/errors.ts';
import { localeOf } from '../http/locale.ts';
import type { Storage } from './storage.ts';

/** Where pictures of the branding lie in storage, and their address on the site. */
export const BRANDING_FOLDER = 'branding';
const NAME = /^[0-9a-f-]{36}\.(webp|png)$/;

/** The key in storage of an address that a setting names; null for addresses of anything else. */
export const brandingKeyOf = (address: string): string | null => {
  const name = address.startsWith(`/${BRANDING_FOLDER}/`) ? address.slice(BRANDING_FOLDER.length + 2) : '';
  return NAME.test(name) ? `${BRANDING_FOLDER}/${name}` : null;
};

/** Serves the branding's pictures: public, under names that are never used twice, so they are kept for ever. */
export const registerBranding = (app: FastifyInstance, storage: Storage): void => {
  app.get<{ Params: { name: string } }>(`/${BRANDING_FOLDER}/:name`, async (request, reply) => {
    try {
      const key = brandingKeyOf(request.url.split('?')[0]!);
      if (!key) throw new CodedError('NOT_FOUND');
      const { stream, bytes } = await storage.open(key);
      return await reply
        .header('content-type', key.endsWith('.png') ? 'image/png' : 'image/webp')
        .header('content-length', bytes)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(stream);
    } catch (error) {
      const coded = codedErrorOf(error);
      return reply
        .code(coded.status)
        .header('cache-control', 'no-store')
        .send(errorBody(coded, localeOf(request)));
    }
  });
};
